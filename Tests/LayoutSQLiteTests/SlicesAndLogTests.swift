import Foundation
@testable import LayoutSQLite
import Synchronization
import Testing

@Suite struct SlicesAndLogTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func openPool(_ change: (inout ConnectionPool.Configuration) -> Void = { _ in }) throws -> ConnectionPool {
        var configuration = ConnectionPool.Configuration()
        change(&configuration)
        let pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t(a INTEGER PRIMARY KEY, b)") }
        return pool
    }

    private func logSize() -> Int {
        (try? FileManager.default.attributesOfItem(atPath: directory.file("a.db-wal"))[.size] as? Int) ?? 0
    }

    @Test("A job in slices lets those who wait go first", .timeLimit(.minutes(1)))
    func slicesAndWaiters() throws {
        // job                              another writer
        // slice, slice, slice …
        //                                  INSERT
        // … sees it and ends
        let pool = try openPool()
        let hasBegun = Gate()
        let worker = Worker {
            hasBegun.pass()
            try pool.write { try $0.run("INSERT INTO t VALUES (1, NULL)") }
        }
        try pool.writeInSlices { connection in
            hasBegun.open()
            return try connection.first("SELECT count(*) FROM t", as: Int.self) == 1
        }
        try worker.join()
    }

    @Test("What slices have committed stays when a later one fails")
    func committedSlices() async throws {
        struct Stop: Error {}
        let pool = try openPool()
        await #expect(throws: Stop.self) {
            try await pool.writeInSlices { connection in
                try connection.run("INSERT INTO t DEFAULT VALUES")
                if connection.lastInsertRowID == 4 { throw Stop() }
                return false
            }
        }
        #expect(try await pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) } == 3)
    }

    @Test("A slice notes whether another connection has written since the one before", arguments: [false, true])
    func writersBetweenSlices(isAsynchronous: Bool) async throws {
        let pool = try openPool()
        let other = try Connection(path: directory.file("a.db"), mode: .readWrite)
        func insert(_ connection: Connection) throws { try connection.run("INSERT INTO t DEFAULT VALUES") }
        func writeAtOnce() throws { try pool.writeSlice(insert) }
        func slice() async throws -> Bool {
            if isAsynchronous {
                try await pool.writeSlice { try $0.run("INSERT INTO t DEFAULT VALUES") }
            } else {
                try writeAtOnce()
            }
            return pool.otherWriters.withLock { $0.haveWritten }
        }
        #expect(try await !slice())
        #expect(try await !slice())
        try other.run("INSERT INTO t DEFAULT VALUES")
        #expect(try await slice())
        try await pool.yieldToOtherWriters()
        #expect(try await !slice())
    }

    @Test("A cancelled job in slices ends between two of them")
    func cancelledSlices() async throws {
        let pool = try openPool()
        let task = Task {
            try await pool.writeInSlices { connection in
                try connection.run("INSERT INTO t DEFAULT VALUES")
                return false
            }
        }
        while try await pool.read({ try $0.first("SELECT count(*) FROM t", as: Int.self) }) == 0 {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The log of many small commits stays bounded", arguments: [64 << 10, 1 << 20])
    func boundedLog(limit: Int) throws {
        let pool = try openPool { $0.logLimitBytes = limit }
        for round in 0..<3000 {
            try pool.write { try $0.run("INSERT OR REPLACE INTO t VALUES (?1, zeroblob(3000))", round % 100) }
        }
        // Until a checkpoint begins, while it runs, and a page or two of the commit that is over.
        #expect(logSize() <= 3 * limit)
        pool.close()
        #expect(try directory.names() == ["a.db"])
    }

    @Test("A log that a reader has held back is moved when the reader has gone")
    func heldBackLog() throws {
        let limit = 256 << 10
        let pool = try openPool { $0.logLimitBytes = limit }
        let other = try Connection(path: directory.file("a.db"), mode: .readOnly)
        try other.execute("BEGIN; SELECT * FROM t")
        func write(_ count: Int) throws {
            for round in 0..<count {
                try pool.write { try $0.run("INSERT OR REPLACE INTO t VALUES (?1, zeroblob(3000))", round % 100) }
            }
        }
        _ = try other.first("SELECT count(*) FROM t", as: Int.self)
        try write(500)
        #expect(logSize() > 3 * limit)
        try other.execute("COMMIT")
        try write(1000)
        #expect(logSize() <= 3 * limit)
    }

    @Test("Checkpoints are left to others where that is asked for")
    func foreignCheckpoints() throws {
        var pool: ConnectionPool? = try openPool { configuration in
            configuration.checkpointing = .byOthers
            configuration.logLimitBytes = 64 << 10
        }
        for _ in 0..<500 {
            try pool?.write { try $0.run("INSERT INTO t VALUES (NULL, zeroblob(3000))") }
        }
        pool?.close()
        pool = nil
        #expect(logSize() > 500 * 3000)
        let frames = try Connection(path: directory.file("a.db"), mode: .readWrite).first(
            "PRAGMA wal_checkpoint(PASSIVE)", as: Int.self
        )
        #expect(frames == 0)
    }

    @Test("A checkpoint does not wait for a reader")
    func checkpointBesideReader() throws {
        let pool = try openPool { $0.busyTimeout = .seconds(3600) }
        let other = try Connection(path: directory.file("a.db"), mode: .readOnly)
        let pin = try Connection(path: directory.file("a.db"), mode: .readWrite)
        try other.execute("BEGIN")
        _ = try other.first("SELECT count(*) FROM t", as: Int.self)
        try pool.write { try $0.run("INSERT INTO t VALUES (1, 1)") }
        try pool.writeWithoutTransaction { connection in
            let error = try #require(throws: SQLiteError.self) { try connection.checkpoint(.truncate, pinnedBy: pin) }
            #expect(error.code == .busy)
        }
    }

    @Test("A database in memory is read and written through one connection")
    func databaseInMemory() async throws {
        var configuration = ConnectionPool.Configuration()
        configuration.mode = .readOnly  // says nothing of a database that is made here
        let pool = try ConnectionPool(inMemory: configuration)
        try await pool.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (5)") }
        #expect(try readValue(pool) == 5)
        await #expect(throws: SQLiteError.self) {
            try await pool.read { (connection: Connection) throws in try connection.run("DELETE FROM t") }
        }
        try await pool.write { try $0.run("UPDATE t SET a = 6") }
        #expect(try await pool.read { try $0.first("SELECT a FROM t", as: Int.self) } == 6)
        pool.close()
        await #expect(throws: SQLiteError.self) { try await pool.read { _ in } }
    }

    @Test("What is remembered of a database in memory goes with a write")
    func memoryOfDatabaseInMemory() throws {
        final class Box { let value: Int?; init(_ value: Int?) { self.value = value } }
        let pool = try ConnectionPool(inMemory: ConnectionPool.Configuration())
        try pool.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (5)") }
        func remembered() throws -> Int? {
            try pool.read { connection in
                try connection.remembered("value") { Box(try connection.first("SELECT a FROM t", as: Int.self)) }.value
            }
        }
        #expect(try remembered() == 5)
        try pool.write { try $0.run("UPDATE t SET a = 6") }
        #expect(try remembered() == 6)
    }
}

