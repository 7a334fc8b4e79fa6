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

    private struct Entry {
        var kind: String
        var name: String
        var table: String
        var sql: String
    }

    /// The tables in which `lc_rtree` keeps its nodes; SQLite makes them with it.
    package static let shadows = ["lc_rtree_node", "lc_rtree_parent", "lc_rtree_rowid"]

    package init(_ connection: Connection) throws {
        // SQLite folds the letters of names that are ASCII, and so does its lower().
        var found: [String: Entry] = [:]
        var triggers: [Entry] = []
        try connection.forEachRow(
            "SELECT type, lower(name), lower(tbl_name), coalesce(sql, ''), name FROM sqlite_schema"
        ) { row in
            let entry = Entry(
                kind: row.stringOrEmpty(0), name: row.stringOrEmpty(4), table: row.stringOrEmpty(2),
                sql: row.stringOrEmpty(3))
            if entry.kind == "trigger" { triggers.append(entry) }
            found[row.stringOrEmpty(1)] = entry
        }
        for expected in UserSchema.objects {
            compare(found[expected.name], expected, isDerived: false)
            guard expected.kind == .table, let entry = found[expected.name], entry.kind == "table" else { continue }
            let differences = try UserSchema.differences(of: expected.name, text: entry.sql, in: connection)
            if !differences.isEmpty { hasLostDeclarations = true }
            problems += differences
        }
        for part in MigrationCatalogue.derived {
            for expected in DerivedSchema.objects[part.name] ?? [] {
                compare(found[expected.name], expected, isDerived: true)
            }
        }
        for name in Self.shadows where found[name]?.kind != "table" { problems.append("the table \(name) is missing") }
        for trigger in triggers where !DerivedSchema.names.contains(trigger.name.lowercased()) {
            if DerivedSchema.names.contains(trigger.table) || Self.shadows.contains(trigger.table) {
                problems.append("the trigger \(trigger.name) on \(trigger.table) is not part of the store")
            } else if UserSchema.names.contains(trigger.table), !SearchIndex.triggers.contains(trigger.name),
                !trigger.name.hasPrefix(UserSchema.followerPrefix)
            {
                notes.append(
                    "the trigger \(trigger.name) on \(trigger.table) is not part of the store: "
                        + "it runs with statements on that table")
            }
        }
    }

    private mutating func compare(_ found: Entry?, _ expected: DerivedSchema.Object, isDerived: Bool) {
        guard let found else { return problems.append("the \(expected.kind.rawValue) \(expected.name) is missing") }
        guard found.kind == expected.kind.rawValue else {
            return problems.append("\(expected.name) is a \(found.kind), and should be a \(expected.kind.rawValue)")
        }
        if isDerived {
            if found.sql == expected.sql || SQLStatements.isSame(found.sql, asOneOf: [expected.sql]) { return }
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
}
