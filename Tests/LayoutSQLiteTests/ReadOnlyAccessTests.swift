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
            """)
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(
                atPath: directory.file("living.db" + suffix), toPath: directory.file("a.db" + suffix))
        }
        try writer.execute("ROLLBACK")
    }

    /// Leaves `a.db` as a writer that is killed leaves it: with a log that holds its last commit.
    private func makeLog() throws {
        let writer = try Connection(path: directory.file("living.db"), mode: .create)
        try writer.execute(
            """
            PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (5);
            PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET a = 6;
            """)
        try directory.copyDatabase("living.db", to: "a.db")
    }

    @Test("A read-only pool reads, refuses to write and changes no byte", arguments: ["DELETE", "WAL"])
    func readOnlyPool(journalMode: String) throws {
        try directory.makeFile(journalMode: journalMode)
        let bytes = try directory.contents(of: "a.db")
        let pool = try openReadOnly(directory.file("a.db"))
        #expect(try readValue(pool) == 5)
        #expect(errorCode { try pool.write { try $0.rowCount() } } == .readOnly)
        pool.close()
        #expect(try directory.contents(of: "a.db") == bytes)
    }

    @Test("Rows that were never committed are not shown")
    func uncommittedRows() throws {
        try makeHotJournal()
        let bytes = try directory.contents(of: "a.db")
        for isImmutable in [false, true] {
            try expectFailure("in the middle of a transaction", .readOnlyRollback) {
                _ = try readValue(openReadOnly(directory.file("a.db"), isFileImmutable: isImmutable))
            }
        }
        #expect(try directory.contents(of: "a.db") == bytes)
        // The next opening for writing undoes the transaction, and then it can be read.
        try ConnectionPool(path: directory.file("a.db")).close()
        #expect(try readValue(openReadOnly(directory.file("a.db"))) == 5)
    }

    @Test("A log is found behind a symbolic link", arguments: [false, true])
    func symbolicLink(isImmutable: Bool) throws {
        try makeLog()
        try FileManager.default.createDirectory(atPath: directory.file("links"), withIntermediateDirectories: false)
        let link = directory.file("links/a.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file("a.db"))
        if isImmutable {
            try expectFailure("write-ahead log holds changes", .cannotOpen) {
                _ = try readValue(openReadOnly(link, isFileImmutable: true))
            }
        } else {
            #expect(try readValue(openReadOnly(link)) == 6)
        }
    }

    /// The answers are by who may write where, and by how the file keeps its transactions.
    @Test(
        "Another user reads a file, or gets the reason why not, and leaves nothing that keeps the owner out",
        OtherUser.condition,
        arguments: [
            // Every user may make files there, and only the owner may write to this one.
            (0o777, 0o644, "WAL", false, "open it as its owner"),
            // No process can write to it.
            (0o555, 0o644, "WAL", false, "5, without locks"),
            // Its owner could begin to write to it, unless the caller knows better.
            (0o755, 0o644, "WAL", false, "open it as its owner"), (0o755, 0o644, "WAL", true, "5, without locks"),
            (0o755, 0o644, "DELETE", false, "5"), (0o755, 0o600, "DELETE", false, "permission denied"),
        ] as [(mode_t, mode_t, String, Bool, String)])
    func otherUser(folder: mode_t, file: mode_t, journalMode: String, isImmutable: Bool, answer: String) async throws {
        try directory.makeFile(journalMode: journalMode)
        unsafe chmod(directory.path, folder)
        unsafe chmod(directory.file("a.db"), file)
        await #expect(processExitsWith: .success) {
            [path = directory.file("a.db") as String, isImmutable = isImmutable as Bool, answer = answer as String] in
            OtherUser.become()
            if answer.first == "5" {
                let pool = try openReadOnly(path, isFileImmutable: isImmutable)
                let value = try readValue(pool)
                guard pool.isImmutable == answer.hasSuffix("without locks"), value == 5 else {
                    throw Unexpected("\(value ?? 0)")
                }
            } else {
                let code = answer == "permission denied" ? ResultCode.permission : .cannotOpen
                try expectFailure(answer, code) { _ = try readValue(openReadOnly(path)) }
            }
        }
        unsafe chmod(directory.path, 0o755)
        #expect(try directory.names() == ["a.db"])
    }

    @Test("Another user beside an owner at work reads rightly, or gets the reason why not", OtherUser.condition)
    func otherUserBesideWriter() async throws {
        let path = directory.file("a.db")
        let owner = try ConnectionPool(path: path)
        try writeBlocking(owner) { connection in
            try connection.execute("CREATE TABLE t(a, filling)")
            for _ in 0..<300 { try connection.run("INSERT INTO t VALUES (0, zeroblob(3000))") }
        }
        owner.close()
        // The owner opens, writes and closes again and again, so that the log comes and goes. The other user ends that:
        // the continuation of this task may have to wait for other tests.
        let ending = directory.file("ending")
        #expect(FileManager.default.createFile(atPath: ending, contents: nil))
        unsafe chmod(ending, 0o666)
        let isOver = Mutex(false)
        let worker = Worker {
            var round = 0
            while !isOver.withLock({ $0 }), FileManager.default.contents(atPath: ending)?.isEmpty != false {
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
        await #expect(processExitsWith: .success) { [path = path as String, ending = ending as String] in
            OtherUser.become()
            defer { try? "over".write(toFile: ending, atomically: false, encoding: .utf8) }
            var seen = 0
            for _ in 0..<300 {
                do {
                    let answer = try openReadOnly(path).read { connection in
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
