/// An item as a data set holds it, for export.
package struct ExportedItem: Sendable {
    /// The data set’s name.
    package var dataset: String
    /// The title of its section.
    package var section: String?
    /// The item’s key.
    package var key: String?
    /// The item’s width in points; nil if it was not measured.
    package var width: Double?
    /// The item’s height in points; nil if it was not measured.
    package var height: Double?
    /// The left edge that the data gives, for canvas layouts, in points.
    package var x: Double?
    /// The upper edge that the data gives, for canvas layouts, in points.
    package var y: Double?
    /// The user's other columns, as JSON.
    package var payload: String?
    /// How many columns it covers.
    package var span: Int?
    /// How many rows of a sheet it covers.
    package var rowSpan: Int?
    /// Its level in an outline.
    package var level: Int?
    /// The level at which it sticks.
    package var stickyLevel: Int?
    /// The edge that it sticks to.
    package var stickyEdge: SourceItem.StickyEdge?
}
