internal import LayoutSQLite
internal import LayoutTestSupport

/// The user's own rows of a store, as text to compare.
struct UserTables: Hashable, CustomStringConvertible {
    var rows: [String]

    init(rows: [String]) { self.rows = rows }

    /// The columns that are the user's, by table, as SQL's list of texts. Others may be derived.
    private static let columns = """
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
            let words = line.split(separator: " ")
            return (table: words[0], columns: words.dropFirst().map { "'\($0)'" }.joined(separator: ", "))
        }

    init(_ connection: Connection) throws {
        rows = []
        for (table, wanted) in Self.columns {
            let columns = try connection.lines(
                "SELECT name || ' ' || type FROM pragma_table_info('\(table)') WHERE name IN (\(wanted)) ORDER BY cid")
            guard !columns.isEmpty else { continue }
            rows.append("table \(table)")
            // As any statement would store them that writes the same values again: a number in a column that is
            // declared as text is text. SQLite itself takes a page that holds another for damaged.
            let names = columns.map { $0.prefix { $0 != " " } }
            try connection.execute(
                """
                DROP TABLE IF EXISTS temp.look; CREATE TEMP TABLE look (\(columns.joined(separator: ", ")));
                INSERT INTO temp.look SELECT \(names.joined(separator: ", ")) FROM main.\(table);
                """)
            let list = names.map { "quote(\($0))" }.joined(separator: " || '|' || ")
            rows += try connection.lines("SELECT '\(table)|' || \(list) FROM temp.look ORDER BY 1")
        }
    }

    /// Reads the tables of a file; there are none without one.
    init(path: String) throws {
        self = try StoreFiles.exists(path) ? Connection.at(path) { try UserTables($0) } : UserTables(rows: [])
    }

    /// These tables without the ones of scroll positions and folds.
    var withoutPlaces: UserTables {
        let places = ["viewport|", "section_offset|", "collapsed|", "collapsed_item|"]
        return UserTables(rows: rows.filter { row in !places.contains { row.hasPrefix($0) } })
    }

    /// These tables without the positions of items and sections.
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

    func difference(from other: UserTables) -> String { Self.difference(rows, other.rows) }

    /// The first few that one list has and the other has not.
    static func difference<Row: Hashable & Comparable>(_ found: [Row], _ expected: [Row]) -> String {
        let missing = Set(expected).subtracting(found).sorted().map { "missing \($0)" }
        let surplus = Set(found).subtracting(expected).sorted().map { "surplus \($0)" }
        return "\(missing.count) rows missing, \(surplus.count) surplus; "
            + (missing.prefix(3) + surplus.prefix(3)).joined(separator: "; ")
    }
}
