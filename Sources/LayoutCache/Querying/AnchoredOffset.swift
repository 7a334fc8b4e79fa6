public import LayoutEngine

/// The content offset of an anchor.
public struct AnchoredOffset: Sendable, Hashable {
    /// The content offset at which the anchor's item is where it was, in points.
    public var offset: LayoutPoint
    /// Whether the item, or something before it, is still to be laid out: the offset goes by estimated lengths then,
    /// and another one follows from preparing what is visible there.
    public var isEstimated: Bool

    /// Makes one from its parts.
    public init(offset: LayoutPoint, isEstimated: Bool) {
        self.offset = offset
        self.isEstimated = isEstimated
    }
}
