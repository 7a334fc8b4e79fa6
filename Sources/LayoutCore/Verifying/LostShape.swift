package import LayoutSQLite
internal import LayoutSchema

/// Finds what another program has renamed or removed of the user's tables of a store. A repair cannot know where the
/// values are, and would make an empty one beside them.
package enum LostShape {
    /// The missing columns and tables, each with the statement that heals it.
    package static func mistakes(in connection: Connection) throws -> [VerificationReport.Mistake] {
        let declared = try UserSchema.declarations.get()
        var mistakes: [VerificationReport.Mistake] = []
        // SQLite alters no table while a view does not compile, except where the schema may be written.
        let views = DerivedSchema.objects.values.joined().filter { $0.kind == .view }
        let isCompiling = views.allSatisfy { (try? connection.prepare("SELECT 1 FROM \($0.name)")) != nil }
        let prefix = isCompiling ? "" : "PRAGMA writable_schema = ON; "
        // Scroll positions can be made again: see ``UserSchema/places``.
        for table in UserSchema.tables.subtracting(UserSchema.places).sorted() {
            let expected = declared[table]?.columns ?? [:]
            let found = try UserSchema.columns(of: table, in: connection)
            guard !found.isEmpty else {
                if let other = try renamed(table, expected, in: connection) {
                    mistakes.append(
                        VerificationReport.Mistake(
                            message: "the table \(table) is missing, and “\(other)” has its columns",
                            remedy: prefix + "ALTER TABLE \(try SQLIdentifier.quoted(other)) RENAME TO \(table)"))
                }
                continue
            }
            let others = found.filter { expected[$0.key] == nil }
            for (column, declaration) in expected.sorted(by: { $0.key < $1.key }) where found[column] == nil {
                mistakes.append(
                    VerificationReport.Mistake(
                        message: "the table \(table) has no column \(column), which a repair cannot mend",
                        remedy: try prefix + remedy(table, column, declaration, others)))
            }
        }
        return mistakes
    }

    /// The statement that brings a column back: the name of a column of the same declaration, if there is one.
    private static func remedy(
        _ table: String, _ column: String, _ declaration: String, _ others: [String: String]
    ) throws -> String {
        let candidates = others.filter { $0.value == declaration }.keys.sorted()
        if let other = candidates.first, candidates.count == 1 {
            return "ALTER TABLE \(table) RENAME COLUMN \(try SQLIdentifier.quoted(other)) TO \(column)"
        }
        if !others.isEmpty { return "ALTER TABLE \(table) RENAME COLUMN … TO \(column)" }
        return "ALTER TABLE \(table) ADD COLUMN \(column) \(declaration)"
    }

    /// A table of another name with all columns of a table that is missing.
    private static func renamed(
        _ table: String, _ expected: [String: String], in connection: Connection
    ) throws -> String? {
        let tables = try connection.names(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        return try tables.first { other in
            guard !UserSchema.allNames.contains(other.lowercased()) else { return false }
            let found = try UserSchema.columns(of: other, in: connection)
            return expected.allSatisfy { found[$0.key] == $0.value }
        }
    }
}
