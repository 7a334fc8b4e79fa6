internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Stores in files of every format, with objects of the user's, repaired in place or by a copy.
struct RepairTrials {
    let settings: CampaignSettings

    func run(_ number: Int) throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let path = settings.file("repaired.db")
        StoreFiles.remove(path)
        let format = FileFormat(using: &random)
        try format.make(path, like: settings.recipe(number / 40))
        let objects = try UserObjects.make(in: path, using: &random)
        let before = try UserObjects(path: path)
        if try !LayoutStore.verify(at: path).isWhole { result.find("damage in a whole store", "\(format)") }
        let damage = try strike(path, &random)
        let damaged = StoreFiles.exists(path + "-wal") ? nil : try StoreFiles.bytes(path)
        judge(path, before, damaged, &result)
        result.tally(format.isShared ? "beside another program's tables" : "alone in the file")
        for index in result.findings.indices {
            result.findings[index].detail += " [\(format); \(objects.joined(separator: "; ")); \(damage)]"
        }
        return result
    }

    /// Damages derived rows, derived objects, or an index of the store's on the user's tables.
    private func strike(_ path: String, _ random: inout SeededGenerator) throws -> String {
        if Int.random(in: 0..<3, using: &random) > 0 {
            return try SQLDamage.strike(path, using: &random).joined(separator: "; ")
        }
        let statement = [
            "DROP INDEX item_order", "DROP INDEX section_order", "CREATE INDEX own_bands ON lc_band (length)",
            "ALTER TABLE measurement RENAME TO measurements", "ALTER TABLE item RENAME COLUMN height TO tall",
        ].randomElement(using: &random)
        guard let statement else { return "" }
        try StoreFiles.execute(statement + "; DELETE FROM lc_sum", on: path)
        return statement
    }

    /// A repair ends clean with everything that was there, or changes no byte and names what stopped it.
    private func judge(_ path: String, _ before: UserObjects, _ damaged: [UInt8]?, _ result: inout TrialResult) {
        do {
            let report = try LayoutStore.verify(at: path, repair: true)
            let isStopped = !report.isWhole && report.repairs.isEmpty
            result.tally(isStopped ? "stopped" : report.problems.isEmpty ? "nothing to repair" : "repaired")
            if isStopped {
                if let damaged, try StoreFiles.bytes(path) != damaged {
                    result.find("a repair that was stopped has changed the file", "\(report)")
                }
                if report.mistakes.isEmpty { result.find("a repair was stopped without a reason", "\(report)") }
                return
            }
            if !report.isWhole { result.find("a repair does not end clean", "\(report)") }
            let now = try UserObjects(path: path)
            let lost = before.lines.subtracting(now.lines)
            if !lost.isEmpty { result.find("lost by a repair", lost.sorted().prefix(3).joined(separator: "; ")) }
            // SQLite cannot check a table with an index that it cannot evaluate.
            try StoreFiles.execute("DROP INDEX IF EXISTS own_app", on: path)
            for problem in try Connection.at(path, .readWrite, StoreCheck.problems) {
                result.find("damaged by a repair", problem)
            }
        } catch {
            result.find("a repair fails", "\(error)")
        }
    }
}

struct FileFormat: CustomStringConvertible {
    let encoding: String
    let pageSize: Int
    let vacuum: String
    let journal: String
    /// Whether the file has tables of another program.
    let isShared: Bool

    init(using random: inout SeededGenerator) {
        encoding = ["UTF-8", "UTF-16le", "UTF-16be"].randomElement(using: &random) ?? ""
        pageSize = 512 << Int.random(in: 0...7, using: &random)
        vacuum = ["NONE", "FULL", "INCREMENTAL"].randomElement(using: &random) ?? ""
        journal = ["WAL", "DELETE", "TRUNCATE"].randomElement(using: &random) ?? ""
        isShared = Bool.random(using: &random)
    }

    var description: String { "\(encoding), \(pageSize), \(vacuum), \(journal), \(isShared ? "shared" : "own")" }

    /// Makes a store of this format with the rows and layouts of a recipe's, edited since it was prepared.
    func make(_ path: String, like recipe: StoreRecipe) throws {
        try Connection.at(path, .create) { connection in
            try connection.execute(
                """
                PRAGMA encoding = '\(encoding)'; PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(vacuum);
                PRAGMA journal_mode = \(journal); CREATE TABLE own_note (id INTEGER PRIMARY KEY, data TEXT)
                """)
            try connection.execute(isShared ? "PRAGMA user_version = 7" : "DROP TABLE own_note")
        }
        try LayoutStore(path: path, mode: isShared ? .adopt : .create).close()
        for state in [StoreState.imported, .defined, .prepared, .edited] { try recipe.add(state, to: path) }
    }
}

/// The user's rows and objects in a store's file, beside the store's own.
struct UserObjects {
    private(set) var lines: Set<String>

    init(path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        lines = Set(try UserTables(connection).rows)
        for sql in [
            "SELECT 'object ' || sql FROM sqlite_schema WHERE name LIKE 'own%'",
            "SELECT 'encoding ' || encoding FROM pragma_encoding",
            "SELECT 'page size ' || page_size FROM pragma_page_size",
            "SELECT 'version ' || user_version FROM pragma_user_version",
            "SELECT 'note ' || quote(data) FROM own_note", "SELECT 'title ' || title FROM own_title",
            "SELECT 'word ' || rowid FROM own_words WHERE own_words MATCH 'word'",
            "SELECT 'statistics ' || idx || ' ' || stat FROM sqlite_stat1 WHERE idx LIKE 'own%'",
        ] {
            // An object that is not there cannot be lost.
            lines.formUnion((try? connection.lines(sql)) ?? [])
        }
    }

    /// Makes some objects; returns the statements that did it.
    static func make(in path: String, using random: inout SeededGenerator) throws -> [String] {
        // The last one is an index that only a program with its function can make.
        let statements = Statements.of("object")
        var chosen = statements.dropLast().filter { _ in Bool.random(using: &random) }
        if Bool.random(using: &random) { chosen.append("ANALYZE") }
        // The statements before would call it.
        if Int.random(in: 0..<4, using: &random) == 0 { chosen.append(statements[statements.count - 1]) }
        try Connection.at(path) { connection in
            try connection.setDefensive(false)
            try connection.setTrustedSchema(true)
            for statement in chosen { try connection.execute(statement) }
        }
        return chosen
    }
}
