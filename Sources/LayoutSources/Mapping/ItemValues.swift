internal import LayoutSQLite

/// The values of one row for its item. Its texts are in the bytes that the rows of its batch share.
struct ItemValues {
    /// In points; NaN for none.
    var width = Double.nan
    var height = Double.nan
    var x = Double.nan
    var y = Double.nan
    /// The title of its section.
    var title = ColumnBatch.ByteRange.null
    var key = ColumnBatch.ByteRange.null
    var payload = ColumnBatch.ByteRange.null
    var traits = ItemTraits()
    /// The offset of the key in the chunk, for messages.
    var keyOffset: Int?

    /// Keeps a size or an origin, in points.
    mutating func set(_ length: Double, for role: Lengths.Role) {
        switch role {
        case .width: width = length
        case .height: height = length
        case .x: x = length
        case .y: y = length
        }
    }
}
