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
        let format = try Self.makeStore(path, like: settings.recipe(number / 40), using: &random)
        let objects = try Self.makeObjects(in: path, using: &random)
        let before = try Self.contents(path)
        if try !LayoutStore.verify(at: path).isWhole { result.find("damage in a whole store", format) }
        let damage = try strike(path, &random)
        let damaged = StoreFiles.exists(path + "-wal") ? nil : try StoreFiles.bytes(path)
        judge(path, before, damaged, &result)
        result.tally(format.contains("user_version") ? "beside another program's tables" : "alone in the file")
        for index in result.findings.indices {
            result.findings[index].detail += " [\(format); \(objects.joined(separator: "; ")); \(damage)]"
        }
        return result
    }

    /// Makes a store of some format with the rows and layouts of a recipe's, edited since it was prepared; returns what
    /// was drawn.
    private static func makeStore(
        _ path: String, like recipe: StoreRecipe, using random: inout SeededGenerator
    ) throws -> String {
        func one(of choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
        var pragmas = [
            "encoding = '\(one(of: "UTF-8", "UTF-16le", "UTF-16be"))'",
            "page_size = \(512 << Int.random(in: 0...7, using: &random))",
            "auto_vacuum = \(one(of: "NONE", "FULL", "INCREMENTAL"))",
            "journal_mode = \(one(of: "WAL", "DELETE", "TRUNCATE"))",
        ]
        // Whether the file has tables of another program.
        let isShared = Bool.random(using: &random)
        if isShared { pragmas.append("user_version = 7") }
        try Connection.at(path, .create) { connection in
            for pragma in pragmas { try connection.execute("PRAGMA " + pragma) }
            let table = "CREATE TABLE own_note (id INTEGER PRIMARY KEY, data TEXT)"
            try connection.execute(isShared ? table : table + "; DROP TABLE own_note")
        }
        try LayoutStore(path: path, mode: isShared ? .adopt : .create).close()
        for state in [StoreState.imported, .defined, .prepared, .edited] { try recipe.add(state, to: path) }
        return pragmas.joined(separator: ", ")
    }

    /// Makes some objects of the user's; returns the statements that did it.
    private static func makeObjects(in path: String, using random: inout SeededGenerator) throws -> [String] {
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

    /// The user's rows and objects, beside the store's own.
    private static func contents(_ path: String) throws -> Set<String> {
        try Connection.at(path) { connection in
            // An object that is not there cannot be lost.
            Set(try UserTables(connection).rows + Statements.of("own").flatMap { (try? connection.lines($0)) ?? [] })
        }
    }

    /// Damages derived rows, derived objects, or an index of the store's on the user's tables.
    private func strike(_ path: String, _ random: inout SeededGenerator) throws -> String {
        if Int.random(in: 0..<3, using: &random) > 0 {
            return try SQLDamage.strike(path, using: &random).joined(separator: "; ")
        }
        let statement = Statements.of("strike").randomElement(using: &random) ?? ""
        try StoreFiles.execute(statement + "; DELETE FROM lc_sum", on: path)
        return statement
    }

    /// A repair ends clean with everything that was there, or changes no byte and names what stopped it.
    private func judge(_ path: String, _ before: Set<String>, _ damaged: [UInt8]?, _ result: inout TrialResult) {
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
            let lost = before.subtracting(try Self.contents(path))
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
