public import LayoutEngine

/// The content offset of an anchor.
public struct AnchoredOffset: Sendable, Hashable {
    /// The content offset that keeps the anchor's item in place, in points.
    public var offset: LayoutPoint
    /// True if the item, or an item before it, must still be laid out. The offset then depends on estimated lengths,
    /// and another one follows from preparing the part that is visible there.
    public var isEstimated: Bool

    /// Makes one from its parts.
    init(offset: LayoutPoint, isEstimated: Bool) {
        self.offset = offset
        self.isEstimated = isEstimated
    }
}
