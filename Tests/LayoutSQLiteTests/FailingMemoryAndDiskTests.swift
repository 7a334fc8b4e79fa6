import Foundation
import LayoutCSQLite
@testable import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct FailingMemoryAndDiskTests {
    private struct Change: Error {}

    /// Throws, and has SQLite refuse to compile ROLLBACK, as it does when memory has run out. SQLite throws away the
    /// statement that was made before as well.
    private static func fail(_ connection: Connection) throws {
        unsafe sqlite3_set_authorizer(
            connection.handle,
            { _, action, operation, _, _, _ in
                guard action == SQLITE_TRANSACTION, let operation = unsafe operation else { return SQLITE_OK }
                return unsafe String(cString: operation) == "ROLLBACK" ? SQLITE_DENY : SQLITE_OK
            }, nil)
        throw Change()
    }

    @Test("A connection that could not roll back refuses all work until it is closed")
    func failedRollback() throws {
        let directory = try ScratchDirectory()
        let connection = try Connection(path: directory.file("a.db"), mode: .create)
        try connection.execute("CREATE TABLE t(a)")
        #expect(throws: Change.self) {
            try connection.transaction {
                try connection.insertRow()
                try Self.fail(connection)
            }
        }
        #expect(errorCode { try connection.transaction {} } == .abort)
        #expect(errorCode { try connection.run("SELECT 1") } == .abort)
        connection.close()
        let reader = try Connection(path: directory.file("a.db"), mode: .readOnly)
        #expect(try reader.rowCount() == 0)
    }

    @Test("A pool continues with another connection if one could not roll back")
    func replacedConnection() throws {
        let directory = try ScratchDirectory()
        let pool = try ConnectionPool(path: directory.file("a.db"))
        try pool.write { try $0.execute("CREATE TABLE t(a)") }
        for _ in 0..<3 {
            #expect(throws: Change.self) {
                try pool.write { connection in
                    try connection.run("INSERT INTO t VALUES (1)")
                    try Self.fail(connection)
                }
            }
            try pool.write { try $0.run("INSERT INTO t VALUES (2)") }
            #expect(throws: Change.self) {
                try pool.read { connection in
                    _ = try connection.rowCount()
                    try Self.fail(connection)
                }
            }
        }
        #expect(try pool.read { try $0.first("SELECT group_concat(a) FROM t", as: String.self) } == "2,2,2")
        pool.close()
        #expect(try directory.names() == ["a.db"])
    }

    @Test("Wherever memory runs out in a write, an error reports it and nothing of the write stays")
    func memoryShortage() async {
        await #expect(processExitsWith: .success) {
            let directory = try ScratchDirectory()
            let pool = try ConnectionPool(path: directory.file("a.db"))
            try pool.write { try $0.execute("CREATE TABLE t(a, b)") }
            var failures = 0
            // Each round leaves a little more.
            for room in stride(from: 0, to: 400_000, by: 3000) {
                do {
                    try pool.write { connection in
                        try connection.run("DELETE FROM t")
                        _ = sqlite3_hard_heap_limit64(sqlite3_memory_used() + Int64(room) + 1)
                        try connection.execute(
                            """
                            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
                            INSERT INTO t SELECT i, hex(randomblob(500)) FROM n ORDER BY 2;
                            """)
                    }
                    _ = sqlite3_hard_heap_limit64(0)
                } catch let error as SQLiteError {
                    _ = sqlite3_hard_heap_limit64(0)
                    guard .outOfMemory ~= error.code, error.message == "out of memory" else { throw error }
                    failures += 1
                }
                let count = try pool.rowCount()
                guard count == 0 || count == 500 else { throw Unexpected("\(count ?? -1) rows with room for \(room)") }
            }
            guard failures > 0 else { throw Unexpected("memory never ran out") }
        }
    }

    @Test("No room for the shared memory file is a full disk")
    func sharedMemoryFile() async {
        await #expect(processExitsWith: .success) {
            let directory = try ScratchDirectory()
            let path = directory.file("a.db")
            try ConnectionPool(path: path).write { try $0.execute("CREATE TABLE t(a)") }
            // A limit on the size of files is a disk that is full for this process alone.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 16_384, rlim_max: .max)
            _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            try expectFailure("no room left on the disk for the shared memory file", .full) {
                _ = try ConnectionPool(path: path)
            }
        }
    }

    @Test("A whole file is read on a full disk, without side files")
    func readingOnAFullDisk() async {
        await #expect(processExitsWith: .success) {
            let directory = try ScratchDirectory()
            let path = directory.file("a.db")
            let pool = try ConnectionPool(path: path)
            try pool.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)") }
            pool.close()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 16_384, rlim_max: .max)
            _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            var configuration = ConnectionPool.Configuration()
            configuration.mode = .readOnly
            let reading = try ConnectionPool(path: path, configuration: configuration)
            guard try reading.rowCount() == 1, reading.isImmutable else { throw Unexpected("no row") }
            reading.close()
        }
    }

    /// Fills the log, and throws.
    private static func failLargely(_ connection: Connection) throws {
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO t SELECT i, zeroblob(3000) FROM n
            """)
        #expect(DatabaseFiles.size(at: (connection.path ?? "") + "-wal") > 4 << 20)
        throw Change()
    }

    @Test("A large write that failed gives the log's room back", arguments: [false, true])
    func logOfAFailedWrite(isAsynchronous: Bool) async throws {
        let directory = try ScratchDirectory()
        let pool = try directory.openPool { $0.cacheBytes = 1 << 16 }
        func write() throws { try pool.write(Self.failLargely) }
        await #expect(throws: Change.self) {
            if isAsynchronous { try await pool.write { try Self.failLargely($0) } } else { try write() }
        }
        #expect(DatabaseFiles.exists(at: pool.path + "-wal") && DatabaseFiles.size(at: pool.path + "-wal") == 0)
        try await pool.insertRow()
        #expect(try await pool.rowCount() == 1)
    }

    @Test("The log is in the file before a large write begins")
    func logBeforeALargeWrite() throws {
        let directory = try ScratchDirectory()
        let pool = try directory.openPool()
        try pool.insertRow()
        #expect(DatabaseFiles.size(at: pool.path + "-wal") > 0)
        try pool.writeInBulk { _ in
            // Without its log.
            try FileManager.default.copyItem(atPath: pool.path, toPath: directory.file("b.db"))
        }
        let copy = try Connection(path: directory.file("b.db"), mode: .readOnly)
        defer { copy.close() }
        #expect(try copy.rowCount() == 1)
    }

    @Test(
        "The system's error corrects SQLite's",
        arguments: [
            (ResultCode.corrupt, EIO, ResultCode.inputOutputRead, "the disk could not be read"),
            (.corrupt, 0, .corrupt, "words"), (.corrupt, ENOENT, .corrupt, "words"),
            (.constraint, ENOSPC, .constraint, "words"), (.inputOutput, EIO, .inputOutput, "words: "),
            (.inputOutput, ENOSPC, .full, "there is no room left on the disk: "),
            (.cannotOpen, EDQUOT, .full, "there is no room left on the disk: "),
            (.cannotOpen, ENOMEM, .outOfMemory, "out of memory"),
        ])
    func correctedErrors(code: ResultCode, number: Int32, expected: ResultCode, beginning: String) {
        let cause = SQLiteError.cause(
            of: code, message: "words", systemError: SQLiteError.SystemError(rawValue: number))
        #expect(cause.code == expected && cause.message.hasPrefix(beginning), "\(cause)")
    }
}
