internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Files of earlier versions, in which tables were adopted, which is now called followed.
enum AdoptedStore {
    static let prefix = "layout_adopt"

    static func exists(in connection: Connection) throws -> Bool {
        try DerivedSchema.has(.table, "layout_adoption", in: connection)
    }

    /// Has the data sets follow their tables as now, with the items that they have.
    static func convert(_ connection: Connection) throws {
        guard try exists(in: connection) else { return }
        let hasTraits =
            try connection.first(
                "SELECT 1 FROM pragma_table_info('layout_adoption') WHERE name = 'trait_columns'", as: Int.self) != nil
        var known: [(dataset: Int64, following: Following)] = []
        try connection.forEachRow(
            """
            SELECT a.dataset_id, a.source_table, d.name, a.payload_columns, \(hasTraits ? "a.trait_columns" : "NULL"),
              a.section_column, a.order_column, a.width_column, a.height_column, a.key_column
            FROM layout_adoption AS a JOIN dataset AS d ON d.id = a.dataset_id
            """
        ) { row in
            var following = Following(table: row.stringOrEmpty(1), as: row.stringOrEmpty(2))
            (following.section, following.order) = (row.string(5), row.string(6))
            (following.width, following.height, following.key) = (row.string(7), row.string(8), row.string(9))
            following.payload = FollowerRecord.list(try? JSONValue(parsing: row.stringOrEmpty(3)))
            let traits = row.string(4).flatMap { try? JSONValue(parsing: $0) }
            for (name, path) in Following.contentParts {
                if case .string(let column)? = traits?[name] { following[keyPath: path] = column }
            }
            known.append((row.int64(0), following))
        }
        for kind in ["trigger", "view"] {
            for name in try connection.names(
                "SELECT name FROM sqlite_schema WHERE type = '\(kind)' AND name GLOB '\(prefix)ed_*'")
            {
                try connection.execute("DROP \(kind) IF EXISTS \(name)")
            }
        }
        for (dataset, following) in known {
            let (old, names) = ("layout_adopted_\(dataset)", FollowerNames(dataset: dataset, source: nil))
            let schema = try FollowerSchema(following, dataset: dataset, in: connection)
            for sql in try schema.tables() { try connection.execute(sql) }
            let key = schema.values.keys.first
            try connection.execute(
                """
                INSERT INTO \(names.rows) (row, item_id, section_id\(key.map { ", \($0)" } ?? ""))
                SELECT row, item_id, section_id\(key == nil ? "" : ", nullif(sort_key, -9e999)") FROM \(old);
                INSERT INTO \(names.sections) (section_id, value)
                SELECT section_id, nullif(value, '') FROM \(old)_section;
                \(schema.orderIndex ?? "");
                """)
            try Followers(connection: connection).renew(following, dataset: dataset)
        }
        for table in try connection.names(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '\(prefix)*'")
        {
            try connection.execute("DROP TABLE \(table)")
        }
    }
}
