internal import LayoutSQLite
internal import LayoutText

/// The table that records which tables of the file are adopted: made with the first, and removed with the last.
enum AdoptionRecord {
    static func exists(in connection: Connection) throws -> Bool {
        try DerivedSchema.has(.table, AdoptionNames.record, in: connection)
    }

    static func makeTable(in connection: Connection) throws {
        guard try !exists(in: connection) else { return }
        try connection.execute(
            """
            CREATE TABLE \(AdoptionNames.record) ( -- The tables that data sets follow, and what their columns mean.
              dataset_id INTEGER PRIMARY KEY,
              source_table TEXT NOT NULL,
              section_column TEXT,
              order_column TEXT,
              width_column TEXT,
              height_column TEXT,
              key_column TEXT,
              payload_columns TEXT NOT NULL, -- a JSON array
              trait_columns TEXT -- a JSON object: of columns of item, the columns that they follow; NULL: none
            ) STRICT
            """
        )
    }

    static func insert(_ adoption: TableAdoption, dataset: Int64, in connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO \(AdoptionNames.record) (dataset_id, source_table, section_column, order_column, width_column,
              height_column, key_column, payload_columns)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            dataset, adoption.table, adoption.section, adoption.order, adoption.width, adoption.height, adoption.key,
            JSONValue.array(adoption.payload.map { .string($0) }).text)
        let traits = ItemTrait.allCases.compactMap { trait in
            adoption[trait].map { JSONValue.Member(key: trait.column, value: .string($0)) }
        }
        guard !traits.isEmpty else { return }
        if try !hasTraits(in: connection) {
            // Made by a program that did not know of them.
            try connection.execute("ALTER TABLE \(AdoptionNames.record) ADD COLUMN trait_columns TEXT")
        }
        try connection.run(
            "UPDATE \(AdoptionNames.record) SET trait_columns = ?2 WHERE dataset_id = ?1", dataset,
            JSONValue.object(traits).text)
    }

    private static func hasTraits(in connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM pragma_table_info(?1) WHERE name = 'trait_columns'", AdoptionNames.record, as: Int.self)
            != nil
    }

    /// All adoptions by the ids of their data sets; adoptions of removed data sets have an empty name.
    static func all(in connection: Connection) throws -> [(dataset: Int64, adoption: TableAdoption)] {
        guard try exists(in: connection) else { return [] }
        var found: [(dataset: Int64, adoption: TableAdoption)] = []
        let traits = try hasTraits(in: connection) ? "a.trait_columns" : "NULL"
        try connection.forEachRow(
            """
            SELECT a.dataset_id, a.source_table, coalesce(d.name, ''), a.section_column, a.order_column, a.width_column,
              a.height_column, a.key_column, a.payload_columns, \(traits)
            FROM \(AdoptionNames.record) AS a LEFT JOIN dataset AS d ON d.id = a.dataset_id ORDER BY d.name
            """
        ) { row in
            var payload: [String] = []
            if case .array(let names)? = try? JSONValue(parsing: row.stringOrEmpty(8)) {
                for case .string(let name) in names { payload.append(name) }
            }
            var adoption = TableAdoption(
                table: row.stringOrEmpty(1), dataset: row.stringOrEmpty(2), section: row.string(3),
                order: row.string(4), width: row.string(5), height: row.string(6), key: row.string(7), payload: payload)
            let traits = row.string(9).flatMap { try? JSONValue(parsing: $0) }
            for trait in ItemTrait.allCases {
                if case .string(let name)? = traits?[trait.column] { adoption[trait] = name }
            }
            found.append((row.int64(0), adoption))
        }
        return found
    }

    static func delete(dataset: Int64, in connection: Connection) throws {
        try connection.run("DELETE FROM \(AdoptionNames.record) WHERE dataset_id = ?1", dataset)
        if try connection.first("SELECT 1 FROM \(AdoptionNames.record) LIMIT 1", as: Int.self) == nil {
            try connection.execute("DROP TABLE \(AdoptionNames.record)")
        }
    }

    /// Follows a table that got another name: SQLite has taken the triggers along.
    static func followRenaming(of dataset: Int64, from table: String, in connection: Connection) throws -> String {
        guard
            let found = try connection.first(
                "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name = ?1",
                AdoptionNames(dataset: dataset).afterDelete, as: String.self), found != table
        else { return table }
        try connection.run("UPDATE \(AdoptionNames.record) SET source_table = ?2 WHERE dataset_id = ?1", dataset, found)
        return found
    }
}
