package import LayoutEngine
internal import LayoutSQLite

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

/// An element of a layout at its natural position, for export.
package struct ExportedElement: Sendable {
    /// `cell`, `supplementary` or `decoration`.
    package var kind: String
    /// The kind’s name; nil for a cell.
    package var elementKind: String?
    /// The 0-based index of its section; nil for what belongs to the layout as a whole.
    package var section: Int?
    /// The item’s index in its section; 0 for what is a section’s own.
    package var item: Int
    /// In content coordinates, in points.
    package var frame: LayoutRect
    /// Elements with greater values are in front.
    package var zIndex: Int
    /// The item’s key.
    package var key: String?
    /// The item’s JSON, as it was imported.
    package var payload: String?
    /// Whether it may be out of date.
    package var isStale: Bool
    /// The section’s title, on what is a section’s own.
    package var title: String?
}
