/// How cells are drawn differently from their frames while the content scrolls: by their place in the viewport.
///
/// Frames stay as they are. Headers, badges, backgrounds and items that stick are drawn in their frames.
public enum LayoutMotion: String, Sendable, Hashable, CaseIterable {
    /// A cell that reaches the beginning of the viewport stays there. It shrinks and fades until the content has
    /// scrolled on by half the viewport.
    case stack
    /// Cells shrink towards both ends of the viewport, and draw nearer to its middle.
    case coverFlow
    /// Cells turn like the rim of a wheel, whose axle lies beyond the trailing edge, or below where the content
    /// scrolls horizontally.
    case wheel
    /// Cells fade towards both ends of the viewport.
    case fade

    /// The greatest distance by which it moves a cell, as a part of the viewport's longer side.
    package var reach: Double {
        switch self {
        case .stack: 0.5
        case .coverFlow, .wheel: 0.125
        case .fade: 0
        }
    }

    static let meaning =
        "How cells move by their place in the viewport while the content scrolls; they do not, if not written."
}
