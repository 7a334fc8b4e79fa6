package import LayoutSQLite
internal import LayoutSchema

/// A follower with the SQL of its source, and of which row is which item and which value is which section.
package struct FollowerSchema: Sendable {
    /// The row of `dataset`.
    let dataset: Int64
    /// Under what its source's changes are noted: the row of `dataset` that it follows, or the name of a table's
    /// triggers.
    let journal: FollowerJournal.Source
    private(set) var values: FollowedValues

    /// The same one with the values of all rows except those that have failed.
    var leavingOutFailed: FollowerSchema {
        var schema = self
        schema.values.leavesOutFailed = true
        return schema
    }

    var source: FollowedSource { values.source }

    /// - Parameter journal: The name of the triggers of the table that it follows; nil where they are not made yet.
    package init(_ following: Following, dataset: Int64, journal: String? = nil, in connection: Connection) throws {
        values = try FollowedValues(
            following, source: try FollowedSource(following.source, in: connection), dataset: dataset)
        self.dataset = dataset
        self.journal = values.source.dataset.map { .dataset($0) } ?? .table(journal ?? "")
    }

    /// Spells the names of what is followed as they are written in the file.
    func resolved(_ following: Following) -> Following {
        var resolved = following
        if let table = source.table { resolved.source = .table(table.name) }
        for (_, path) in Following.parts {
            guard let text = following[keyPath: path] else { continue }
            resolved[keyPath: path] = source.columns.first { $0.lowercased() == text.lowercased() } ?? text
        }
        resolved.payload = values.payload
        return resolved
    }

    /// The table that says which row of a followed table is which item. The items of a data set say so themselves.
    var rowTable: String { "\(UserSchema.followerPrefix)\(dataset)" }

    /// The temporary tables of the rows in question and of the values of their sections, as their shape is.
    var rowsInQuestion: String { "temp.lc_row_\(values.order.count)" }
    var sectionsInQuestion: String { "temp.lc_value_\(values.sectionCollation)" }

    /// A query of the items with the rows that they are: `row`, `item_id`, `section_id` and `position`.
    var items: String {
        source.isTable
            ? "SELECT r.row AS row, i.id AS item_id, i.section_id AS section_id, i.position AS position "
                + "FROM \(rowTable) AS r CROSS JOIN item AS i ON i.id = r.item_id "
                + "CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = \(dataset)"
            : "SELECT i.original_id AS row, i.id AS item_id, i.section_id AS section_id, i.position AS position "
                + "FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = \(dataset) "
                + "WHERE i.original_id IS NOT NULL"
    }

    /// SQL for the row that an item is; NULL for none.
    ///
    /// - Parameter item: The name of a row of `item`.
    func row(of item: String) -> String {
        source.isTable ? "(SELECT r.row FROM \(rowTable) AS r WHERE r.item_id = \(item).id)" : "\(item).original_id"
    }

    /// A query of the row that the item with the id of a parameter is.
    func rowOfItem(_ parameter: Int) -> String { "SELECT \(row(of: "i")) FROM item AS i WHERE i.id = ?\(parameter)" }

    /// Makes the table of the rows, if the follower needs one. One of an earlier version keeps what it says.
    func makeRowTable(in connection: Connection) throws {
        guard let table = source.table else { return }
        let declaration = """
            CREATE TABLE \(rowTable) ( -- Which row of \(try SQLIdentifier.quoted(table.name)) is which item.
              row ANY PRIMARY KEY NOT NULL,
              item_id INTEGER NOT NULL UNIQUE
            ) STRICT, WITHOUT ROWID
            """
        let former = try connection.first(
            "SELECT sql FROM sqlite_schema WHERE name = ?1 AND type = 'table'", rowTable, as: String.self)
        guard former != declaration else { return }
        guard former != nil else { return try connection.execute(declaration) }
        try connection.execute(
            """
            CREATE TEMP TABLE lc_former_rows AS SELECT row, item_id FROM \(rowTable);
            DROP TABLE \(rowTable);
            \(declaration);
            INSERT INTO \(rowTable) (row, item_id) SELECT f.row, f.item_id FROM temp.lc_former_rows AS f
            WHERE f.item_id IN (SELECT id FROM item) ON CONFLICT DO NOTHING;
            DROP TABLE temp.lc_former_rows;
            """)
    }

    /// An id behind which as many are free as are needed.
    ///
    /// Items and sections of a data set's follower go below all ids: those above remain to programs that insert rows.
    static func firstFree(_ table: String, count: Int64, isAbove: Bool, in connection: Connection) throws -> Int64 {
        let largest = try connection.first("SELECT coalesce(max(id), 0) FROM \(table)", as: Int64.self) ?? 0
        // −1 is what SQLite's triggers call a row without an id.
        let least = try connection.first("SELECT min(coalesce(min(id), -1), -1) FROM \(table)", as: Int64.self) ?? -1
        // Some program may have given the first or the last ids.
        let (fitsAbove, fitsBelow) = (largest < .max - count, least > .min + count)
        return fitsAbove && (isAbove || !fitsBelow) ? max(0, largest) : least - 1 - count
    }

    /// Whether a row comes before another one, in SQL.
    ///
    /// - Parameters:
    ///   - first, second: SQL for the values of a term of each.
    ///   - last: The term that decides among equal ones.
    static func isBefore(
        _ terms: [FollowedExpression.Term], _ first: (Int) -> String, _ second: (Int) -> String, last: String
    ) -> String {
        terms.indices.reversed().reduce(last) { rest, index in
            let (term, first, second) = (terms[index], first(index), second(index))
            return "CASE WHEN \(first) COLLATE \(term.collation) IS \(second) THEN \(rest) "
                + "WHEN \(first) IS NULL THEN \(term.isDescending ? 0 : 1) "
                + "WHEN \(second) IS NULL THEN \(term.isDescending ? 1 : 0) "
                + "ELSE \(first) COLLATE \(term.collation) \(term.isDescending ? ">" : "<") \(second) END"
        }
    }

    /// The terms as a list for ORDER BY.
    ///
    /// - Parameter sql: SQL for a term.
    static func list(_ terms: [FollowedExpression.Term], _ sql: (Int) -> String) -> [String] {
        terms.enumerated().map { "\(sql($0)) COLLATE \($1.collation)\($1.isDescending ? " DESC" : "")" }
    }
}
