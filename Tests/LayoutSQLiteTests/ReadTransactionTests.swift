import Foundation
@testable import LayoutSQLite
import Synchronization
import LayoutTestSupport
import Testing

/// States of a file that are held beyond a closure.
@Suite struct ReadTransactionTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func insert(_ pool: ConnectionPool, bytes: Int = 0) throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (NULL, zeroblob(?1))", bytes) }
    }

    /// The code of the error with which a snapshot is refused.
    private func refusal(_ pool: ConnectionPool) -> ResultCode? {
        errorCode { _ = try pool.readTransaction() as ReadTransaction }
    }

    private func count(_ snapshot: ReadTransaction) throws -> Int? {
        try snapshot.read { try $0.rowCount() }
    }

    @Test("A snapshot shows its state beside newer ones, and to those who read in the pool nothing is missing")
    func snapshotState() throws {
        let pool = try directory.openPool { $0.readerLimit = 1 }
        var snapshots: [ReadTransaction] = []
        for expected in 0..<5 {
            snapshots.append(try pool.readTransaction())
            try insert(pool)
            for (age, snapshot) in snapshots.enumerated() { #expect(try count(snapshot) == age) }
            #expect(try pool.rowCount() == expected + 1)
        }
    }

    @Test("The first snapshot has the schema read no second time: it takes the reader that opened the file")
    func takesTheFirstReader() throws {
        try directory.openPool().close()
        let setUps = Mutex(0)
        var configuration = ConnectionPool.Configuration()
        configuration.inspect = { _ in true }
        configuration.setUp = { _ in setUps.withLock { $0 += 1 } }
        let pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
        let snapshot = try pool.readTransaction()
        #expect(try count(snapshot) == 0 && setUps.withLock { $0 } == 1)
        // Who reads in the pool has another.
        #expect(try pool.rowCount() == 0)
        #expect(setUps.withLock { $0 } == 2)
        try insert(pool)
        #expect(try count(snapshot) == 0)
        let next = try pool.readTransaction()
        #expect(try count(next) == 1 && next.generation > snapshot.generation)
        snapshot.close()
        pool.close()
    }

    @Test("A closed snapshot refuses, and so does one whose pool is closed")
    func closedSnapshot() async throws {
        let pool = try directory.openPool()
        let closed = try pool.readTransaction()
        closed.close()
        closed.close()
        let open = try pool.readTransaction()
        #expect(open.ending == nil)
        pool.close()
        for snapshot in [closed, open] {
            #expect(errorCode { try count(snapshot) } == .misuse)
            #expect(snapshot.ending != nil)
        }
        #expect(refusal(pool) != nil)
        #expect(try directory.names() == ["a.db"])
    }

    @Test("More snapshots than may be held are refused until one is closed or forgotten")
    func readTransactionLimit() throws {
        let pool = try directory.openPool { $0.readTransactionLimit = 2 }
        let first = try pool.readTransaction()
        try insert(pool)
        var second: ReadTransaction? = try pool.readTransaction()
        try insert(pool)
        #expect(refusal(pool) == .busy)
        #expect(try second.map(count) == 1)
        second = nil
        let third = try pool.readTransaction()
        try insert(pool)
        first.close()
        #expect(try count(third) == 2 && count(pool.readTransaction()) == 3)
    }

    @Test("Snapshots of one state share what holds it, until the last of them is closed")
    func sharedState() throws {
        let pool = try directory.openPool { $0.readTransactionLimit = 1 }
        var twins = try (0..<5).map { _ in try pool.readTransaction() as ReadTransaction }
        twins[1].close()
        #expect(throws: SQLiteError.self) { try count(twins[1]) }
        #expect(twins[1].ending != nil && twins[0].ending == nil)
        twins.removeFirst(2)
        #expect(try twins.map(count) == [0, 0, 0])
        try insert(pool)
        #expect(try twins.map(count) == [0, 0, 0])
        #expect(refusal(pool) != nil)
        for twin in twins { twin.close() }
        #expect(try count(pool.readTransaction()) == 1)
    }

    @Test("A snapshot that is just being opened counts as held")
    func openingSnapshotCounts() throws {
        try directory.openPool().close()
        let path = directory.file("a.db")
        func open() throws -> Connection { try Connection(path: path, mode: .readOnly) }
        let snapshots = HeldTransactions(limit: 1, logLimit: .max)
        _ = try snapshots.begin(
            open: {
                #expect(errorCode { _ = try snapshots.begin(open: open, openWatcher: open) } == .busy)
                return try open()
            }, openWatcher: open)
        snapshots.close()
    }

    @Test("A snapshot that has the log grow too long is ended, and the log begins again")
    func longLog() throws {
        let limit = 256 << 10
        let pool = try directory.openPool { ($0.logLimitBytes, $0.heldLogLimitBytes) = (limit, 4 * limit) }
        let forgotten = try pool.readTransaction()
        for _ in 0..<1000 { try insert(pool, bytes: 3000) }
        #expect(errorCode { try count(forgotten) } == .abort)
        for _ in 0..<100 { try insert(pool) }
        #expect(directory.logSize <= 8 * limit)
        let next = try pool.readTransaction()
        #expect(try count(next) == 1100)
    }

    @Test("Snapshots that follow one another cannot keep the log for ever")
    func successiveSnapshots() throws {
        let limit = 256 << 10
        let pool = try directory.openPool { ($0.logLimitBytes, $0.heldLogLimitBytes) = (limit, 2 * limit) }
        var held = try pool.readTransaction()
        var greatest = 0
        for round in 0..<2000 {
            try insert(pool, bytes: 3000)
            // Each is taken before the one before it is let go.
            if round % 20 == 0 { held = try pool.readTransaction() }
            greatest = max(greatest, directory.logSize)
        }
        #expect(greatest <= 10 * limit, "\(greatest / limit) limits")
        withExtendedLifetime(held) {}
    }

    @Test("Suspending ends snapshots, and resuming lets new ones be taken")
    func suspension() throws {
        let pool = try directory.openPool()
        let snapshot = try pool.readTransaction()
        pool.suspend()
        #expect(throws: SQLiteError.self) { try count(snapshot) }
        #expect(refusal(pool) != nil)
        pool.resume()
        #expect(errorCode { try count(snapshot) } == .abort)
        #expect(try count(pool.readTransaction()) == 0)
    }

    @Test("Several threads take turns with one snapshot")
    func sharedSnapshot() async throws {
        let pool = try directory.openPool()
        for _ in 0..<100 { try insert(pool) }
        let snapshot = try pool.readTransaction()
        let writer = Task {
            for _ in 0..<100 { try await pool.insertRow() }
        }
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<200 { group.addTask { try snapshot.read { try $0.rowCount() } } }
            for try await found in group { #expect(found == 100) }
        }
        try await writer.value
    }

    @Test("A snapshot of a database in memory is a copy")
    func snapshotInMemory() throws {
        let pool = try ConnectionPool(inMemory: ConnectionPool.Configuration())
        try pool.write { try $0.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)") }
        let empty = try pool.readTransaction()
        try insert(pool)
        let full = try pool.readTransaction()
        #expect(try count(empty) == 0 && count(full) == 1 && full.generation > empty.generation)
        #expect(try pool.readTransaction().generation == full.generation)
        full.close()
        #expect(throws: SQLiteError.self) { try count(full) }
    }

    @Test("Snapshots can be taken of a file that is only read")
    func snapshotOfReadOnlyFile() throws {
        let pool = try directory.openPool()
        try insert(pool)
        let reader = try openReadOnly(directory.file("a.db"))
        let snapshot = try reader.readTransaction()
        try insert(pool)
        #expect(try count(snapshot) == 1)
        #expect(try count(reader.readTransaction()) == 2)
    }
}
