internal import LayoutSQLite
internal import LayoutSources

extension DatasetSnapshot {
    /// Reads what a data set holds.
    ///
    /// - Throws: ``LayoutError`` for what a snapshot cannot hold: an item without a key, and two items or
    ///   sections of the same name.
    init(of dataset: Int64, in connection: Connection) throws {
        self.init()
        var sections: [(id: Int64, title: String)] = []
        try connection.forEachRow("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position", dataset) {
            row in
            sections.append((row.int64(0), row.stringOrEmpty(1)))
        }
        for section in sections {
            appendSections([section.title])
            var items: [SourceItem] = []
            try connection.forEachRow(
                """
                SELECT coalesce(i.key, o.key), coalesce(i.width, o.width), coalesce(i.height, o.height),
                  coalesce(i.x, o.x), coalesce(i.y, o.y), coalesce(i.payload, o.payload)\(
                    ItemTrait.numberList(of: "i"))
                FROM item AS i LEFT JOIN item AS o ON o.id = i.original_id WHERE i.section_id = ?1
                ORDER BY i.position
                """, section.id
            ) { row in
                func number(_ column: Int) -> Double? { row.isNull(column) ? nil : row.double(column) }
                var item = SourceItem(
                    key: row.string(0), width: number(1), height: number(2), x: number(3), y: number(4),
                    payload: row.string(5))
                item.readTraits { row.isNull(6 + $0.rawValue) ? nil : row.int(6 + $0.rawValue) }
                items.append(item)
            }
            appendItems(items, toSection: section.title)
        }
        if let fault { throw fault }
    }
}
