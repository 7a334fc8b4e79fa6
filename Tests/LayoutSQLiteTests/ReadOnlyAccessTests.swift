import Foundation
import LayoutSQLite
import Synchronization
import LayoutTestSupport
import Testing

/// Reading beside, after and without those who write: as their user, and as another.
@Suite struct ReadOnlyAccessTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        unsafe chmod(directory.path, 0o755)
    }

    private func makeFile(_ name: String = "a.db", journalMode: String = "WAL") throws {
        let connection = try Connection(path: directory.file(name), mode: .create)
        try connection.execute("PRAGMA journal_mode = \(journalMode); CREATE TABLE t(a); INSERT INTO t VALUES (5)")
    }

    /// Leaves `a.db` as a writer that is killed leaves it: with a journal that a part of a transaction has
    /// been written beside.
    private func makeHotJournal() throws {
        let writer = try Connection(path: directory.file("living.db"), mode: .create)
        try writer.execute(
            """
            PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; CREATE TABLE t(a, filling);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO t SELECT 5, zeroblob(1000) FROM n;
            BEGIN; UPDATE t SET a = 6;
            """
        )
        try copy(["", "-journal"])
        try writer.execute("ROLLBACK")
    }

    /// Leaves `a.db` as a writer that is killed leaves it: with a log that holds its last commit.
    private func makeLog() throws {
        let writer = try Connection(path: directory.file("living.db"), mode: .create)
        try writer.execute(
            """
            PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (5);
            PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET a = 6;
            """
        )
        try copy(["", "-wal"])
    }

    private func copy(_ suffixes: [String]) throws {
        for suffix in suffixes {
            try FileManager.default.copyItem(
                atPath: directory.file("living.db" + suffix), toPath: directory.file("a.db" + suffix)
            )
        }
    }

    @Test("Rows that were never committed are not shown")
    func uncommittedRows() throws {
        try makeHotJournal()
        let bytes = try directory.contents(of: "a.db")
        try expectFailure("in the middle of a transaction", .readOnlyRollback) {
            _ = try readValue(openReadOnly(directory.file("a.db")))
        }
        try expectFailure("in the middle of a transaction", .readOnlyRollback) {
            _ = try readValue(openReadOnly(directory.file("a.db"), isFileImmutable: true))
        }
        #expect(try directory.contents(of: "a.db") == bytes)
        // The next opening for writing undoes the transaction, and then it can be read.
        try ConnectionPool(path: directory.file("a.db")).close()
        #expect(try readValue(openReadOnly(directory.file("a.db"))) == 5)
    }

    @Test("A log is found behind a symbolic link")
    func symbolicLink() throws {
        try makeLog()
        try FileManager.default.createDirectory(atPath: directory.file("links"), withIntermediateDirectories: false)
        let link = directory.file("links/a.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file("a.db"))
        #expect(try readValue(openReadOnly(link)) == 6)
        try expectFailure("write-ahead log holds changes", .cannotOpen) {
            try makeLogAgain()
            _ = try readValue(openReadOnly(link, isFileImmutable: true))
        }
    }

    private func makeLogAgain() throws {
        for name in ["a.db", "a.db-wal", "a.db-shm", "living.db", "living.db-wal", "living.db-shm"] {
            try? FileManager.default.removeItem(atPath: directory.file(name))
        }
        try makeLog()
    }

    @Test(
        "Another user does not miss a log behind a symbolic link",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func otherUserAndSymbolicLink() async throws {
        try makeLog()
        try FileManager.default.createDirectory(atPath: directory.file("links"), withIntermediateDirectories: false)
        let link = directory.file("links/a.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file("a.db"))
        await #expect(processExitsWith: .success) { [link = link as String] in
            OtherUser.become()
            try expectFailure("write-ahead log holds changes", .cannotOpen) { _ = try readValue(openReadOnly(link)) }
        }
    }

    @Test(
        "Another user's look leaves nothing that keeps the owner out",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func otherUserLeavesNothing() async throws {
        try makeFile()
        // Every user may make files there, and only the owner may write to this one.
        unsafe chmod(directory.path, 0o777)
        unsafe chmod(directory.file("a.db"), 0o644)
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            try expectFailure("open it as its owner", .cannotOpen) { _ = try readValue(openReadOnly(path)) }
        }
        #expect(try directory.names() == ["a.db"])
    }

    @Test(
        "Another user reads beside an owner who has the file open",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func otherUserBesideOwner() async throws {
        let owner = try ConnectionPool(path: directory.file("a.db"))
        try writeBlocking(owner) { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)") }
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            let pool = try openReadOnly(path)
            guard !pool.isImmutable, try readValue(pool) == 7 else { throw Unexpected("another value") }
        }
        try writeBlocking(owner) { try $0.execute("UPDATE t SET a = 8") }
        #expect(try readValue(owner) == 8)
    }

    @Test(
        "Another user beside an owner at work reads rightly, or gets the reason why not",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func otherUserBesideWriter() async throws {
        let path = directory.file("a.db")
        let owner = try ConnectionPool(path: path)
        try writeBlocking(owner) { connection in
            try connection.execute("CREATE TABLE t(a, filling)")
            for _ in 0..<300 { try connection.run("INSERT INTO t VALUES (0, zeroblob(3000))") }
        }
        owner.close()
        // The owner opens, writes and closes again and again, so that the log comes and goes.
        let isOver = Mutex(false)
        let worker = Worker {
            var round = 0
            while !isOver.withLock({ $0 }) {
                round += 1
                let owner = try ConnectionPool(path: path)
                for step in 0..<20 {
                    try writeBlocking(owner) { connection in
                        let value = round * 20 + step
                        try connection.run("UPDATE t SET a = ?1, filling = zeroblob(3000 + ?1 % 7)", value)
                    }
                }
                owner.close()
            }
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            OtherUser.become()
            var seen = 0
            for _ in 0..<300 {
                do {
                    let pool = try openReadOnly(path)
                    let answer = try pool.read { connection in
                        try connection.first("SELECT max(a) = min(a) AND count(*) = 300 FROM t", as: Bool.self)
                    }
                    guard answer == true else { throw Unexpected("half of a transaction") }
                    seen += 1
                } catch let error as SQLiteError {
                    guard .cannotOpen ~= error.code || .busy ~= error.code else { throw error }
                }
            }
            guard seen > 0 else { throw Unexpected("the file was never readable") }
        }
        isOver.withLock { $0 = true }
        try worker.join()
    }

    @Test(
        "A WAL file that no process can write to is read without locks",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func unwritableWAL() async throws {
        try makeFile()
        unsafe chmod(directory.path, 0o555)
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            let pool = try openReadOnly(path)
            guard pool.isImmutable, try readValue(pool) == 5 else { throw Unexpected("another value") }
        }
        unsafe chmod(directory.path, 0o755)
        #expect(try directory.names() == ["a.db"])
    }

    @Test(
        "A WAL file that its owner could begin to write to is refused, unless the caller knows better",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func walThatMayBeWritten() async throws {
        try makeFile()
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            try expectFailure("open it as its owner", .cannotOpen) { _ = try readValue(openReadOnly(path)) }
            let pool = try openReadOnly(path, isFileImmutable: true)
            guard pool.isImmutable, try readValue(pool) == 5 else { throw Unexpected("another value") }
        }
        #expect(try directory.names() == ["a.db"])
    }

    @Test(
        "Another user reads a file with a rollback journal",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func rollbackJournal() async throws {
        try makeFile(journalMode: "DELETE")
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            guard try readValue(openReadOnly(path)) == 5 else { throw Unexpected("another value") }
        }
    }

    @Test(
        "A file that may not be read is reported as such",
        .enabled(if: OtherUser.canBecome, Comment(rawValue: OtherUser.reason)))
    func unreadableFile() async throws {
        try makeFile(journalMode: "DELETE")
        unsafe chmod(directory.file("a.db"), 0o600)
        await #expect(processExitsWith: .success) { [path = directory.file("a.db") as String] in
            OtherUser.become()
            try expectFailure("permission denied", .permission) { _ = try openReadOnly(path) }
        }
    }

    @Test(
        "A pipe and a device are refused at once, and left alone",
        arguments: [Connection.Mode.readOnly, .readWrite, .create])
    func pipesAndDevices(mode: Connection.Mode) throws {
        #expect(unsafe mkfifo(directory.file("pipe"), 0o666) == 0)
        #expect(unsafe symlink("/dev/null", directory.file("null")) == 0)
        var configuration = ConnectionPool.Configuration()
        configuration.mode = mode
        for (name, words) in [("pipe", "a named pipe"), ("null", "a device")] {
            try expectFailure(words, .cannotOpen) {
                _ = try ConnectionPool(path: directory.file(name), configuration: configuration)
            }
        }
        #expect(try directory.names() == ["null", "pipe"])
    }
}

/// The form that blocks, in a test that is asynchronous for another reason.
private func writeBlocking(_ pool: ConnectionPool, _ body: (Connection) throws -> Void) throws {
    try pool.write(body)
}
