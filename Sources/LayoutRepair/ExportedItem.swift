internal import LayoutSQLite
package import LayoutSources

/// An item as a data set holds it, for export.
package struct ExportedItem: Sendable {
    /// The data set’s name.
    package var dataset: String
    /// The item with the title of its section.
    package var item: SourceItem

    /// - Parameter row: Its first columns are the data set, the section, and the item's.
    init(_ row: Statement) {
        dataset = row.stringOrEmpty(0)
        item = SourceItem(row, from: 2)
        item.section = row.string(1)
    }
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
