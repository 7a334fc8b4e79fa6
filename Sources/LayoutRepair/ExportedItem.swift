package import LayoutSQLite
internal import LayoutSchema
package import LayoutSources

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

/// The place of an exported item in the order of all.
package struct ExportPosition {
    package var dataset: Int64
    package var sectionPosition: Double
    package var section: Int64
    package var position: Double

    init(_ row: Statement, firstColumn: Int) {
        dataset = row.int64(firstColumn)
        sectionPosition = row.double(firstColumn + 1)
        section = row.int64(firstColumn + 2)
        position = row.double(firstColumn + 3)
    }
}

extension ExportedItem {
    /// - Parameter row: Its first columns are the item's, in the order of its members.
    package init(_ row: Statement) {
        func number(_ index: Int) -> Double? { row.isNull(index) ? nil : row.double(index) }
        self.init(
            dataset: row.string(0) ?? "", section: row.string(1), key: row.string(2), width: number(3),
            height: number(4), x: number(5), y: number(6), payload: row.string(7))
        func trait(_ trait: ItemTrait) -> Int? {
            row.isNull(8 + trait.rawValue) ? nil : row.int(8 + trait.rawValue)
        }
        span = trait(.span)
        rowSpan = trait(.rowSpan)
        level = trait(.level)
        stickyLevel = trait(.stickyLevel)
        stickyEdge = trait(.stickyEdge).map { $0 == 0 ? .start : .end }
    }
}
