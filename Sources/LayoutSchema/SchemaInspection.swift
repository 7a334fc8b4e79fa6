internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutText

/// Compares what a file's schema holds with what it should, by names, kinds and texts. Nothing in it is used, since a
/// view in the place of a table might never end.
package struct SchemaInspection {
    /// Objects that are missing, different, or foreign where only ours may be.
    package private(set) var problems: [String] = []
    /// Foreign objects that run with statements on the user's tables: the user's own business.
    package private(set) var notes: [String] = []
    /// Whether a table of the user's has lost what the migrations declare.
    package private(set) var hasLostDeclarations = false

    /// A row of `sqlite_schema`.
    package struct Entry {
        package let type: String
        package let name: String
        /// Its name and its table's in the letters by which SQLite compares names: those that are ASCII are folded.
        package let key, tableKey: String
        package let rootPage: Int64
        package let sql: String

        /// The kind of the object that its text makes: SQLite never looks at its type.
        package var kind: String { DerivedSchema.Object(creating: sql)?.kind.rawValue ?? type }

        /// All of them, in the order in which they were made.
        package static func all(in connection: Connection) throws -> [Entry] {
            try connection.rows(
                """
                SELECT type, name, lower(name), lower(tbl_name), rootpage, coalesce(sql, '') FROM sqlite_schema
                ORDER BY rowid
                """
            ) { row in
                Entry(
                    type: row.stringOrEmpty(0), name: row.stringOrEmpty(1), key: row.stringOrEmpty(2),
                    tableKey: row.stringOrEmpty(3), rootPage: row.int64(4), sql: row.stringOrEmpty(5))
            }
        }
    }

    /// The tables in which `lc_rtree` keeps its nodes; SQLite makes them with it.
    package static let shadows = ["lc_rtree_node", "lc_rtree_parent", "lc_rtree_rowid"]

    package init(_ connection: Connection) throws {
        let entries = try Entry.all(in: connection)
        let found = Dictionary(entries.map { ($0.key, $0) }) { $1 }
        for expected in UserSchema.objects {
            compare(found[expected.name], expected, isDerived: false)
            guard expected.kind == .table, let entry = found[expected.name], entry.type == "table" else { continue }
            let differences = try UserSchema.differences(of: expected.name, text: entry.sql, in: connection)
            if !differences.isEmpty { hasLostDeclarations = true }
            problems += differences
        }
        for part in MigrationCatalogue.derived {
            for expected in DerivedSchema.objects[part.name] ?? [] {
                compare(found[expected.name], expected, isDerived: true)
            }
        }
        for name in Self.shadows where found[name]?.type != "table" { problems.append("the table \(name) is missing") }
        for trigger in entries where trigger.type == "trigger" && !DerivedSchema.names.contains(trigger.key) {
            let (name, table) = (trigger.name, trigger.tableKey)
            if DerivedSchema.names.contains(table) || Self.shadows.contains(table) {
                problems.append("the trigger \(name) on \(table) is not part of the store")
            } else if UserSchema.names.contains(table), !SearchIndex.triggers.contains(name),
                !name.hasPrefix(UserSchema.followerPrefix)
            {
                notes.append(
                    "the trigger \(name) on \(table) is not part of the store: it runs with statements on that table")
            }
        }
    }

    private mutating func compare(_ found: Entry?, _ expected: DerivedSchema.Object, isDerived: Bool) {
        guard let found else { return problems.append("the \(expected.kind.rawValue) \(expected.name) is missing") }
        guard found.type == expected.kind.rawValue else {
            return problems.append("\(expected.name) is a \(found.type), and should be a \(expected.kind.rawValue)")
        }
        if isDerived {
            // Renaming in the shell may rewrite blanks and quotes. Equal texts are found first, since the others take
            // time.
            if found.sql == expected.sql || Statements.normalised(found.sql) == Statements.normalised(expected.sql) {
                return
            }
            problems.append("the text of the \(expected.kind.rawValue) \(expected.name) is not what it should be")
        } else if expected.kind == .table, found.sql.hasPrefix("CREATE VIRTUAL") {
            problems.append("\(expected.name) is a virtual table, and should be a table")
        }
    }

    /// Refuses a store whose schema is not what its statements rely on.
    ///
    /// - Throws: ``LayoutError`` `corrupt`.
    package static func require(_ connection: Connection, path: String) throws {
        let inspection = try SchemaInspection(connection)
        guard let first = inspection.problems.first else { return }
        let others = inspection.problems.count - 1
        throw LayoutError.corrupt("\(path) is damaged: \(first)" + (others > 0 ? ", and \(others) more" : ""))
    }

    /// Just enough of SQL's grammar to take our own schema files apart.
    enum Statements {
        /// The statements of a text: a trigger ends with `END;`, any other with `;` at the end of a line without a
        /// comment.
        ///
        /// By bytes, since every opening of a store needs them: `Character`s took sixteen milliseconds.
        static func split(_ text: String) -> [String] {
            var statements: [String] = []
            let bytes = Array(text.utf8)
            var start: Int?
            var ending = ";"
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                if start == nil, !line.isEmpty, !line.starts(with: "--".utf8) {
                    start = line.startIndex
                    ending = line.starts(with: "CREATE TRIGGER".utf8) ? "END;" : ";"
                }
                guard let first = start, line.suffix(ending.utf8.count).elementsEqual(ending.utf8),
                    !zip(line, line.dropFirst()).contains(where: { $0 == (UInt8(ascii: "-"), UInt8(ascii: "-")) })
                else { continue }
                // SQLite keeps a statement without the blanks at its end.
                let last = bytes[first..<(line.endIndex - 1)].lastIndex { $0 > UInt8(ascii: " ") } ?? first
                statements.append(String(decoding: bytes[first...last], as: UTF8.self))
                start = nil
            }
            return statements
        }

        /// A statement with blanks folded and quotes around identifiers taken off, for comparing.
        static func normalised(_ statement: String) -> String {
            statement.filter { $0 != "\"" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
