public import LayoutEngine
internal import LayoutSQLite

/// An item as a data set holds it, for export.
public struct ExportedItem: Sendable {
    public var dataset: String
    /// The title of its section.
    public var section: String?
    public var key: String?
    public var width: Double?
    public var height: Double?
    /// Its origin, for canvas layouts.
    public var x: Double?
    public var y: Double?
    /// The user's other columns, as JSON.
    public var payload: String?
}

/// An element of a layout where it naturally lies, for export.
public struct ExportedElement: Sendable {
    public var kind: String
    public var elementKind: String?
    public var section: Int?
    public var item: Int
    public var frame: LayoutRect
    public var zIndex: Int
    public var key: String?
    public var payload: String?
    public var isStale: Bool
    public var title: String?
}
