package import LayoutSQLite
package import LayoutSchema

/// An item as an app has it, on its way into a data set.
///
/// ```swift
/// let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
/// try store.importItems(items, into: "photos", mode: .replace)
/// ```
public struct SourceItem: Sendable, Hashable {
    /// The title of its section; nil for the section without one. If a call names the section, that one counts instead.
    public var section: String?
    /// The app's own name for it, unique in its data set. An empty one counts as none.
    public var key: String?
    /// Its width in points; nil for one that was not measured yet.
    public var width: Double?
    /// Its height in points; nil for one that was not measured yet.
    public var height: Double?
    /// The left edge of its frame in content coordinates, in points, for canvas layouts.
    public var x: Double?
    /// The upper edge of its frame in content coordinates, in points, for canvas layouts.
    public var y: Double?
    /// The number of columns that it covers, from 1 to 1024; 0 is the whole line, or all columns. `nil`: 1.
    public var span: Int?
    /// The number of rows of a sheet that it covers, at least 1. `nil`: 1.
    public var rowSpan: Int?
    /// Its level in an outline. `nil`: 0.
    public var level: Int?
    /// The level at which it sticks to an edge of the viewport, from 0, outermost, to 31. `nil`: it does not stick.
    public var stickyLevel: Int?
    /// The edge that it sticks to. `nil`: the start.
    public var stickyEdge: StickyEdge?
    /// The app's own data, as the text of a JSON object.
    public var payload: String?

    /// An edge of the viewport along the scroll axis.
    public enum StickyEdge: String, Sendable, Hashable, CaseIterable {
        /// The beginning of the viewport.
        case start
        /// The end of the viewport.
        case end
    }

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        section: String? = nil, key: String? = nil, width: Double? = nil, height: Double? = nil, x: Double? = nil,
        y: Double? = nil, span: Int? = nil, rowSpan: Int? = nil, level: Int? = nil, stickyLevel: Int? = nil,
        stickyEdge: StickyEdge? = nil, payload: String? = nil
    ) {
        self.section = section
        self.key = key
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.span = span
        self.rowSpan = rowSpan
        self.level = level
        self.stickyLevel = stickyLevel
        self.stickyEdge = stickyEdge
        self.payload = payload
    }
}

extension SourceItem {
    package func number(of trait: ItemTrait) -> Int? {
        switch trait {
        case .span: span
        case .rowSpan: rowSpan
        case .level: level
        case .stickyLevel: stickyLevel
        case .stickyEdge: stickyEdge.map { $0 == .start ? 0 : 1 }
        }
    }

    /// Reads an item without its section.
    ///
    /// - Parameter first: The column of the key; after it come width, height, x, y, the payload and the traits.
    package init(_ row: Statement, from first: Int) {
        func value<Value: ColumnReadable>(_ column: Int, as type: Value.Type = Value.self) -> Value {
            Value.read(from: row, column: first + column)
        }
        self.init(
            key: value(0), width: value(1), height: value(2), x: value(3), y: value(4), span: value(6),
            rowSpan: value(7), level: value(8), stickyLevel: value(9),
            stickyEdge: value(10, as: Int?.self).map { $0 == 0 ? .start : .end }, payload: value(5))
    }
}
