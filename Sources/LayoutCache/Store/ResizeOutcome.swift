public import LayoutEngine

/// What became of sizes that were measured: see `resize(_:keeping:waitingAtMost:)`.
public struct ResizeOutcome: Sendable, Hashable {
    /// Where to scroll so that what the anchor holds stays where it is, in points; zero where no anchor was given.
    public var contentOffset: LayoutPoint
    /// The size of the whole content, in points.
    public var contentSize: LayoutSize
    /// Whether the sizes were stored and laid out. Otherwise someone else was writing for longer than the call would
    /// wait: they are kept and stored as soon as that is over, and offset and size are those of what is shown now.
    public var isStored: Bool

    /// Makes one from its parts.
    public init(contentOffset: LayoutPoint, contentSize: LayoutSize, isStored: Bool) {
        self.contentOffset = contentOffset
        self.contentSize = contentSize
        self.isStored = isStored
    }
}
