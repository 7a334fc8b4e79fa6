import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ConnectionPoolCancellationTests {
    private let directory: ScratchDirectory
    private let pool: ConnectionPool

    init() throws {
        directory = try ScratchDirectory()
        pool = try ConnectionPool(path: directory.file("pool.db"))
        try pool.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)") }
    }

    private func count() async throws -> Int? {
        try await pool.read { try $0.first("SELECT count(*) FROM t", as: Int.self) }
    }

    /// A signal from a pool's thread to a task, which must not block.
    private func signal() -> (send: @Sendable () -> Void, receive: () async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        return ({ continuation.yield() }, { for await _ in stream { break } })
    }

    @Test("Cancelling interrupts the statement and rolls back")
    func cancelledStatement() async throws {
        let (start, started) = signal()
        let task = Task { [pool] in
            try await pool.write { connection in
                try connection.run("INSERT INTO t DEFAULT VALUES")
                start()
                try connection.run(endlessQuery)
            }
        }
        await started()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await count() == 0)
    }

    @Test("Cancelling interrupts a read")
    func cancellingInterruptsRead() async throws {
        let (start, started) = signal()
        let task = Task { [pool] in
            try await pool.read { connection in
                start()
                try connection.run(endlessQuery)
            }
        }
        await started()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await count() == 0)
    }

    @Test("Cancelling between two statements stops the second")
    func cancellationBetweenStatements() async throws {
        // writer                    canceller
        // INSERT
        //        >-------------------
        //                           cancel
        //        -------------------<
        // INSERT  -> interrupted
        let (start, started) = signal()
        let hasCancelled = Gate()
        let task = Task { [pool] in
            try await pool.write { connection in
                try connection.run("INSERT INTO t DEFAULT VALUES")
                start()
                hasCancelled.pass()
                #expect { try connection.run("INSERT INTO t DEFAULT VALUES") } throws: { error in
                    (error as? SQLiteError)?.code == .interrupt
                }
            }
        }
        await started()
        task.cancel()
        hasCancelled.open()
        // The closure swallowed the error; the commit does not.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await count() == 0)
    }

    @Test("A write cancelled while it waits never begins", arguments: [true, false])
    func cancelledWait(isAsynchronous: Bool) async throws {
        let (start, started) = signal()
        let gate = Gate()
        let first = Task { [pool] in
            try await pool.write { connection in
                start()
                gate.pass()
                try connection.run("INSERT INTO t DEFAULT VALUES")
            }
        }
        await started()
        let second = Task { [pool] in
            @Sendable func fail(_: Connection) { Issue.record("the cancelled write has begun") }
            func wait() throws { try pool.write(fail) }
            if isAsynchronous { try await pool.write(fail) } else { try wait() }
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        try await first.value
        #expect(try await count() == 1)
    }

    @Test("A cancellation that comes too late has no effect")
    func lateCancellation() async throws {
        let first = Task { [pool] in
            try await pool.write { try $0.run("INSERT INTO t DEFAULT VALUES") }
        }
        try await first.value
        first.cancel()
        try await pool.write { try $0.run("INSERT INTO t DEFAULT VALUES") }
        #expect(try await count() == 2)
    }

    @Test("The task of a read can be cancelled many times over without harm")
    func repeatedCancellation() async throws {
        for _ in 0..<200 {
            let task = Task { [pool] in
                try await pool.write { connection in
                    for _ in 0..<20 { try connection.run("INSERT INTO t DEFAULT VALUES") }
                }
            }
            await Task.yield()
            task.cancel()
            let before = await task.result
            if case .failure(let error) = before {
                #expect(error is CancellationError)
            }
            // Whole or not at all.
            #expect(try await count().map { $0 % 20 } == 0)
        }
    }
}
