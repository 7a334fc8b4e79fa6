import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

private let first = Migration(identifier: "0001-wall", sql: "CREATE TABLE wall(id INTEGER PRIMARY KEY, name TEXT)")
private let second = Migration(
    identifier: "0002-colour",
    sql: "ALTER TABLE wall ADD COLUMN colour TEXT; INSERT INTO wall(name, colour) VALUES ('north', 'white');"
)
private let third = Migration(identifier: "0003-index", sql: "CREATE INDEX wall_name ON wall(name)")
private let migrator = Migrator(applicationID: 77, table: "step", migrations: [first, second])

private func openPool(_ path: String, for migrator: Migrator) throws -> ConnectionPool {
    var configuration = ConnectionPool.Configuration()
    configuration.inspect = { try migrator.check($0).isDone ? .settled : .unsettled }
    return try ConnectionPool(path: path, configuration: configuration)
}

@Suite struct MigratorTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func connect(_ mode: Connection.Mode = .create) throws -> Connection {
        try Connection(path: directory.file("a.db"), mode: mode)
    }

    /// The application's number and the version that a file has.
    private func numbers(_ connection: Connection) throws -> [Int?] {
        try ["application_id", "user_version"].map { try connection.first("PRAGMA \($0)", as: Int.self) }
    }

    private func migrate(_ migrator: Migrator, upTo identifier: String? = nil) throws {
        try migrator.migrate(connect(), upTo: identifier)
    }

    @Test("A new file goes through every migration")
    func newFile() throws {
        let connection = try connect()
        #expect(try migrator.state(of: connection) == .empty)
        try migrator.migrate(connection)
        #expect(try migrator.state(of: connection) == .current)
        #expect(try connection.text("SELECT colour FROM wall") == "white")
        #expect(try numbers(connection) == [77, 2])
        #expect(
            try connection.text("SELECT group_concat(number || name || checksum) FROM step")
                == "1\(first.identifier)\(first.checksum),2\(second.identifier)\(second.checksum)")
        #expect(
            try connection.first("SELECT count(*) FROM step WHERE julianday(applied_at) IS NOT NULL", as: Int.self) == 2
        )
    }

    @Test("A file of no bytes is a new file")
    func emptyFile() throws {
        #expect(FileManager.default.createFile(atPath: directory.file("a.db"), contents: Data()))
        #expect(try migrator.state(of: connect(.readOnly)) == .empty)
        try migrate(migrator)
        #expect(try migrator.state(of: connect()) == .current)
    }

    @Test("Migrating twice changes nothing the second time")
    func secondMigration() throws {
        try migrate(migrator)
        let bytes = try directory.contents(of: "a.db")
        try migrate(migrator)
        #expect(try directory.contents(of: "a.db") == bytes)
    }

    @Test("An older file keeps its rows")
    func olderFile() throws {
        try migrate(migrator, upTo: "0001-wall")
        #expect(try migrator.state(of: connect()) == .older(version: 1))
        try connect().run("INSERT INTO wall(name) VALUES ('south')")
        try migrate(migrator)
        #expect(
            try connect().text("SELECT group_concat(name) FROM (SELECT name FROM wall ORDER BY id)") == "south,north")
    }

    @Test("A migration that fails is undone, and the ones before it stay")
    func failedMigration() throws {
        let broken = Migration(identifier: "0003-broken", sql: "CREATE TABLE door(id); INSERT INTO nowhere VALUES (1)")
        let migrator = Migrator(applicationID: 77, table: "step", migrations: [first, second, broken])
        let error = #expect(throws: SQLiteError.self) { try migrate(migrator) }
        #expect(error?.sql == "INSERT INTO nowhere VALUES (1)")
        #expect(try migrator.state(of: connect()) == .older(version: 2))
        #expect(try connect().first("SELECT count(*) FROM sqlite_schema WHERE name = 'door'", as: Int.self) == 0)
        #expect(try connect().first("SELECT count(*) FROM step", as: Int.self) == 2)
    }

    /// Expects a refusal that leaves every byte and every file as it was.
    private func expectRefusal(_ expected: MigratorError, by migrator: Migrator) throws {
        let bytes = try directory.contents(of: "a.db")
        #expect(throws: expected) { try migrate(migrator) }
        #expect(throws: expected) {
            _ = try openPool(directory.file("a.db"), for: migrator)
        }
        #expect(try directory.contents(of: "a.db") == bytes)
        #expect(try directory.names() == ["a.db"])
    }

    @Test("A foreign file is refused", arguments: [(0, 0), (78, 0), (78, 1), (0, 5)])
    func foreignFileRefused(applicationID: Int32, version: Int) throws {
        try connect().execute(
            "CREATE TABLE theirs(x); PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
        )
        #expect(try migrator.state(of: connect()) == .foreign(applicationID: applicationID))
        try expectRefusal(.foreign(applicationID: applicationID), by: migrator)
    }

    @Test("A newer file is refused, without a trace of reading it", arguments: ["DELETE", "WAL"])
    func newerFileRefused(journalMode: String) throws {
        try connect().execute("PRAGMA journal_mode = \(journalMode)")
        try migrate(Migrator(applicationID: 77, table: "step", migrations: [first, second, third]))
        #expect(try migrator.state(of: connect()) == .newer(version: 3))
        try expectRefusal(.newer(found: 3, known: 2), by: migrator)
    }

    @Test("A log that a crash left beside a refused file stays in place")
    func logOfRefusedFile() throws {
        // A copy of a file that is being written is what a crash leaves.
        let writer = try Connection(path: directory.file("living.db"), mode: .create)
        try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE theirs(x); PRAGMA application_id = 78")
        try directory.copyDatabase("living.db", to: "a.db")
        let bytes = try [directory.contents(of: "a.db"), directory.contents(of: "a.db-wal")]
        #expect(throws: MigratorError.foreign(applicationID: 78)) {
            _ = try openPool(directory.file("a.db"), for: migrator)
        }
        #expect(try [directory.contents(of: "a.db"), directory.contents(of: "a.db-wal")] == bytes)
    }

    @Test("A migration that was edited after it shipped is refused")
    func editedMigration() throws {
        try migrate(migrator)
        let edited = Migration(identifier: first.identifier, sql: first.sql + " ")
        try expectRefusal(
            .changed(identifier: first.identifier, recorded: first.checksum, known: edited.checksum),
            by: Migrator(applicationID: 77, table: "step", migrations: [edited, second, third])
        )
    }

    @Test("A file without its record is refused")
    func missingRecord() throws {
        try migrate(migrator)
        try connect().execute("DELETE FROM step WHERE number = 1")
        try expectRefusal(.unrecorded(found: 2, recorded: 1), by: migrator)
        try connect().execute("DROP TABLE step")
        try expectRefusal(.unrecorded(found: 2, recorded: 0), by: migrator)
    }

    /// Copies a database as `.dump` does: the contents of tables, and no numbers of the header.
    private func dump(to name: String) throws {
        let source = try connect()
        let copy = try Connection(path: directory.file(name), mode: .create)
        try source.forEachRow("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { row in
            try copy.execute(row.stringOrEmpty(0))
        }
        try source.run("ATTACH ?1 AS copy", directory.file(name))
        try source.execute("INSERT INTO copy.wall SELECT * FROM wall; INSERT INTO copy.step SELECT * FROM step")
    }

    @Test("A dump is recognised by its record, and gets its numbers back when it is opened for writing")
    func recognisedDump() throws {
        try migrate(migrator)
        try dump(to: "b.db")
        let copy = try Connection(path: directory.file("b.db"), mode: .readWrite)
        #expect(try copy.first("PRAGMA application_id", as: Int.self) == 0)
        #expect(try migrator.state(of: copy) == .current)
        #expect(try migrator.check(copy).state == .current)
        #expect(try copy.first("PRAGMA application_id", as: Int.self) == 0)
        try migrator.migrate(copy)
        #expect(try numbers(copy) == [77, 2])
        #expect(try copy.first("SELECT count(*) FROM wall", as: Int.self) == 1)
    }

    @Test("A dump of an older file goes through the migrations that it lacks")
    func dumpOfOlderFile() throws {
        try migrate(migrator, upTo: "0001-wall")
        try dump(to: "b.db")
        let copy = try Connection(path: directory.file("b.db"), mode: .readWrite)
        #expect(try migrator.state(of: copy) == .older(version: 1))
        try migrator.migrate(copy)
        #expect(try migrator.state(of: copy) == .current)
        #expect(try copy.first("PRAGMA user_version", as: Int.self) == 2)
    }

    @Test("A table of the record's name that records other things is no proof")
    func foreignRecord() throws {
        try connect().execute(
            "CREATE TABLE step(number, name, checksum, applied_at, is_shared); CREATE TABLE theirs(x)")
        try connect().execute("INSERT INTO step VALUES (1, 'theirs', 'x', 'now', 0)")
        #expect(try migrator.state(of: connect()) == .foreign(applicationID: 0))
        try connect().execute("DROP TABLE step; CREATE TABLE step(left, right)")
        #expect(try migrator.state(of: connect()) == .foreign(applicationID: 0))
    }

    private let guest = Migrator(applicationID: 77, table: "step", migrations: [first, second], ownership: .tables)

    @Test("A database with other tables takes ours beside them, and keeps its numbers", arguments: [(0, 0), (78, 5)])
    func otherTables(applicationID: Int32, version: Int) throws {
        try connect().execute(
            "CREATE TABLE theirs(x); PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
        )
        func expectTheirs() throws {
            #expect(try numbers(connect()) == [Int(applicationID), version])
            #expect(try connect().first("SELECT count(*) FROM theirs", as: Int.self) == 0)
        }
        #expect(try guest.state(of: connect()) == .empty)
        try migrate(guest, upTo: "0001-wall")
        try expectTheirs()
        // From now on it is ours too, for both migrators.
        for migrator in [guest, migrator] {
            #expect(try migrator.state(of: connect()) == .older(version: 1))
        }
        try migrate(migrator)
        try expectTheirs()
        #expect(try guest.state(of: connect()) == .current)
        try migrate(migrator)
        try expectTheirs()
    }

    @Test("A database whose names are taken is refused with the list")
    func takenNames() throws {
        try connect().execute("CREATE TABLE other(x); CREATE VIEW Wall AS SELECT 1; CREATE INDEX step ON other(x)")
        let bytes = try directory.contents(of: "a.db")
        #expect(throws: MigratorError.taken(names: ["step", "Wall"])) { try migrate(guest) }
        #expect(try directory.contents(of: "a.db") == bytes)
    }

    @Test("A guest in a new file marks it as unowned")
    func guestInNewFile() throws {
        try migrate(guest)
        #expect(try connect().first("PRAGMA application_id", as: Int.self) == 0)
        #expect(try migrator.state(of: connect()) == .current)
    }

    @Test("Many connections may migrate one new file at once")
    func parallelMigrations() throws {
        for round in 0..<20 {
            let path = directory.file("\(round).db")
            let workers = (0..<4).map { index in
                Worker {
                    // Half of them come with a pool, which changes the journal mode at the same time.
                    if index % 2 == 0 {
                        try migrator.migrate(Connection(path: path, mode: .create))
                    } else {
                        try openPool(path, for: migrator).writeWithoutTransaction { try migrator.migrate($0) }
                    }
                }
            }
            for worker in workers { try worker.join() }
            let connection = try Connection(path: path, mode: .readOnly)
            #expect(try migrator.state(of: connection) == .current)
            #expect(try connection.first("SELECT count(*) FROM wall", as: Int.self) == 1)
        }
    }

    @Test("The checksum is FNV-1a with 64 bits")
    func checksum() {
        // The test vectors of the algorithm's authors.
        #expect(Migration(identifier: "", sql: "").checksum == "cbf29ce484222325")
        #expect(Migration(identifier: "", sql: "a").checksum == "af63dc4c8601ec8c")
        #expect(Migration(identifier: "", sql: "foobar").checksum == "85944171f73967e8")
    }
}
