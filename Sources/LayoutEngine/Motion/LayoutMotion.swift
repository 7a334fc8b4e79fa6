/// The motion of cells while the content scrolls: they are drawn differently from their frames, by their place.
///
/// Frames stay as they are. A badge moves as if it were painted on its cell. Headers, backgrounds and items that stick
/// are drawn in their frames.
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

    /// The least scale at which it draws a cell.
    var leastScale: Double {
        switch self {
        case .stack: 0.8
        case .coverFlow: 0.5
        case .wheel, .fade: 1
        }
    }

    static let meaning =
        "An effect by position in the viewport. Frames do not change; a centered cell is drawn in its frame, and "
        + "badges move with their cells. `stack`: a cell stays at the beginning, shrinks by up to a fifth and fades, "
        + "while the content scrolls on by half the viewport. `coverFlow`: cells shrink by up to a half towards both "
        + "ends, and move to the middle by up to an eighth of the viewport. `wheel`: cells turn by up to half a "
        + "radian, and move by up to an eighth of the viewport. They move down, or away from the leading edge. "
        + "`fade`: cells fade towards both ends. Default: none."
}
