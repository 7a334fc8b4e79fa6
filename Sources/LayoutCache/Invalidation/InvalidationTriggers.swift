internal import LayoutMigrations
internal import LayoutSQLite

/// The triggers that note what a change makes stale: installed with the first preparation, taken out
/// during a bulk load, compared by `verify`.
enum InvalidationTriggers {
    /// The statements of `invalidation.sql`, by the name of what they create.
    static let expected: [String: String] = {
        var statements: [String: String] = [:]
        for text in SQLStatements.split(MigrationCatalogue.invalidation) {
            statements[SQLStatements.createdName(text)] = text
        }
        return statements
    }()

    /// Whether all of them are there.
    static func areInstalled(on connection: Connection) throws -> Bool {
        try installed(on: connection).count == expected.count
    }

    static func install(on connection: Connection) throws {
        let present = try installed(on: connection)
        guard present.count < expected.count else { return }
        try remove(from: connection)
        try connection.execute(MigrationCatalogue.invalidation)
    }

    /// Takes all of it out, inside the caller's transaction.
    static func remove(from connection: Connection) throws {
        try suspend(on: connection)
        // The trigger on the view goes with it.
        try connection.execute("DROP VIEW IF EXISTS lc_mark")
    }

    /// Takes the triggers out for a bulk load, inside its transaction.
    static func suspend(on connection: Connection) throws {
        for name in try installed(on: connection).keys.sorted() where name != "lc_mark" && name != "lc_mark_insert" {
            try connection.execute("DROP TRIGGER \(name)")
        }
    }

    /// Puts the triggers back after a bulk load, if there is anything that they could mark.
    static func resume(on connection: Connection) throws {
        let isNeeded = try connection.first("SELECT 1 FROM lc_preparation LIMIT 1", as: Int.self) != nil
        if isNeeded { try install(on: connection) }
    }

    /// Those of ours that the file has, by name, with their text.
    static func installed(on connection: Connection) throws -> [String: String] {
        var found: [String: String] = [:]
        try connection.forEachRow(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' OR type = 'view'"
        ) { row in
            if expected[row.stringOrEmpty(0)] != nil { found[row.stringOrEmpty(0)] = row.stringOrEmpty(1) }
        }
        return found
    }
}

/// Just enough of SQL's grammar to take our own schema files apart.
enum SQLStatements {
    /// The statements of a text: a trigger ends with `END;`, any other with `;` at a line's end.
    static func split(_ text: String) -> [String] {
        var statements: [String] = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if lines.isEmpty, line.hasPrefix("--") { continue }
            lines.append(line)
            let isTrigger = lines[0].hasPrefix("CREATE TRIGGER")
            if line.hasSuffix(isTrigger ? "END;" : ";") {
                statements.append(String(lines.joined(separator: "\n").dropLast()))
                lines = []
            }
        }
        return statements
    }

    /// The name of what a CREATE statement makes.
    static func createdName(_ statement: String) -> String {
        let words = statement.split(whereSeparator: { " \n(".contains($0) })
        return words.count > 2 ? String(words[2]) : ""
    }

    /// A statement with blanks folded and quotes around identifiers taken off, for comparing.
    static func normalised(_ statement: String) -> String {
        var result = ""
        var isBlank = false
        for character in statement where character != "\"" {
            if character.isWhitespace {
                isBlank = true
            } else {
                if isBlank, !result.isEmpty { result.append(" ") }
                isBlank = false
                result.append(character)
            }
        }
        return result
    }
}
