import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ConnectionPoolCancellationTests {
    private let directory: ScratchDirectory
    private let pool: ConnectionPool

    init() throws {
        directory = try ScratchDirectory()
        pool = try directory.openPool()
    }

    /// A signal from a pool's thread to a task, which must not block.
    private func signal() -> (send: @Sendable () -> Void, receive: () async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        return ({ continuation.yield() }, { for await _ in stream { break } })
    }

    private enum Access: CaseIterable { case write, read, longRead }

    @Test(
        "Cancelling interrupts the statement of a write, which is rolled back, and of a read",
        .timeLimit(.minutes(1)), arguments: Access.allCases)
    private func cancelledStatement(access: Access) async throws {
        let (start, started) = signal()
        let task = Task { [pool] in
            @Sendable func work(_ connection: Connection) throws {
                if access == .write { try connection.insertRow() }
                start()
                try connection.run(endlessQuery)
            }
            switch access {
            case .write: try await pool.write(work)
            case .read: try await pool.read(work)
            case .longRead: try await pool.longRead(work)
            }
        }
        await started()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.rowCount() == 0)
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
                try connection.insertRow()
                start()
                hasCancelled.pass()
                #expect(errorCode { try connection.insertRow() } == .interrupt)
            }
        }
        await started()
        task.cancel()
        hasCancelled.open()
        // The closure swallowed the error; the commit does not.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.rowCount() == 0)
    }

    @Test("A write cancelled while it waits never begins", arguments: [true, false])
    func cancelledWait(isAsynchronous: Bool) async throws {
        let (start, started) = signal()
        let gate = Gate()
        let first = Task { [pool] in
            try await pool.write { connection in
                start()
                gate.pass()
                try connection.insertRow()
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
        #expect(try await pool.rowCount() == 1)
    }

    @Test("The task of a read can be cancelled many times over without harm")
    func repeatedCancellation() async throws {
        for _ in 0..<200 {
            let task = Task { [pool] in
                try await pool.write { connection in
                    for _ in 0..<20 { try connection.insertRow() }
                }
            }
            await Task.yield()
            task.cancel()
            if case .failure(let error) = await task.result { #expect(error is CancellationError) }
            // Whole or not at all.
            #expect(try await pool.rowCount().map { $0 % 20 } == 0)
        }
    }
}
