internal import LayoutSQLite

/// What one row says of its item. Its texts lie in the bytes that those of its batch share.
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
    /// Where in the window the key stands, for messages.
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
