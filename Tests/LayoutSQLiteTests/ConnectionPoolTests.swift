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
            try pool.insertRow()
        }
        let counts = try pool.read { connection in
            let before = try connection.rowCount()
            hasRead.open()
            hasWritten.pass()
            return [before, try connection.rowCount()]
        }
        #expect(counts == [0, 0])
        try writer.join()
        #expect(try pool.rowCount() == 1)
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
                try connection.insertRow()
                hasInserted.open()
                hasRead.pass()
            }
        }
        hasInserted.pass()
        #expect(try pool.rowCount() == 0)
        hasRead.open()
        try writer.join()
        #expect(try pool.rowCount() == 1)
    }

    @Test("As many reads run at once as there are readers", .timeLimit(.minutes(1)))
    func parallelReads() throws {
        // Each waits inside its read until all of them are in theirs.
        let arrivals = (0..<4).map { _ in Gate() }
        let departures = (0..<4).map { _ in Gate() }
        let workers = (0..<4).map { index in
            Worker { [pool] in
                try pool.read { connection in
                    _ = try connection.rowCount()
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
                group.addTask { [pool] in try await pool.rowCount() }
            }
            for try await count in group { #expect(count == 0) }
        }
    }

    @Test("Writes from many tasks all arrive")
    func parallelWrites() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { [pool] in try await pool.insertRow() }
            }
            try await group.waitForAll()
        }
        #expect(try await pool.rowCount() == 100)
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
                        // Two statements, so that only the snapshot holds them together.
                        let amounts = try await pool.read { connection in
                            try (1...2).map {
                                try connection.first("SELECT amount FROM account WHERE rowid = ?1", $0, as: Int.self)
                            }
                        }
                        #expect(amounts.compactMap(\.self).reduce(0, +) == 1000)
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
                return try connection.rowCount()
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
        #expect(throws: SQLiteError.self) { try pool.rowCount() }
    }

    @Test("A write that throws leaves nothing behind")
    func failedWrite() throws {
        struct Change: Error {}
        #expect(throws: Change.self) {
            try pool.write { connection in
                try connection.insertRow()
                throw Change()
            }
        }
        #expect(try pool.rowCount() == 0)
        #expect(throws: Change.self) {
            try pool.writeWithoutTransaction { connection in
                try connection.execute("BEGIN")
                try connection.insertRow()
                throw Change()
            }
        }
        #expect(try pool.rowCount() == 0)
        try pool.insertRow()
        #expect(try pool.rowCount() == 1)
    }

    @Test("A reader cannot write")
    func readerCannotWrite() throws {
        #expect(errorCode { try pool.read { try $0.insertRow() } }?.primary == .readOnly)
    }

    // as many exports as there are readers, and one more      a short read
    // begin, and wait
    //                                                        is answered
    // go on
    @Test("Reads that take long leave one reader to short ones", .timeLimit(.minutes(1)))
    func longReads() throws {
        try pool.insertRow()
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
        #expect(try pool.rowCount() == 1)
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
        try pool.insertRow()
        try pool.read { _ = try $0.cached("SELECT id FROM t").step() }
        let pin = try Connection(path: pool.path, mode: .readWrite)
        // A checkpoint that truncates the log needs every reader to have left it.
        try pool.writeWithoutTransaction { connection in
            try connection.insertRow()
            let (frames, moved) = try connection.checkpoint(.truncate, pinnedBy: pin)
            #expect(frames == 0 && moved == 0)
        }
    }

    @Test(
        "Files are opened with the pragmas that the pool promises",
        arguments: [
            ("journal_mode", "wal", nil), ("synchronous", "1", nil), ("page_size", "4096", nil),
            ("query_only", nil, "1"), ("foreign_keys", "0", "0"), ("cell_size_check", "1", "0"),
        ] as [(String, String?, String?)])
    func pragmas(name: String, ofWriter: String?, ofReader: String?) throws {
        let values = try (pool.write { try $0.text("PRAGMA \(name)") }, pool.read { try $0.text("PRAGMA \(name)") })
        #expect(ofWriter == nil || values.0 == ofWriter)
        #expect(ofReader == nil || values.1 == ofReader)
    }

    @Test("Only readers map the file; they may get less than was requested")
    func mapping() throws {
        #expect(try pool.write { try $0.text("PRAGMA mmap_size") } ?? "0" == "0")
        #expect(try pool.read { try $0.text("PRAGMA mmap_size") } ?? "0" != "0")
    }

    @Test("A closed pool is reported as closed")
    func closedPool() throws {
        try pool.insertRow()
        pool.close()
        pool.close()
        for access in [pool.read as ((Connection) throws -> Int?) throws -> Int?, { try pool.write($0) }] {
            #expect(errorCode { try access { try $0.rowCount() } }?.primary == .misuse)
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
            #expect(try pool.rowCount() == 0)
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
    try pool.read { _ in try pool.write { _ in } }
}