/// Time here is a number: nothing waits.
@Suite struct WriterCourtesyTests {
    /// The sleeps of SQLite's own rule (`sqliteDefaultBusyCallback`), in milliseconds.
    private static let sleeps = [1.0, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]

    /// How long a shell waits that first tries at `start`, and the share of time that the loop pauses.
    private func wait(
        from start: Double, sliceLength: Double, isNew: Bool, hasWritten: Bool
    ) -> (milliseconds: Double, pauses: Double) {
        var courtesy = WriterCourtesy()
        let origin = ContinuousClock.now
        var now = 0.0
        var pauses = 0.0
        var attempt = start
        var sleep = 0
        while true {
            // The lock is held for a slice …
            now += sliceLength
            while attempt < now {
                attempt += sleep < Self.sleeps.count ? Self.sleeps[sleep] : 100
                sleep += 1
            }
            let isThere = !isNew || start < now
            let pause =
                courtesy.pause(
                    at: origin + .microseconds(Int(now * 1000)), neighbour: isThere ? 7 : nil,
                    hasOtherWritten: hasWritten
                ) / .milliseconds(1)
            // … and then free for the pause.
            if attempt <= now + pause { return (attempt - start, pauses / now) }
            now += pause
            pauses += pause
        }
    }

    @Test("No one is waited for who is not there")
    func noWaiters() {
        var courtesy = WriterCourtesy()
        for _ in 0..<100 {
            #expect(courtesy.pause(at: .now, neighbour: nil, hasOtherWritten: false) == .zero)
        }
    }

    @Test("How long the pauses are")
    func pauses() {
        var courtesy = WriterCourtesy()
        let origin = ContinuousClock.now
        func pause(_ milliseconds: Int, _ neighbour: Int32?, hasWritten: Bool = false) -> Duration {
            courtesy.pause(
                at: origin + .milliseconds(milliseconds), neighbour: neighbour, hasOtherWritten: hasWritten)
        }
        // One that has just come gets a long pause every 50 milliseconds of its first second.
        #expect(pause(0, 7) == .milliseconds(25))
        #expect(pause(33, 7) == .zero)
        #expect(pause(34, 7) == .microseconds(550))
        #expect(pause(43, 7) == .zero)
        #expect(pause(74, 7) == .microseconds(550))
        #expect(pause(75, 7) == .milliseconds(25))
        #expect(pause(999, 7) == .milliseconds(25))
        // One that only has the file open gets a shorter one, every 250.
        #expect(pause(1273, 7) == .microseconds(550))
        #expect(pause(1274, 7) == .milliseconds(10))
        #expect(pause(1533, 7) == .microseconds(550))
        #expect(pause(1534, 7) == .milliseconds(10))
        // One that has written gets long ones again, for two seconds.
        #expect(pause(1593, 7, hasWritten: true) == .microseconds(550))
        #expect(pause(1594, 7) == .milliseconds(25))
        #expect(pause(3592, 7) == .milliseconds(25))
        #expect(pause(3866, 7) == .microseconds(550))
        #expect(pause(3867, 7) == .milliseconds(10))
        // Whoever comes after another, or comes again, has just come.
        #expect(pause(3868, 8) == .milliseconds(25))
        #expect(pause(3869, nil) == .zero)
        #expect(pause(3870, 8) == .milliseconds(25))
    }

    @Test("A process that comes to write gets in with its first tries")
    func newcomingProcess() {
        for start in stride(from: 500.0, to: 800, by: 0.3) {
            #expect(wait(from: start, sliceLength: 10, isNew: true, hasWritten: false).milliseconds <= 40)
        }
    }

    @Test("A process that has written lately gets in within its first tenth of a second")
    func recentProcess() {
        for start in stride(from: 500.0, to: 800, by: 0.3) {
            #expect(wait(from: start, sliceLength: 10, isNew: false, hasWritten: true).milliseconds <= 130)
        }
    }

    @Test("Beside a process that only has the file open a tenth of the time is left free")
    func idleProcess() {
        let share = wait(from: 60_000, sliceLength: 10, isNew: false, hasWritten: false).pauses
        #expect(share < 0.1)
        #expect(share > 0.05)
    }
}
