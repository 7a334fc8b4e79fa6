internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Random statements on the user's tables. The result is compared with a store laid out from the beginning, under each
/// setting of `recursive_triggers` and `foreign_keys`.
struct SQLCampaign: NumberedCampaign {
    static let name = "sql"
    static let summary =
        "random statements on the user's tables: nothing that they change is missed by the next preparation"
    private static let statements = 25

    private let settings: CampaignSettings
    private let fresh: FreshFrames
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        fresh = FreshFrames(directory: settings.directory)
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let recipe = StoreRecipe(seed: settings.seed &+ UInt64(number / 40), directory: settings.directory)
        let path = settings.file("sql.db")
        try recipe.make(.prepared, at: path)
        let (isRecursive, hasForeignKeys) = (number & 1 == 1, number & 2 == 2)
        let done = try execute(on: path, recipe, isRecursive: isRecursive, hasForeignKeys: hasForeignKeys, &random)
        let pragmas = "recursive_triggers \(isRecursive ? "on" : "off"), foreign_keys \(hasForeignKeys ? "on" : "off")"
        result.tally("statements, \(pragmas)", done.count)
        let tables = try UserTables(path: path)
        do {
            let store = try CampaignStore.open(path)
            defer { store.close() }
            // A layout that is not marked as stale must be right.
            let expected = try fresh.frames(for: path, holding: tables)
            let now = try StoreFrames(store)
            for status in try store.status() where status.staleSections == 0 && status.isComplete {
                guard let own = now.layouts[status.layout], let others = expected.layouts[status.layout] else {
                    continue
                }
                if !own.isSame(as: others) {
                    result.find(
                        "not marked as stale, and wrong", "“\(status.layout)”: \(now.difference(from: expected))")
                }
            }
        } catch {
            result.find("reading fails", "\(error)")
        }
        StoreCheck(fresh: fresh).check(path, into: &result) { $0 == tables ? nil : $0.difference(from: tables) }
        for index in result.findings.indices {
            result.findings[index].detail +=
                " [recursive_triggers \(isRecursive), foreign_keys \(hasForeignKeys): \(done.joined(separator: "; "))]"
        }
        return result
    }

    private func execute(
        on path: String, _ recipe: StoreRecipe, isRecursive: Bool, hasForeignKeys: Bool, _ random: inout SeededGenerator
    ) throws -> [String] {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute("PRAGMA recursive_triggers = \(isRecursive); PRAGMA foreign_keys = \(hasForeignKeys)")
        let isOneTransaction = Bool.random(using: &random)
        if isOneTransaction { try connection.execute("BEGIN") }
        var done: [String] = []
        var edit = RandomEdit(recipe.data)
        for _ in 0..<Self.statements {
            edit.imagine(items: 90, positions: 30, using: &random)
            let statement =
                switch Int.random(in: 0..<60, using: &random) {
                case 0: "UPDATE layout SET container_height = container_height + 64 WHERE name = 'wall'"
                case 1: "UPDATE viewport SET y = \(Int.random(in: 0...400, using: &random)) WHERE layout = 'wall'"
                default:
                    edit.statements(.allCases.randomElement(using: &random) ?? .resize, using: &random)
                        .joined(separator: "; ")
                }
            do {
                try connection.execute(statement)
            } catch {
                // OR FAIL keeps what it did before it failed, OR ROLLBACK ends the transaction: both count.
                guard .constraint ~= error.code || .error ~= error.code else { throw error }
            }
            done.append(statement)
        }
        if isOneTransaction { try? connection.execute("COMMIT") }
        // Without foreign keys an item can be put into a missing section, and verifying reports it.
        try connection.execute("DELETE FROM item WHERE section_id NOT IN (SELECT id FROM section)")
        return done
    }
}
