import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCampaign

/// Damage, or harm, that a campaign has found something with: always tried again.
struct DamageFixture: Sendable, CustomTestStringConvertible {
    /// The damage, and its kind in brackets.
    var testDescription: String
    private var statements: String

    static let all = DataFile("DamageFixtures.txt").cases.map {
        DamageFixture(testDescription: $0.heading, statements: $0.text.replacing("⏎", with: "\n"))
    }

    /// Whether the statements change the user's own rows.
    var changesOwnRows: Bool { testDescription.hasSuffix("[own rows]") }

    /// Does it to a store.
    func strike(_ path: String) throws {
        try Connection.at(path) { connection in
            try connection.execute("CREATE TABLE note (text)")
            let tables = try DerivedTables.withRowIDs(connection)
            try connection.execute("CREATE TABLE lc_note (text); INSERT INTO lc_note VALUES ('mine')")
            if statements.hasPrefix("each: ") {
                for table in tables {
                    let name = try Statement.quoted(table)
                    try connection.execute(
                        String(statements.dropFirst(6)).replacing(/(TABLE|FROM|VIEW) TABLE/) { "\($0.1) \(name)" })
                }
            } else {
                try connection.execute(statements)
            }
            if testDescription.hasSuffix("[rows missing]") { try DerivedTables.loseRows(connection, of: tables) }
        }
    }
}

/// Findings of earlier campaigns, each by itself.
@Suite struct DamageFixtureTests {
    /// The store that each of them damages a copy of.
    private static let made = Result {
        let scratch = try ScratchDirectory()
        let recipe = StoreRecipe(seed: 7, directory: scratch.path)
        return (scratch: scratch, base: try BaseStore(recipe, .prepared, at: scratch.file("base.db")))
    }

    @Test(
        "No command crashes or runs what the file brought along, and the repair ends clean",
        arguments: DamageFixture.all)
    func repairs(_ fixture: DamageFixture) throws {
        let (scratch, base) = (try ScratchDirectory(), try Self.made.get().base)
        let path = scratch.file("damaged.db")
        try StoreFiles.copy(base.path, to: path)
        try fixture.strike(path)
        var result = TrialResult()
        try DamagedStoreTrial(base: base, path: path).run(into: &result, changesOwnRows: fixture.changesOwnRows)
        try BaseStores.judge(path, &result)
        #expect(result.findings.isEmpty, "\(result.findings)")
    }
}
