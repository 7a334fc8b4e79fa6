import Foundation
import LayoutSQLite
import Synchronization
import LayoutTestSupport
import Testing

/// Waiting ends when its time is up, and when it is interrupted. A test that waits for an hour would fail by never
/// ending.
@Suite struct InterruptionTests {
    private let directory: ScratchDirectory
    private let pool: ConnectionPool
    /// The holder of the file's write lock, as another process would be.
    private let other: Connection

    init() throws {
        directory = try ScratchDirectory()
        pool = try directory.openPool { $0.busyTimeout = .seconds(3600) }
        other = try Connection(path: directory.file("a.db"), mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
    }

    @Test("Waiting for another process's lock, and for the turn behind another write, can be interrupted")
    func writerWait() throws {
        // first                second               interrupter
        // waits for the lock
        //         >-----------
        //                      waits for its turn
        //                             >-------------
        //                                           interrupts both
        let works = (0..<2).map { _ in InterruptedWork { [pool] in try write(pool) } }
        for work in works { try work.interrupt(pool) }
        // And the pool is as good as before.
        try other.execute("COMMIT")
        try write(pool)
    }

    @Test("Waiting for a free reader can be interrupted")
    func readerWait() throws {
        var configuration = ConnectionPool.Configuration()
        configuration.readerLimit = 1
        let pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
        // It is interrupted as well, which its commit notices.
        let holder = Held { pause in #expect(errorCode { try pool.read { _ in pause() } } == .interrupt) }
        try InterruptedWork { try pool.read { _ in } }.interrupt(pool)
        try holder.end()
    }

    @Test("Cancelling a task ends its waiting for a lock, also that of a blocking call", arguments: [false, true])
    func cancelledLockWait(isBlocking: Bool) async throws {
        // In a separate task, where blocking a thread does no harm.
        let task = Task { [pool] in if isBlocking { try write(pool) } else { try await pool.insertRow() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A suspended pool interrupts what runs, and refuses until it is resumed")
    func suspendedPool() async throws {
        let worker = Worker { [pool] in #expect(errorCode { try readEndlessly(pool) } == .interrupt) }
        pool.suspend()
        try worker.join()
        let refusals = [
            #expect(throws: SQLiteError.self) { try write(pool) },
            #expect(throws: SQLiteError.self) { try pool.read { _ in } },
            await #expect(throws: SQLiteError.self) { try await pool.read { _ in } },
        ]
        #expect(refusals.allSatisfy { $0?.code == .interrupt && $0?.isOfSuspendedPool == true })
        try other.execute("COMMIT")
        pool.resume()
        try write(pool)
    }

    @Test("A write waits no longer for a lock, or for its turn, than its patience", arguments: [false, true])
    func timeout(isTurnTaken: Bool) async throws {
        var writer: Held?
        if isTurnTaken {
            try other.execute("COMMIT")
            writer = Held.write(pool)
        }
        for patience in [Duration.zero, .milliseconds(3)] {
            #expect(errorCode { try pool.write(waitingAtMost: patience) { _ in } } == .busy)
            #expect(await errorCode(awaiting: { try await pool.write(waitingAtMost: patience) { _ in } }) == .busy)
        }
        try writer?.end()
        // Cancelled requests block no other ones.
        if isTurnTaken { try write(pool) }
    }

    @Test("A connection's own handle ends its waiting")
    func connectionHandle() throws {
        let waiting = try Connection(path: directory.file("a.db"), mode: .readWrite, busyTimeout: .seconds(3600))
        let handle = waiting.interruptHandle
        let ending = Ending()
        let interrupter = Worker {
            while !ending.isOver.load(ordering: .acquiring) {
                handle.interrupt()
                sched_yield()
            }
        }
        #expect(errorCode { try waiting.execute("BEGIN IMMEDIATE") } == .interrupt)
        ending.isOver.store(true, ordering: .releasing)
        try interrupter.join()
    }
}

/// Signals that a thread has come to its end.
final class Ending: Sendable { let isOver = Atomic<Bool>(false) }

/// Work on another thread that an interruption ends.
private struct InterruptedWork {
    private let ending = Ending()
    private let worker: Worker

    init(_ body: @escaping @Sendable () throws -> Void) {
        worker = Worker { [ending] in
            defer { ending.isOver.store(true, ordering: .releasing) }
            #expect(errorCode(body) == .interrupt)
        }
    }

    /// Interrupts until the work has ended: it may not have begun to wait the first time.
    func interrupt(_ pool: ConnectionPool) throws {
        while !ending.isOver.load(ordering: .acquiring) {
            pool.interruptAll()
            sched_yield()
        }
        try worker.join()
    }
}

/// The form that blocks, in tests that are asynchronous as well.
private func write(_ pool: ConnectionPool) throws { try pool.insertRow() }

private func readEndlessly(_ pool: ConnectionPool) throws {
    try pool.read { try $0.run(endlessQuery) }
}
