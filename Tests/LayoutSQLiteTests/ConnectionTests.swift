import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ConnectionTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func connect(_ mode: Connection.Mode = .create, timeout: Duration = .seconds(5)) throws -> Connection {
        try Connection(path: directory.file("a.db"), mode: mode, busyTimeout: timeout)
    }

    @Test("An error carries the extended code, the statement and the file")
    func errorDetails() throws {
        let connection = try connect()
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)")
        let error = try #require(throws: SQLiteError.self) {
            try connection.execute("SELECT 1;\n INSERT INTO t VALUES (1); SELECT 2")
        }
        #expect(failure { throw error } == "2067 UNIQUE constraint failed: t.a in INSERT INTO t VALUES (1);")
        #expect(error.path == connection.path)
        #expect(error.description.contains("UNIQUE") && error.description.contains("a.db"))
    }

    @Test("A missing file is not made unless asked for")
    func missingFile() throws {
        for mode in [Connection.Mode.readOnly, .readWrite] {
            #expect(failure { try connect(mode) } == "14 No such file or directory")
        }
        #expect(try directory.names() == [])
        _ = try connect(.create)
        #expect(try directory.names() == ["a.db"])
    }

    @Test("A directory is called a directory", arguments: [Connection.Mode.readOnly, .readWrite, .create])
    func openedDirectory(mode: Connection.Mode) {
        #expect(failure { try Connection(path: directory.path, mode: mode) } == "526 it is a directory")
    }

    @Test("A file that is not a database is found out, and left alone")
    func otherFile() throws {
        let bytes = Data(String(repeating: "id,width,height\n", count: 100).utf8)
        try bytes.write(to: URL(fileURLWithPath: directory.file("a.db")))
        #expect(errorCode { try connect().run("SELECT * FROM sqlite_schema") } == .notADatabase)
        #expect(throws: SQLiteError.self) { try ConnectionPool(path: directory.file("a.db")) }
        #expect(try directory.contents(of: "a.db") == bytes)
    }

    @Test("A second writer gets a busy error")
    func secondWriter() throws {
        let first = try connect()
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        let second = try connect(timeout: .zero)
        try first.transaction {
            try first.run("INSERT INTO t VALUES (1)")
            #expect(failure { try second.transaction {} } == "5 database is locked in BEGIN IMMEDIATE")
            #expect(!second.isInTransaction)
        }
        try second.transaction { try second.run("INSERT INTO t VALUES (2)") }
        #expect(try first.rowCount() == 2)
    }

    @Test("A read cannot become a write once another connection has written")
    func readThatWrites() throws {
        let first = try connect()
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        let second = try connect()
        let code = errorCode {
            try first.transaction(.deferred) {
                _ = try first.rowCount()
                try second.insertRow()
                try first.insertRow()
            }
        }
        #expect(code == ResultCode(rawValue: 517))
    }

    @Test("An interruption stops the running statement only")
    func interruption() throws {
        let connection = try connect()
        let handle = connection.interruptHandle
        // Nothing is running yet: the interruption goes by.
        handle.interrupt()
        #expect(try connection.first("SELECT 1", as: Int.self) == 1)
        let hasBegun = Gate()
        try connection.createFunction("announce", argumentCount: 0) { _, _ in
            hasBegun.open()
            return .null
        }
        let worker = Worker {
            hasBegun.pass()
            handle.interrupt()
        }
        let endless = "SELECT announce() UNION ALL SELECT * FROM (\(endlessQuery))"
        #expect(errorCode { try connection.run(endless) } == .interrupt)
        try worker.join()
        #expect(try connection.first("SELECT 1", as: Int.self) == 1)
        connection.close()
        handle.interrupt()
    }

    @Test("An interruption while column_batch is declared is reported as one, and the next use declares it")
    func interruptedDeclaration() throws {
        let connection = try connect()
        // An interruption lasts for as long as a statement runs.
        let running = try connection.prepare("SELECT 1 UNION ALL SELECT 2")
        #expect(try running.step())
        connection.interruptHandle.interrupt()
        // SQLite looks for an interruption where it reads a space: there is none before the table's declaration.
        let statement = "SELECT(1)FROM(column_batch)"
        #expect(errorCode { try connection.prepare(statement) } == .interrupt)
        running.reset()
        _ = try connection.prepare(statement)
    }

    @Test("A question can stop the statements that run, and is asked no more afterwards")
    func checking() throws {
        struct Stop: Error {}
        let connection = try connect()
        try connection.execute("CREATE VIRTUAL TABLE tree USING rtree (id, low, high)")
        let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999) SELECT i, i, i FROM n"
        try connection.run("INSERT INTO tree \(rows)")
        for sql in [endlessQuery, "SELECT rtreecheck('tree')"] {
            var questions = 0
            func ask() throws {
                questions += 1
                if questions == 3 { throw Stop() }
            }
            #expect(throws: Stop.self) { try connection.checking(ask) { try connection.run(sql) } }
            #expect(try questions == 3 && connection.first("SELECT rtreecheck('tree')", as: String.self) == "ok")
            #expect(questions == 3)
        }
    }

    @Test("Functions take and answer values of each kind, and are called by statements alone unless they are asked for")
    func functions() throws {
        let connection = try connect()
        try connection.createFunction("same", argumentCount: 1) { _, arguments in arguments.value(0) }
        #expect(
            try connection.first("SELECT same(3) || same(0.5) || same('é') || typeof(same(NULL))", as: String.self)
                == "30.5énull")
        try connection.createFunction("arity", argumentCount: -1) { .integer(Int64($1.count)) }
        #expect(try connection.first("SELECT arity() * 10 + arity(1, 2, 3)", as: Int.self) == 3)
        #expect(throws: SQLiteError.self) {
            try connection.createFunction("many", argumentCount: 1000) { _, _ in .null }
        }
        try connection.execute("CREATE VIEW a AS SELECT arity()")
        #expect(throws: SQLiteError.self) { try connection.run("SELECT * FROM a") }
    }

    @Test("Checkpoints move the log into the file")
    func checkpoints() throws {
        let connection = try connect()
        let pin = try connect()
        #expect(try connection.checkpoint(pinnedBy: pin) == (-1, -1))
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        let (frames, moved) = try connection.checkpoint(.passive, pinnedBy: pin)
        #expect(frames > 0 && moved == frames)
        #expect(try connection.checkpoint(.truncate, pinnedBy: pin) == (0, 0))
        #expect(try directory.contents(of: "a.db-wal").isEmpty)
    }

    @Test("No commit moves the log by itself, which it could at an unlucky moment")
    func commitsWithoutCheckpoints() throws {
        let connection = try connect()
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        for _ in 0..<20 { try connection.run("INSERT INTO t VALUES (zeroblob(1000000))") }
        #expect(try directory.contents(of: "a.db").count == 4096)
    }

    @Test("A defensive connection does not touch shadow tables")
    func shadowTables() throws {
        let connection = try connect()
        try connection.execute("CREATE VIRTUAL TABLE r USING rtree(id, x0, x1)")
        try connection.setDefensive(true)
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM r_node") }
        try connection.setDefensive(false)
        try connection.execute("DELETE FROM r_node")
    }

    @Test("Using a closed connection traps, closing it again does not")
    func closedConnection() async throws {
        let connection = try connect()
        connection.close()
        connection.close()
        await #expect(processExitsWith: .failure) {
            let connection = try Connection.inMemory()
            connection.close()
            try connection.execute("SELECT 1")
        }
    }
}
