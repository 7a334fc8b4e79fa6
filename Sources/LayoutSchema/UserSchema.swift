internal import LayoutMigrations
package import LayoutSQLite

/// The part of a store's schema that holds what is the user's: numbered migrations, each run once.
package enum UserSchema {
    /// The names of tables and triggers that keep a data set equal to what it follows begin with it.
    package static let followerPrefix = "layout_followed_"

    package static let migrator = migrator(.wholeFile)

    /// Migrates a database that has other tables as well.
    package static let sharingMigrator = migrator(.tables)

    private static func migrator(_ ownership: Migrator.Ownership) -> Migrator {
        Migrator(
            applicationID: MigrationCatalogue.applicationID, table: "schema_migration",
            migrations: MigrationCatalogue.steps.map { Migrator.Migration(identifier: $0.name, sql: $0.text) },
            ownership: ownership)
    }

    /// The tables that the migrations make, and their indexes: each as it is in a file that went through all of them.
    /// ADD COLUMN writes a column before the last parenthesis.
    package static let objects = MigrationCatalogue.steps.flatMap { SchemaInspection.Statements.split($0.text) }.reduce(
        into: [DerivedSchema.Object]()
    ) { objects, sql in
        if let object = DerivedSchema.Object(creating: sql) {
            objects.removeAll { $0.name == object.name }
            objects.append(object)
        } else if let column = sql.firstRange(of: " ADD COLUMN "),
            let table = objects.firstIndex(where: { sql[..<column.lowerBound] == "ALTER TABLE \($0.name)" }),
            let end = objects[table].sql.lastIndex(of: ")")
        {
            objects[table].sql.insert(contentsOf: ", \(sql[column.upperBound...])", at: end)
        }
    }

    package static let names = Set(objects.map(\.name))

    /// The texts of the tables by name. Every opening compares them.
    package static let texts = Dictionary(
        uniqueKeysWithValues: objects.filter { $0.kind == .table }.map { ($0.name, $0.sql) })

    /// The tables of scroll positions and folds. If they cannot be copied, every layout is shown from its beginning,
    /// and every section is expanded.
    package static let places: Set = ["viewport", "section_offset", "collapsed", "collapsed_item"]

    /// The names of all objects that a store makes, derived or not, in lower case.
    package static let allNames = names.union(DerivedSchema.names).union(SchemaInspection.shadows).union([
        migrator.table
    ])

    /// The names of a store's objects that another program has already used, in alphabetical order.
    package static func takenNames(in connection: Connection) throws -> [String] {
        try connection.names("SELECT name FROM sqlite_schema ORDER BY name").filter {
            allNames.contains($0.lowercased())
        }
    }

    /// The columns of a table by name, as they are declared.
    package static func columns(of table: String, in connection: Connection) throws -> [String: String] {
        var columns: [String: String] = [:]
        try connection.forEachRow(
            "SELECT name, type || CASE WHEN \"notnull\" THEN ' NOT NULL' ELSE '' END "
                + "|| CASE WHEN pk THEN ' PRIMARY KEY' ELSE '' END FROM pragma_table_info(?1)", table
        ) { columns[$0.stringOrEmpty(0)] = $0.stringOrEmpty(1) }
        return columns
    }

    /// The user's tables as the migrations declare them, by name. It takes milliseconds to find out.
    package static let declarations = Result {
        let connection = try Connection(path: ":memory:", mode: .create)
        defer { connection.close() }
        try migrator.migrate(connection)
        return try Dictionary(
            uniqueKeysWithValues: texts.keys.map { ($0, try Declaration(of: $0, in: connection)) })
    }

    /// The differences of a table's declaration from ours. Our own text, with or without more columns, lacks nothing.
    package static func differences(of table: String, text: String, in connection: Connection) throws -> [String] {
        guard let own = texts[table], text != own else { return [] }
        if let end = own.lastIndex(of: ")"), text.hasPrefix(own[..<end]), text.hasSuffix(own[end...]),
            text.dropFirst(own[..<end].count).first == ","
        {
            return []
        }
        guard let declared = try declarations.get()[table] else { return [] }
        return try Declaration(of: table, in: connection).differences(from: declared, of: table)
    }

    /// Takes all of a store out of a database that has other tables, inside the caller's transaction.
    package static func remove(from connection: Connection) throws {
        try SearchIndex.remove(ofDataset: nil, from: connection)
        try DerivedSchema.remove(from: connection)
        for object in objects.reversed() where object.kind == .table {
            try connection.execute("DROP TABLE IF EXISTS \(object.name)")
        }
        try connection.execute("DROP TABLE \(migrator.table)")
    }

    /// The declaration of one of the user's tables of a store: what each column is, and what it refuses.
    ///
    /// A program that makes a table again with other words, as pandas' `to_sql` does, leaves one that takes any row.
    package struct Declaration {
        /// The columns by name: see ``UserSchema/columns(of:in:)``.
        package let columns: [String: String]
        /// Whether it is STRICT, and WITHOUT ROWID.
        private let options: Set<String>
        /// How many constraints keep rows unique.
        private let uniqueCount: Int
        /// The text in which its conditions are looked for, without blanks and quotes.
        private let text: String

        /// Reads the declaration of a table that is there.
        init(of table: String, in connection: Connection) throws {
            columns = try UserSchema.columns(of: table, in: connection)
            uniqueCount =
                try connection.first(
                    "SELECT count(*) FROM pragma_index_list(?1) WHERE origin IN ('u', 'pk')", table, as: Int.self) ?? 0
            let sql = try connection.first(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE", table,
                as: String.self)
            text = SchemaInspection.Statements.normalised(sql ?? "").filter { $0 != " " }
            options = Set(text.split(separator: ")").last?.uppercased().split(separator: ",").map(String.init) ?? [])
        }

        /// The differences from how the migrations declare the table. More columns may be there, in any order.
        func differences(from declared: Declaration, of table: String) -> [String] {
            var differences: [String] = []
            for (name, expected) in declared.columns.sorted(by: { $0.key < $1.key }) {
                guard let actual = columns[name] else {
                    differences.append("the table \(table) has no column \(name)")
                    continue
                }
                if actual != expected {
                    let type = actual.isEmpty ? "without a type" : actual
                    differences.append(
                        "the column \(name) of the table \(table) is declared \(type), and should be \(expected)")
                }
            }
            let hasConditions = declared.conditions.allSatisfy { text.contains($0) }
            if options != declared.options || uniqueCount < declared.uniqueCount || !hasConditions {
                differences.append("the table \(table) has lost constraints")
            }
            return differences
        }

        /// Its CHECK constraints.
        private var conditions: [Substring] {
            text.ranges(of: "CHECK(").map { range in
                var depth = 1
                let condition = text[range.upperBound...].prefix { character in
                    depth += character == "(" ? 1 : character == ")" ? -1 : 0
                    return depth > 0
                }
                return text[range.lowerBound..<condition.endIndex]
            }
        }
    }

    /// The indexes of the item table while its first rows are loaded. Building one from sorted rows at the end is
    /// faster than growing it row by row. That is not so if the rows come in its order, or are not in it.
    package struct ItemIndexes {
        /// The index of the order of items, by section and position.
        private static let order = "item_order"
        /// Indexes that few rows are in: none is built faster by reading the table once more for it.
        private static let sparse = ["item_original", "item_span", "item_sticky", "item_sticky_level"]

        private var dropped: [String] = []
        /// The section of the row before; nil where the index of the order is not grown any more.
        private var lastSection: Int64?

        package init() {}

        /// Drops the indexes that most rows will be in; the table is empty.
        ///
        /// The index of the order is kept for as long as rows come in that order.
        package mutating func drop(on connection: Connection) throws {
            let kept = Self.sparse.map { "'\($0)'" }.joined(separator: ", ")
            try drop(where: "name NOT IN ('\(Self.order)', \(kept))", on: connection)
            lastSection = .min
        }

        /// Drops the index of the order as well where rows that are about to be inserted do not come in it.
        ///
        /// Growing it in its order takes a fifth of the time that it takes to read the table once more and to sort.
        ///
        /// - Parameter sections: The rows' sections. In each of them positions ascend.
        package mutating func willInsert(_ sections: ContiguousArray<Int64>, on connection: Connection) throws {
            guard var last = lastSection else { return }
            for section in sections {
                guard section >= last else {
                    lastSection = nil
                    return try drop(where: "name = '\(Self.order)'", on: connection)
                }
                last = section
            }
            lastSection = last
        }

        /// Builds the dropped ones.
        package mutating func restore(on connection: Connection) throws {
            for sql in dropped { try connection.execute(sql) }
            dropped = []
            lastSection = nil
        }

        private mutating func drop(where condition: String, on connection: Connection) throws {
            let indexes = try connection.rows(
                """
                SELECT name, sql FROM sqlite_schema
                WHERE type = 'index' AND tbl_name = 'item' AND sql IS NOT NULL AND \(condition)
                """
            ) { (name: $0.stringOrEmpty(0), sql: $0.stringOrEmpty(1)) }
            for index in indexes { try connection.execute("DROP INDEX \(Statement.quoted(index.name))") }
            dropped += indexes.map(\.sql)
        }
    }
}
