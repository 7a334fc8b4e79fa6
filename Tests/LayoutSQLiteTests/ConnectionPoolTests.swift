import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ConnectionPoolTests {
    private let directory: ScratchDirectory
    private let pool: ConnectionPool

    init() throws {
        directory = try ScratchDirectory()
        pool = try directory.openPool()
    }

    @Test("A read does not wait for the writer")
    func readBesideWriter() throws {
        // writer                    reader
        // BEGIN IMMEDIATE, INSERT
        //        >-------------------
        //                           SELECT count(*)  -> 0
        //        -------------------<
        // COMMIT
        let writer = Held { [pool] pause in
            try pool.write { connection in
                try connection.insertRow()
                pause()
            }
        }
        #expect(try pool.rowCount() == 0)
        try writer.end()
        #expect(try pool.rowCount() == 1)
    }

    @Test("As many reads run at once as there are readers", .timeLimit(.minutes(1))) func parallelReads() throws {
        // Each waits inside its read until all of them are in theirs.
        let reads = (0..<4).map { _ in
            Held { [pool] pause in
                try pool.read { connection in
                    _ = try connection.rowCount()
                    pause()
                }
            }
        }
        for read in reads { try read.end() }
    }

    @Test("More reads than readers take turns, writes from many tasks all arrive, and no read sees half of a write")
    func manyTasks() async throws {
        try await pool.write { connection in
            try connection.execute("CREATE TABLE account(amount); INSERT INTO account VALUES (500), (500)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<100 {
                group.addTask { [pool] in
                    try await pool.write { connection in
                        try connection.run("UPDATE account SET amount = amount - ?1 WHERE rowid = 1", round)
                        try connection.insertRow()
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
        #expect(try await pool.rowCount() == 100)
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
        let reader = Held { [pool] pause in
            let count = try pool.read { connection in
                pause()
                return try connection.rowCount()
            }
            #expect(count == 0)
        }
        let closer = Worker { [pool] in
            reader.release()
            pool.close()
        }
        try closer.join()
        try reader.end()
        #expect(throws: SQLiteError.self) { try pool.rowCount() }
    }

    @Test("A write that throws leaves nothing behind")
    func failedWrite() throws {
        struct Change: Error {}
        func change(_ connection: Connection) throws {
            try connection.insertRow()
            throw Change()
        }
        #expect(throws: Change.self) { try pool.write(change) }
        #expect(throws: Change.self) {
            try pool.writeWithoutTransaction { connection in
                try connection.execute("BEGIN")
                try change(connection)
            }
        }
        #expect(try pool.rowCount() == 0)
        try pool.insertRow()
        #expect(try pool.rowCount() == 1)
    }

    // as many exports as there are readers, and one more      a short read
    // begin, and wait
    //                                                        is answered
    // go on
    @Test("Reads that take long leave one reader to short ones", .timeLimit(.minutes(1))) func longReads() throws {
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

    @Test("A statement left on a row does not keep its snapshot")
    func statementOnARow() throws {
        try pool.insertRow()
        try pool.read { _ = try $0.cached("SELECT a FROM t").step() }
        let pin = try Connection(path: pool.path, mode: .readWrite)
        // A checkpoint that truncates the log needs every reader to have left it.
        try pool.writeWithoutTransaction { connection in
            try connection.insertRow()
            #expect(try connection.checkpoint(.truncate, pinnedBy: pin) == (0, 0))
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
        #expect(try directory.names() == ["a.db"])
    }

    @Test("Dropping the last reference closes the file")
    func lastReference() throws {
        let directory = try ScratchDirectory()
        do {
            let pool = try directory.openPool()
            #expect(try pool.rowCount() == 0)
            #expect(try directory.names().count > 1)
        }
        #expect(try directory.names() == ["a.db"])
    }

    @Test("Calling the pool from its own closure traps")
    func reentrantCall() async {
        await #expect(processExitsWith: .failure) {
            try nest(ScratchDirectory().openPool())
        }
    }
}

private func nest(_ pool: ConnectionPool) throws { try pool.read { _ in try pool.write { _ in } } }
