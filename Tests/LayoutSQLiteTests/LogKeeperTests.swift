import Foundation
@testable import LayoutSQLite
import LayoutTestSupport
import Synchronization
import Testing

/// A log is taken for idle a second after the last commit: in these tests, when they say so.
@Suite struct LogKeeperTests {
    private let directory: ScratchDirectory
    private let timer = ControlledTimer()
    private let pool: ConnectionPool

    /// A log of a mebibyte is looked at after each 64 pages.
    init() throws {
        directory = try ScratchDirectory()
        let timer = timer
        pool = try directory.openPool {
            $0.logLimitBytes = 1 << 20
            $0.idleTimer = { timer.schedule($1, after: $0) }
        }
        try elapse()
    }

    private var logSize: Int { directory.logSize }

    private func write(_ bytes: Int) throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (NULL, zeroblob(?1))", bytes) }
    }

    /// Lets the time pass that the keeper waits, and waits for what it does then; returns how long it was, in seconds.
    @discardableResult
    private func elapse() throws -> Int {
        // Each commit may have it move pages, which is not what is tested.
        try #require(pool.keeper).waitUntilSuspended()
        let seconds = timer.elapse()
        pool.keeper?.waitUntilSuspended()
        return seconds
    }

    /// A keeper with a limit of 400 pages, from which the writer's turn is held.
    private func makeKeeper() throws -> (LogKeeper, writer: ConnectionSlots, turn: ConnectionSlots.Slot) {
        let writer = ConnectionSlots([ConnectionSlots.Slot()])
        let keeper = LogKeeper(
            path: directory.file("a.db"), limit: 400, writer: writer,
            heldTransactions: HeldTransactions(limit: 1, logLimit: 400), idleTimer: { _, _ in })
        return (keeper, writer, try #require(writer.takeIdle()))
    }

    @Test("An idle log is cut to nothing, each time that it has grown")
    func idleLog() async throws {
        for _ in 0..<2 {
            try write(400_000)
            #expect(logSize > 400_000)
            #expect(try elapse() == 1)
            #expect(timer.isAtRest && logSize == 0)
        }
        #expect(try await pool.read { try $0.first("SELECT sum(length(b)) FROM t", as: Int.self) } == 800_000)
    }

    @Test("A short log is kept: the next commits would only make it again")
    func shortLog() throws {
        try write(50_000)
        try elapse()
        #expect(timer.isAtRest && logSize > 0)
    }

    @Test("A log that is still written to is not cut")
    func busyLog() throws {
        try write(400_000)
        for _ in 0..<3 {
            // After the keeper began to wait.
            try write(400_000)
            try elapse()
            #expect(logSize > 0)
        }
        #expect(try elapse() == 1)
        #expect(logSize == 0)
    }

    @Test("A log that another connection reads is looked at ever less often, and cut when that has gone")
    func heldLog() throws {
        let reader = try Connection(path: directory.file("a.db"), mode: .readOnly)
        try reader.execute("BEGIN")
        _ = try reader.rowCount()
        try write(400_000)
        let waits = try (0..<9).map { _ in try elapse() }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64, 64])
        #expect(logSize > 0)
        try reader.execute("COMMIT")
        try elapse()
        #expect(logSize == 0)
    }

    @Test("A log that a snapshot holds is left alone until that is closed, and cut then")
    func logHeldBySnapshot() throws {
        let snapshot = try pool.readTransaction()
        try write(400_000)
        try elapse()
        #expect(timer.isAtRest && logSize > 0)
        snapshot.close()
        try elapse()
        #expect(logSize == 0)
    }

    @Test("A log is truncated in the writer's turn only, and later if that is taken", .timeLimit(.minutes(5)))
    func cutInTurn() throws {
        try write(400_000)
        let writer = Held.write(pool)
        try elapse()
        let isKept = logSize > 0
        try writer.end()
        #expect(isKept)
        try elapse()
        #expect(logSize == 0)
    }

    @Test("A suspended pool leaves its log alone until it is resumed")
    func suspendedLog() throws {
        try write(400_000)
        pool.suspend()
        try elapse()
        #expect(timer.isAtRest && logSize > 0)
        pool.resume()
        // SQLite may take the interruption for one of the first look.
        for _ in 0..<2 { try elapse() }
        #expect(logSize == 0)
    }

    @Test("A pool that is closed has no log left, and nothing that would open the file again")
    func closedPool() throws {
        try write(400_000)
        pool.close()
        try elapse()
        #expect(try directory.names() == ["a.db"])
        #expect(timer.isAtRest)
    }

    // pages noted        1000 … 1400 …    1401 …
    // the keeper         at work: it waits for the writer's turn, which is held, for 200 ms
    // a writer           goes on          waits
    @Test("Writers wait for the keeper once the log has outgrown its limit beside it, and no longer than they may")
    func waitingWriters() throws {
        let (keeper, writer, turn) = try makeKeeper()
        /// On a machine that is busy the keeper may have ended, or this thread may have slept: so one of many counts.
        func happens(pagesBesideKeeper added: Int, isWaiting: Bool, from first: Int) -> Bool {
            for round in 0..<50 {
                let pages = first + round * 10_000
                keeper.note(pages: pages)
                keeper.note(pages: pages + added)
                let start = ContinuousClock.now
                keeper.waitIfBehind(atMost: .milliseconds(50))
                let waited = ContinuousClock.now - start
                keeper.waitUntilSuspended()
                if isWaiting ? waited >= .milliseconds(50) && waited < .milliseconds(150) : waited < .milliseconds(25) {
                    return true
                }
            }
            return false
        }
        #expect(happens(pagesBesideKeeper: 400, isWaiting: false, from: 1000))
        #expect(happens(pagesBesideKeeper: 401, isWaiting: true, from: 1_000_000))
        // At rest it keeps no caller waiting, with a log of any length.
        keeper.waitIfBehind(atMost: nil)
        writer.release(turn)
        keeper.close()
    }

    @Test("A task that waits for the keeper stops waiting when it is cancelled", .timeLimit(.minutes(1)))
    func cancelledWait() async throws {
        let (keeper, writer, turn) = try makeKeeper()
        // Called while it waits for the writer's turn, with 200 ms each time: so one of many counts.
        var isQuick = false
        for round in 1...50 where !isQuick {
            keeper.note(pages: round * 10_000)
            keeper.note(pages: round * 10_000 + 500)
            let task = Task { await BlockingWork.run { keeper.waitIfBehind(atMost: nil) } }
            task.cancel()
            let start = ContinuousClock.now
            await task.value
            isQuick = ContinuousClock.now - start < .milliseconds(100)
            keeper.waitUntilSuspended()
        }
        #expect(isQuick)
        writer.release(turn)
        keeper.close()
    }
}

/// Calls scheduled work when the test lets the time pass.
private final class ControlledTimer: Sendable {
    private let due = Mutex<[(seconds: Int, work: @Sendable () -> Void)]>([])

    /// Whether nothing waits.
    var isAtRest: Bool { due.withLock { $0.isEmpty } }

    func schedule(_ work: @escaping @Sendable () -> Void, after seconds: Int) {
        due.withLock { $0.append((seconds, work)) }
    }

    /// Makes all waiting calls, and returns the longest time that it waited for.
    func elapse() -> Int {
        let due = due.withLock { due in
            defer { due = [] }
            return due
        }
        for (_, work) in due { work() }
        return due.map(\.seconds).max() ?? 0
    }
}
