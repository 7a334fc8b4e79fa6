public import LayoutEngine
internal import LayoutSQLite

/// An item as a data set holds it, for export.
public struct ExportedItem: Sendable {
    /// The data set’s name.
    public var dataset: String
    /// The title of its section.
    public var section: String?
    /// The item’s key.
    public var key: String?
    /// The item’s width in points; nil if it was not measured.
    public var width: Double?
    /// The item’s height in points; nil if it was not measured.
    public var height: Double?
    /// The left edge that the data gives, for canvas layouts, in points.
    public var x: Double?
    /// The upper edge that the data gives, for canvas layouts, in points.
    public var y: Double?
    /// The user's other columns, as JSON.
    public var payload: String?
    /// How many columns it covers.
    public var span: Int?
    /// How many rows of a sheet it covers.
    public var rowSpan: Int?
    /// Its level in an outline.
    public var level: Int?
    /// The level at which it sticks.
    public var stickyLevel: Int?
    /// The edge that it sticks to.
    public var stickyEdge: SourceItem.StickyEdge?
}

/// An element of a layout at its natural position, for export.
public struct ExportedElement: Sendable {
    /// `cell`, `supplementary` or `decoration`.
    public var kind: String
    /// The kind’s name; nil for a cell.
    public var elementKind: String?
    /// The 0-based index of its section; nil for what belongs to the layout as a whole.
    public var section: Int?
    /// The item’s index in its section; 0 for what is a section’s own.
    public var item: Int
    /// In content coordinates, in points.
    public var frame: LayoutRect
    /// Elements with greater values are in front.
    public var zIndex: Int
    /// The item’s key.
    public var key: String?
    /// The item’s JSON, as it was imported.
    public var payload: String?
    /// Whether it may be out of date.
    public var isStale: Bool
    /// The section’s title, on what is a section’s own.
    public var title: String?
}
