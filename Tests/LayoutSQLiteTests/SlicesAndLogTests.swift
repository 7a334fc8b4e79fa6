import Foundation
import LayoutSQLite
import Synchronization
import LayoutTestSupport
import Testing

@Suite struct SlicesAndLogTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    /// Writes rows of 3000 bytes over and over.
    private func write(_ count: Int, in pool: ConnectionPool) throws {
        for round in 0..<count {
            try pool.write { try $0.run("INSERT OR REPLACE INTO t VALUES (?1, zeroblob(3000))", round % 100) }
        }
    }

    @Test("A job in slices lets those who wait go first", .timeLimit(.minutes(1))) func slicesAndWaiters() throws {
        // job                              another writer
        // slice, slice, slice …
        //                                  INSERT
        // … sees it and ends
        let pool = try directory.openPool()
        let hasBegun = Gate()
        let worker = Worker {
            hasBegun.pass()
            try pool.write { try $0.run("INSERT INTO t VALUES (1, NULL)") }
        }
        try pool.writeInSlices { connection in
            hasBegun.open()
            return try connection.rowCount() == 1
        }
        try worker.join()
    }

    @Test("Committed slices stay when a later one fails")
    func committedSlices() async throws {
        struct Stop: Error {}
        let pool = try directory.openPool()
        var rows = 0
        do {
            try await pool.writeInSlices(&rows) { rows, connection in
                try connection.insertRow()
                rows += 1
                if rows == 4 { throw Stop() }
                return false
            }
        } catch is Stop {}
        #expect(try await pool.rowCount() == 3 && rows == 3)
    }

    @Test("A cancelled job in slices ends between two of them")
    func cancelledSlices() async throws {
        let pool = try directory.openPool()
        let task = Task {
            var rows = 0
            try await pool.writeInSlices(&rows) { rows, connection in
                try connection.insertRow()
                rows += 1
                return false
            }
        }
        while try await pool.rowCount() == 0 {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The log of many small commits stays bounded", arguments: [64 << 10, 1 << 20])
    func boundedLog(limit: Int) throws {
        let pool = try directory.openPool { $0.logLimitBytes = limit }
        try write(1500, in: pool)
        // Until a checkpoint begins, while it runs, and a page or two of the commit that is over.
        #expect(directory.logSize <= 3 * limit)
        pool.close()
        #expect(try directory.names() == ["a.db"])
    }

    @Test("A log that a reader has held back is moved when the reader has gone")
    func heldBackLog() throws {
        let limit = 256 << 10
        let pool = try directory.openPool { $0.logLimitBytes = limit }
        let other = try Connection(path: directory.file("a.db"), mode: .readOnly)
        try other.execute("BEGIN; SELECT * FROM t")
        _ = try other.rowCount()
        try write(500, in: pool)
        #expect(directory.logSize > 3 * limit)
        try other.execute("COMMIT")
        try write(1000, in: pool)
        #expect(directory.logSize <= 3 * limit)
    }

    @Test("Checkpoints are left to other processes on request")
    func foreignCheckpoints() throws {
        let pool = try directory.openPool { ($0.checkpointing, $0.logLimitBytes) = (.byOthers, 64 << 10) }
        try write(500, in: pool)
        pool.close()
        #expect(directory.logSize > 500 * 3000)
        let connection = try Connection(path: directory.file("a.db"), mode: .readWrite)
        #expect(try connection.first("PRAGMA wal_checkpoint(PASSIVE)", as: Int.self) == 0)
    }

    @Test("A checkpoint does not wait for a reader")
    func checkpointBesideReader() throws {
        let pool = try directory.openPool { $0.busyTimeout = .seconds(3600) }
        let other = try Connection(path: directory.file("a.db"), mode: .readOnly)
        let pin = try Connection(path: directory.file("a.db"), mode: .readWrite)
        try other.execute("BEGIN")
        _ = try other.rowCount()
        try pool.write { try $0.run("INSERT INTO t VALUES (1, 1)") }
        try pool.writeWithoutTransaction { connection in
            #expect(errorCode { try connection.checkpoint(.truncate, pinnedBy: pin) } == .busy)
        }
    }

    private final class Box {
        let value: Int?
        init(_ value: Int?) { self.value = value }
    }

    @Test("A database in memory is read and written through one connection, which forgets values with a write")
    func databaseInMemory() async throws {
        var configuration = ConnectionPool.Configuration()
        configuration.mode = .readOnly  // has no effect on a database that is made here
        let pool = try ConnectionPool(inMemory: configuration)
        try await pool.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (5)") }
        func remembered() throws -> Int? {
            try pool.read { connection in
                try connection.remembered("value") { Box(try connection.first("SELECT a FROM t", as: Int.self)) }.value
            }
        }
        #expect(try remembered() == 5)
        await #expect(throws: SQLiteError.self) {
            try await pool.read { (connection: Connection) throws in try connection.run("DELETE FROM t") }
        }
        try await pool.write { try $0.run("UPDATE t SET a = 6") }
        #expect(try remembered() == 6)
        pool.close()
        await #expect(throws: SQLiteError.self) { try await pool.read { _ in } }
    }
}
