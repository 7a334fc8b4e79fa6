public import LayoutEngine

/// The outcome of storing measured sizes: see `resize(_:keeping:waitingAtMost:)`.
public struct ResizeOutcome: Sendable, Hashable {
    /// The content offset that keeps the anchor's item in place, in points; zero without an anchor.
    public var contentOffset: LayoutPoint
    /// The size of the whole content, in points.
    public var contentSize: LayoutSize
    /// True if the sizes were stored and laid out. Otherwise another process was writing for longer than the call would
    /// wait. The sizes are kept and stored as soon as that is over, and offset and size are the presently shown ones.
    public var isStored: Bool

    /// Makes one from its parts.
    init(contentOffset: LayoutPoint, contentSize: LayoutSize, isStored: Bool) {
        self.contentOffset = contentOffset
        self.contentSize = contentSize
        self.isStored = isStored
    }
}
