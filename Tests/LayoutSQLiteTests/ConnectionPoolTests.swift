import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ConnectionPoolTests {
    private let directory: ScratchDirectory
    private let pool: ConnectionPool

    init() throws {
        directory = try ScratchDirectory()
        pool = try ConnectionPool(path: directory.file("pool.db"))
        try pool.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)") }
    }

    private func count(_ connection: Connection) throws -> Int? {
        try connection.first("SELECT count(*) FROM t", as: Int.self)
    }

    private func insert(_ connection: Connection) throws {
        try connection.run("INSERT INTO t DEFAULT VALUES")
    }

    @Test("A read is one snapshot")
    func oneSnapshot() throws {
        // reader                    writer
        // BEGIN
        // SELECT count(*)  -> 0
        //        >-------------------
        //                           INSERT, COMMIT
        //        -------------------<
        // SELECT count(*)  -> 0
        // COMMIT
        // SELECT count(*)  -> 1
        let hasRead = Gate()
        let hasWritten = Gate()
        let writer = Worker { [pool] in
            hasRead.pass()
            defer { hasWritten.open() }
            try pool.write { try $0.run("INSERT INTO t DEFAULT VALUES") }
        }
        let counts = try pool.read { connection in
            let before = try count(connection)
            hasRead.open()
            hasWritten.pass()
            return [before, try count(connection)]
        }
        #expect(counts == [0, 0])
        try writer.join()
        #expect(try pool.read(count) == 1)
    }

    @Test("A read does not wait for the writer")
    func readBesideWriter() throws {
        // writer                    reader
        // BEGIN IMMEDIATE, INSERT
        //        >-------------------
        //                           SELECT count(*)  -> 0
        //        -------------------<
        // COMMIT
        let hasInserted = Gate()
        let hasRead = Gate()
        let writer = Worker { [pool] in
            try pool.write { connection in
                try connection.run("INSERT INTO t DEFAULT VALUES")
                hasInserted.open()
                hasRead.pass()
            }
        }
        hasInserted.pass()
        #expect(try pool.read(count) == 0)
        hasRead.open()
        try writer.join()
        #expect(try pool.read(count) == 1)
    }

    @Test("As many reads run at once as there are readers", .timeLimit(.minutes(1)))
    func parallelReads() throws {
        // Each waits inside its read until all of them are in theirs.
        let arrivals = (0..<4).map { _ in Gate() }
        let departures = (0..<4).map { _ in Gate() }
        let workers = (0..<4).map { index in
            Worker { [pool] in
                try pool.read { connection in
                    _ = try connection.first("SELECT count(*) FROM t", as: Int.self)
                    arrivals[index].open()
                    departures[index].pass()
                }
            }
        }
        for arrival in arrivals { arrival.pass() }
        for departure in departures { departure.open() }
        for worker in workers { try worker.join() }
    }

    @Test("More reads than readers take turns")
    func readsInTurns() async throws {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<100 {
                group.addTask { [pool] in
                    try await pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) }
                }
            }
            for try await count in group {
                #expect(count == 0)
            }
        }
    }

    @Test("Writes from many tasks all arrive")
    func parallelWrites() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { [pool] in
                    try await pool.write { try $0.run("INSERT INTO t DEFAULT VALUES") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) } == 100)
    }

    @Test("No read sees half of a write")
    func isolation() async throws {
        try await pool.write { connection in
            try connection.execute("CREATE TABLE account(amount); INSERT INTO account VALUES (500), (500)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<100 {
                group.addTask { [pool] in
                    try await pool.write { connection in
                        try connection.run("UPDATE account SET amount = amount - ?1 WHERE rowid = 1", round)
                        try connection.run("UPDATE account SET amount = amount + ?1 WHERE rowid = 2", round)
                    }
                }
                for _ in 0..<3 {
                    group.addTask { [pool] in
                        let sum = try await pool.read { connection in
                            // Two statements, so that only the snapshot holds them together.
                            let first = try connection.first("SELECT amount FROM account WHERE rowid = 1", as: Int.self)
                            let second = try connection.first(
                                "SELECT amount FROM account WHERE rowid = 2", as: Int.self)
                            return (first ?? 0) + (second ?? 0)
                        }
                        #expect(sum == 1000)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Closing waits for the reader, and turns waiting calls away")
    func closing() throws {
        // reader          closer          late reader
        // BEGIN
        //        >--------
        //                 close …
        // SELECT -> 0
        // COMMIT
        //                 … closed
        //                        >--------
        //                                 misuse
        let hasBegun = Gate()
        let mayEnd = Gate()
        let reader = Worker { [pool] in
            let count = try pool.read { connection in
                hasBegun.open()
                mayEnd.pass()
                return try connection.first("SELECT count(*) FROM t", as: Int.self)
            }
            #expect(count == 0)
        }
        hasBegun.pass()
        let closer = Worker { [pool] in
            mayEnd.open()
            pool.close()
        }
        try closer.join()
        try reader.join()
        #expect(throws: SQLiteError.self) { try pool.read(count) }
    }

    @Test("A write that throws leaves nothing behind")
    func failedWrite() throws {
        struct Change: Error {}
        #expect(throws: Change.self) {
            try pool.write { connection in
                try insert(connection)
                throw Change()
            }
        }
        #expect(try pool.read(count) == 0)
        #expect(throws: Change.self) {
            try pool.writeWithoutTransaction { connection in
                try connection.execute("BEGIN")
                try insert(connection)
                throw Change()
            }
        }
        #expect(try pool.read(count) == 0)
        try pool.write(insert)
        #expect(try pool.read(count) == 1)
    }

    @Test("A reader cannot write")
    func readerCannotWrite() throws {
        #expect { try pool.read(insert) } throws: { error in
            (error as? SQLiteError).map { .readOnly ~= $0.code } == true
        }
    }

    // as many exports as there are readers, and one more      a short read
    // begin, and wait
    //                                                        is answered
    // go on
    @Test("Reads that take long leave one reader to short ones", .timeLimit(.minutes(1)))
    func longReads() throws {
        try pool.write(insert)
        let isOver = Gate()
        let hasBegun = Gate()
        let limit = pool.configuration.readerLimit
        let exports = (0...limit).map { _ in
            Worker { [pool] in
                try pool.longRead { _ in
                    hasBegun.open()
                    isOver.pass()
                }
            }
        }
        for _ in 1..<limit { hasBegun.pass() }
        #expect(try pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) } == 1)
        for _ in exports { isOver.open() }
        for export in exports { try export.join() }
    }

    @Test("A task's long read is interrupted when the task is cancelled", .timeLimit(.minutes(1)))
    func cancelledLongRead() async throws {
        let pool = pool
        let task = Task { try await pool.longRead { try $0.first(endlessQuery, as: Int.self) } }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A statement left on a row does not keep its snapshot")
    func statementOnARow() throws {
        try pool.write(insert)
        try pool.read { connection in
            _ = try connection.cached("SELECT id FROM t").step()
        }
        let pin = try Connection(path: pool.path, mode: .readWrite)
        // A checkpoint that truncates the log needs every reader to have left it.
        try pool.writeWithoutTransaction { connection in
            try insert(connection)
            let (frames, moved) = try connection.checkpoint(.truncate, pinnedBy: pin)
            #expect(frames == 0 && moved == 0)
        }
    }

    @Test("Files are opened with the pragmas that the pool promises")
    func pragmas() throws {
        func value(_ name: String) -> (Connection) throws -> String? {
            { try $0.first("PRAGMA \(name)", as: String.self) }
        }
        #expect(try pool.write(value("journal_mode")) == "wal")
        #expect(try pool.write(value("synchronous")) == "1")
        #expect(try pool.write(value("page_size")) == "4096")
        #expect(try pool.read(value("query_only")) == "1")
        #expect(try pool.write(value("foreign_keys")) == "0")
        #expect(try pool.read(value("foreign_keys")) == "0")
        // Only readers map the file; they may get less than was requested.
        #expect(try pool.write(value("mmap_size")) ?? "0" == "0")
        #expect(try pool.read(value("mmap_size")) ?? "0" != "0")
        #expect(try pool.write(value("cell_size_check")) == "1")
        #expect(try pool.read(value("cell_size_check")) == "0")
    }

    @Test("A closed pool is reported as closed")
    func closedPool() throws {
        try pool.write(insert)
        pool.close()
        pool.close()
        for access in [pool.read as ((Connection) throws -> Int?) throws -> Int?, { try pool.write($0) }] {
            #expect { try access(count) } throws: { error in
                (error as? SQLiteError).map { .misuse ~= $0.code } == true
            }
        }
        // The writer went last, and tidied the write-ahead log up.
        #expect(try directory.names() == ["pool.db"])
    }

    @Test("Dropping the last reference closes the file")
    func lastReference() throws {
        let directory = try ScratchDirectory()
        do {
            let pool = try ConnectionPool(path: directory.file("a.db"))
            try pool.write { try $0.execute("CREATE TABLE t(id)") }
            #expect(try pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) } == 0)
            #expect(try directory.names().count > 1)
        }
        #expect(try directory.names() == ["a.db"])
    }

    @Test("Calling the pool from its own closure traps")
    func reentrantCall() async {
        await #expect(processExitsWith: .failure) {
            let directory = try ScratchDirectory()
            let pool = try ConnectionPool(path: directory.file("a.db"))
            try nest(pool)
        }
    }
}

private func nest(_ pool: ConnectionPool) throws {
    try pool.read { _ in
        try pool.write { _ in }
    }
}
