internal import LayoutSQLite
internal import LayoutTestSupport

/// The user's own rows of a store, as text to compare.
struct UserTables: Hashable, CustomStringConvertible {
    var rows: [String]

    static let none = UserTables(rows: [])

    init(rows: [String]) { self.rows = rows }

    /// The columns that are the user's, by table. More columns may be added, and derived ones may be among them.
    static let columns = """
        dataset id name
        section id dataset_id position title header_width header_height footer_width footer_height inset_top \
        inset_leading inset_bottom inset_trailing definition
        item id section_id position key width height x y payload span row_span level sticky_level sticky_edge
        layout id dataset_id name definition container_width container_height measure
        measurement measure item_id width height
        section_measurement measure section_id header_width header_height footer_width footer_height
        viewport layout x y width height
        section_offset layout section_id offset
        collapsed layout section_id
        collapsed_item layout item_id
        """.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return (table: words[0], columns: Array(words.dropFirst()))
        }

    /// The user's columns that a table of a database has, with their types; none if there is no such table.
    static func columns(
        of table: String, _ wanted: [String], in connection: Connection
    ) throws -> [(name: String, type: String)] {
        var present: [String: String] = [:]
        try connection.forEachRow("SELECT name, type FROM pragma_table_info(?1)", table) {
            present[$0.stringOrEmpty(0)] = $0.stringOrEmpty(1)
        }
        return wanted.compactMap { name in present[name].map { (name, $0) } }
    }

    init(_ connection: Connection) throws {
        rows = []
        for (table, wanted) in Self.columns {
            let columns = try Self.columns(of: table, wanted, in: connection)
            guard !columns.isEmpty else { continue }
            rows.append("table \(table)")
            // As any statement would store them that writes the same values again: a number in a column that is
            // declared as text is text. SQLite itself takes a page that holds another for damaged.
            let names = columns.map(\.name).joined(separator: ", ")
            try connection.execute(
                """
                DROP TABLE IF EXISTS temp.look;
                CREATE TEMP TABLE look (\(columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")));
                INSERT INTO temp.look SELECT \(names) FROM main.\(table);
                """)
            let list = columns.map { "quote(\($0.name))" }.joined(separator: " || '|' || ")
            rows += try connection.lines("SELECT '\(table)|' || \(list) FROM temp.look ORDER BY 1")
        }
    }

    /// Reads the tables of a file.
    init(path: String) throws { self = try Connection.at(path) { try UserTables($0) } }

    /// The same without the tables of scroll positions and folds.
    var withoutPlaces: UserTables {
        let places = ["viewport|", "section_offset|", "collapsed|", "collapsed_item|"]
        return UserTables(rows: rows.filter { row in !places.contains { row.hasPrefix($0) } })
    }

    /// The same without the positions of items and sections.
    var withoutPositions: UserTables {
        UserTables(
            rows: rows.map { row in
                // After the table's name, the id and the parent's id.
                var values = row.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false)
                guard ["item", "section"].contains(values[0]), values.count > 3 else { return row }
                values.remove(at: 3)
                return values.joined(separator: "|")
            }.sorted())
    }

    var description: String { "\(rows.count) rows" }

    /// The first rows that one has and the other has not.
    func difference(from other: UserTables) -> String {
        let (own, others) = (Set(rows), Set(other.rows))
        let missing = other.rows.filter { !own.contains($0) }
        let surplus = rows.filter { !others.contains($0) }
        return "\(missing.count) rows missing, \(surplus.count) surplus; "
            + (missing.prefix(3).map { "missing " + $0 } + surplus.prefix(3).map { "surplus " + $0 }).joined(
                separator: "; ")
    }
}
