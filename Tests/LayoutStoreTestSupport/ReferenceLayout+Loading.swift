package import LayoutSQLite
import LayoutCore

extension ReferenceLayout {
    /// The layout of a name, from its own row and the rows of its data set.
    package init(_ name: String, in connection: Connection) throws {
        var found: (definition: String, container: LayoutSize, dataset: Int64, measure: String?)?
        try connection.forEachRow(
            "SELECT definition, container_width, container_height, dataset_id, measure FROM layout WHERE name = ?1",
            name
        ) { row in
            found = (
                row.stringOrEmpty(0), LayoutSize(width: row.double(1), height: row.double(2)), row.int64(3),
                row.string(4)
            )
        }
        guard let found else { throw LayoutError.missing("layout", name, known: []) }
        var collapsed: Set<Int64> = []
        try connection.forEachRow("SELECT section_id FROM collapsed WHERE layout = ?1", name) {
            collapsed.insert($0.int64(0))
        }
        var collapsedItems: Set<Int64> = []
        try connection.forEachRow("SELECT item_id FROM collapsed_item WHERE layout = ?1", name) {
            collapsedItems.insert($0.int64(0))
        }
        try self.init(
            LayoutDefinition(json: found.definition), container: found.container,
            sections: Self.sections(of: found.dataset, measure: found.measure, in: connection), collapsed: collapsed,
            collapsedItems: collapsedItems)
    }

    package static func sections(of dataset: Int64, measure: String? = nil, in connection: Connection) throws
        -> [Section]
    {
        var sections: [Section] = []
        try connection.forEachRow(
            """
            SELECT id, header_width, header_height, footer_width, footer_height, inset_top, inset_leading, inset_bottom,
              inset_trailing, definition FROM section WHERE dataset_id = ?1 ORDER BY position
            """,
            dataset
        ) { row in
            func number(_ column: Int) -> Double? { row.isNull(column) ? nil : row.double(column) }
            var measure = SectionMeasure(
                index: sections.count, headerWidth: number(1), headerHeight: number(2), footerWidth: number(3),
                footerHeight: number(4), insetTop: number(5), insetLeading: number(6), insetBottom: number(7),
                insetTrailing: number(8))
            measure.definition = row.string(9)
            sections.append(Section(id: row.int64(0), measure: measure, items: []))
        }
        let indices = Dictionary(uniqueKeysWithValues: sections.enumerated().map { ($1.id, $0) })
        try connection.forEachRow(
            """
            SELECT i.section_id, i.id, i.position, i.width, i.height, i.x, i.y, i.span, i.row_span,
              i.level FROM item AS i
            JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = ?1 ORDER BY i.section_id, i.position
            """,
            dataset
        ) { row in
            guard let index = indices[row.int64(0)] else { return }
            var measure = ItemMeasure(
                width: row.doubleOrNaN(3), height: row.doubleOrNaN(4), x: row.doubleOrNaN(5), y: row.doubleOrNaN(6))
            if !row.isNull(7) { measure.span = Int32(row.int(7)) }
            if !row.isNull(8) { measure.rowSpan = Int32(row.int(8)) }
            if !row.isNull(7) || !row.isNull(8) { sections[index].measure.hasSpans = true }
            sections[index].items.append(
                Item(
                    id: row.int64(1), position: row.double(2), measure: measure,
                    level: row.isNull(9) ? 0 : row.int(9)))
        }
        guard let measure else { return sections }
        try connection.forEachRow("SELECT item_id, width, height FROM measurement WHERE measure = ?1", measure) { row in
            for section in sections.indices {
                for item in sections[section].items.indices where sections[section].items[item].id == row.int64(0) {
                    if !row.isNull(1) { sections[section].items[item].measure.width = row.double(1) }
                    if !row.isNull(2) { sections[section].items[item].measure.height = row.double(2) }
                }
            }
        }
        try connection.forEachRow(
            """
            SELECT section_id, header_width, header_height, footer_width, footer_height FROM section_measurement
            WHERE measure = ?1
            """, measure
        ) { row in
            guard let index = indices[row.int64(0)] else { return }
            if !row.isNull(1) { sections[index].measure.headerWidth = row.double(1) }
            if !row.isNull(2) { sections[index].measure.headerHeight = row.double(2) }
            if !row.isNull(3) { sections[index].measure.footerWidth = row.double(3) }
            if !row.isNull(4) { sections[index].measure.footerHeight = row.double(4) }
        }
        return sections
    }
}
