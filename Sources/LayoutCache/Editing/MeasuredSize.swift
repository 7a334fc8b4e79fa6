internal import LayoutEngine

/// A size that was measured for an item, in points.
struct MeasuredSize: Sendable {
    var itemID: Int64
    var size: LayoutSize
}
