import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

private let first = Migrator.Migration(
    identifier: "0001-wall", sql: "CREATE TABLE wall(id INTEGER PRIMARY KEY, name TEXT)")
private let second = Migrator.Migration(
    identifier: "0002-colour",
    sql: "ALTER TABLE wall ADD COLUMN colour TEXT; INSERT INTO wall(name, colour) VALUES ('north', 'white');")
private let edited = Migrator.Migration(identifier: first.identifier, sql: first.sql + " ")
private let third = Migrator.Migration(identifier: "0003-index", sql: "CREATE INDEX wall_name ON wall(name)")
private let migrator = makeMigrator([first, second])
private let guest = makeMigrator([first, second], .tables)

private func makeMigrator(_ migrations: [Migrator.Migration], _ ownership: Migrator.Ownership = .wholeFile) -> Migrator
{
    Migrator(applicationID: 77, table: "step", migrations: migrations, ownership: ownership)
}

private func openPool(_ path: String, for migrator: Migrator) throws -> ConnectionPool {
    var configuration = ConnectionPool.Configuration()
    configuration.inspect = { try migrator.check($0).isDone }
    return try ConnectionPool(path: path, configuration: configuration)
}

@Suite struct MigratorTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func connect(_ mode: Connection.Mode = .create) throws -> Connection {
        try Connection(path: directory.file("a.db"), mode: mode)
    }

    private func execute(_ script: String) throws { try connect().execute(script) }

    private func text(_ sql: String) throws -> String? { try connect().text(sql) }

    private func migrate(_ migrator: Migrator) throws { try migrator.migrate(connect()) }

    private func state(for migrator: Migrator = migrator) throws -> Migrator.State {
        try migrator.state(of: connect())
    }

    /// The application's number and the version that a file has.
    private func numbers(_ name: String = "a.db") throws -> [Int?] {
        let connection = try Connection(path: directory.file(name), mode: .readOnly)
        return try ["application_id", "user_version"].map { try connection.first("PRAGMA \($0)", as: Int.self) }
    }

    @Test("A new file, also one of no bytes, goes through every migration", arguments: [false, true])
    func newFile(isThere: Bool) throws {
        if isThere { #expect(FileManager.default.createFile(atPath: directory.file("a.db"), contents: Data())) }
        #expect(try migrator.state(of: connect(isThere ? .readOnly : .create)) == .empty)
        try migrate(migrator)
        #expect(try state() == .current)
        #expect(try text("SELECT colour FROM wall") == "white")
        #expect(try numbers() == [77, 2])
        #expect(
            try text("SELECT group_concat(number || name || checksum) FROM step")
                == "1\(first.identifier)\(first.checksum),2\(second.identifier)\(second.checksum)")
        #expect(try text("SELECT count(*) FROM step WHERE julianday(applied_at) IS NOT NULL") == "2")
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
        try migrate(makeMigrator([first]))
        #expect(try state() == .older(version: 1))
        try execute("INSERT INTO wall(name) VALUES ('south')")
        try migrate(migrator)
        #expect(try text("SELECT group_concat(name) FROM (SELECT name FROM wall ORDER BY id)") == "south,north")
    }

    @Test("A migration that fails is undone, and the ones before it stay")
    func failedMigration() throws {
        let broken = Migrator.Migration(
            identifier: "0003-broken", sql: "CREATE TABLE door(id); INSERT INTO nowhere VALUES (1)")
        let migrator = makeMigrator([first, second, broken])
        let error = #expect(throws: SQLiteError.self) { try migrate(migrator) }
        #expect(error?.sql == "INSERT INTO nowhere VALUES (1)")
        #expect(try state(for: migrator) == .older(version: 2))
        #expect(try text("SELECT count(*) FROM sqlite_schema WHERE name = 'door'") == "0")
        #expect(try text("SELECT count(*) FROM step") == "2")
    }

    private static func theirs(_ applicationID: Int32, _ version: Int) -> String {
        "CREATE TABLE theirs(x); PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
    }

    private static func foreign(_ applicationID: Int32) -> (Migrator.State?, Migrator.Failure) {
        (.foreign(applicationID: applicationID), .foreign(applicationID: applicationID))
    }

    private static let newer: (Migrator.State?, Migrator.Failure) = (.newer(version: 3), .newer(found: 3, known: 2))

    @Test(
        "A file that is foreign, newer, made by an edited migration or without its record is refused, without a trace",
        arguments: [
            ([], theirs(0, 0), foreign(0)), ([], theirs(78, 0), foreign(78)), ([], theirs(78, 1), foreign(78)),
            ([], theirs(0, 5), foreign(0)),
            // A table of the record's name that records other things is no proof.
            (
                [],
                "CREATE TABLE step(number, name, checksum, applied_at, is_shared); CREATE TABLE theirs(x); "
                    + "INSERT INTO step VALUES (1, 'theirs', 'x', 'now', 0)", foreign(0)
            ), ([], "CREATE TABLE theirs(x); CREATE TABLE step(left, right)", foreign(0)),
            ([first, second, third], "", newer), ([first, second, third], "PRAGMA journal_mode = WAL", newer),
            (
                [edited, second], "",
                (nil, .changed(identifier: first.identifier, recorded: edited.checksum, known: first.checksum))
            ), ([first, second], "DELETE FROM step WHERE number = 1", (nil, .unrecorded(found: 2, recorded: 1))),
            ([first, second], "DROP TABLE step", (nil, .unrecorded(found: 2, recorded: 0))),
        ] as [([Migrator.Migration], String, (Migrator.State?, Migrator.Failure))])
    func refused(
        migrations: [Migrator.Migration], script: String, expected: (state: Migrator.State?, error: Migrator.Failure)
    ) throws {
        if !migrations.isEmpty { try migrate(makeMigrator(migrations)) }
        try execute(script)
        if let state = expected.state { #expect(try self.state() == state) }
        let bytes = try directory.contents(of: "a.db")
        #expect(throws: expected.error) { try migrate(migrator) }
        #expect(throws: expected.error) { try openPool(directory.file("a.db"), for: migrator) }
        #expect(try directory.contents(of: "a.db") == bytes)
        #expect(try directory.names() == ["a.db"])
    }

    @Test("A log that a crash left beside a refused file stays in place")
    func logOfRefusedFile() throws {
        // A copy of a file that is being written is what a crash leaves.
        let writer = try Connection(path: directory.file("living.db"), mode: .create)
        try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE theirs(x); PRAGMA application_id = 78")
        try directory.copyDatabase("living.db", to: "a.db")
        func bytes() throws -> [Data] { try ["a.db", "a.db-wal"].map(directory.contents) }
        let before = try bytes()
        #expect(throws: Migrator.Failure.foreign(applicationID: 78)) {
            try openPool(directory.file("a.db"), for: migrator)
        }
        #expect(try bytes() == before)
    }

    /// Copies a database as `.dump` does: the contents of tables, and no numbers of the header.
    private func dump(to name: String) throws -> Connection {
        let source = try connect()
        let copy = try Connection(path: directory.file(name), mode: .create)
        try source.forEachRow("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { row in
            try copy.execute(row.stringOrEmpty(0))
        }
        try source.run("ATTACH ?1 AS copy", directory.file(name))
        try source.execute("INSERT INTO copy.wall SELECT * FROM wall; INSERT INTO copy.step SELECT * FROM step")
        return copy
    }

    @Test(
        "A dump is recognised by its record, and gets its numbers back and what it lacks when it is opened for writing",
        arguments: [false, true])
    func recognisedDump(isOlder: Bool) throws {
        try migrate(isOlder ? makeMigrator([first]) : migrator)
        let copy = try dump(to: "b.db")
        let state: Migrator.State = isOlder ? .older(version: 1) : .current
        #expect(try migrator.state(of: copy) == state && migrator.check(copy).state == state)
        #expect(try numbers("b.db") == [0, 0])
        try migrator.migrate(copy)
        #expect(try migrator.state(of: copy) == .current && numbers("b.db") == [77, 2])
        #expect(try copy.text("SELECT count(*) FROM wall") == "1")
    }

    @Test("A database with other tables takes ours beside them, and keeps its numbers", arguments: [(0, 0), (78, 5)])
    func otherTables(applicationID: Int32, version: Int) throws {
        try execute(Self.theirs(applicationID, version))
        func expectTheirs() throws {
            #expect(try numbers() == [Int(applicationID), version])
            #expect(try text("SELECT count(*) FROM theirs") == "0")
        }
        #expect(try state(for: guest) == .empty)
        try migrate(makeMigrator([first], .tables))
        try expectTheirs()
        // From now on it is ours too, for both migrators.
        #expect(try state(for: guest) == .older(version: 1) && state() == .older(version: 1))
        try migrate(migrator)
        try expectTheirs()
        #expect(try state(for: guest) == .current)
        try migrate(migrator)
        try expectTheirs()
    }

    @Test("A guest in a new file marks it as unowned")
    func guestInNewFile() throws {
        try migrate(guest)
        #expect(try numbers()[0] == 0)
        #expect(try state() == .current)
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
            #expect(try connection.text("SELECT count(*) FROM wall") == "1")
        }
    }

    @Test(
        "The checksum is FNV-1a with 64 bits",
        // The test vectors of the algorithm's authors.
        arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func checksum(sql: String, checksum: String) {
        #expect(Migrator.Migration(identifier: "", sql: sql).checksum == checksum)
    }
}
