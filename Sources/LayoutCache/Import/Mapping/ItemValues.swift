internal import LayoutSQLite

/// What one row says of its item. Texts lie in the item batch's bytes.
struct ItemValues {
    /// In points; NaN for none.
    var width = Double.nan
    var height = Double.nan
    var x = Double.nan
    var y = Double.nan
    var key = ColumnBatch.ByteRange.null
    var payload = ColumnBatch.ByteRange.null
    /// Where in the window the key stands, for messages.
    var keyOffset: Int?
    /// Whether the title buffer holds the section's title.
    var hasTitle = false

    /// Keeps a size or an origin, in points.
    mutating func set(_ length: Double, for role: Lengths.Role) {
        switch role {
        case .width: width = length
        case .height: height = length
        case .x: x = length
        case .y: y = length
        }
    }

    /// Follows texts that were moved.
    mutating func moveTexts(by distance: Int) {
        if key != .null {
            key = ColumnBatch.ByteRange(start: key.start + distance, end: key.end + distance)
        }
        if payload != .null {
            payload = ColumnBatch.ByteRange(start: payload.start + distance, end: payload.end + distance)
        }
    }
}
