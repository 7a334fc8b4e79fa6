import Foundation
import LayoutCFaults
import LayoutCSQLite
@testable import LayoutSQLite
import LayoutTestSupport
import Testing

/// A log is taken for idle a second after the last commit. The tests wait for expected events, and watch two and a half
/// seconds for unexpected ones.
@Suite struct LogKeeperTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    /// A log of a mebibyte is looked at after each 64 pages.
    private func openPool() throws -> ConnectionPool {
        var configuration = ConnectionPool.Configuration()
        configuration.logLimitBytes = 1 << 20
        let pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)") }
        return pool
    }

    private var logSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: directory.file("a.db-wal"))[.size] as? Int) ?? 0
    }

    private func write(_ bytes: Int, in pool: ConnectionPool) throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (NULL, zeroblob(?1))", bytes) }
    }

    /// Returns once the log is cut, which the time limit of a test bounds.
    private func waitForCut() async throws {
        while logSize > 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    private func isKept(for time: Duration) async throws -> Bool {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            guard logSize > 0 else { return false }
            try await Task.sleep(for: .milliseconds(40))
        }
        return true
    }

    @Test("An idle log is cut to nothing, each time that it has grown", .timeLimit(.minutes(5)))
    func idleLog() async throws {
        let pool = try openPool()
        for _ in 0..<2 {
            try write(400_000, in: pool)
            #expect(logSize > 400_000)
            try await waitForCut()
        }
        #expect(try await pool.read { try $0.first("SELECT sum(length(b)) FROM t", as: Int.self) } == 800_000)
    }

    @Test("A short log is kept: the next commits would only make it again")
    func shortLog() async throws {
        let pool = try openPool()
        try write(50_000, in: pool)
        #expect(try await isKept(for: .milliseconds(2500)))
    }

    @Test("A log that is still written to is not cut", .timeLimit(.minutes(5)))
    func busyLog() async throws {
        let pool = try openPool()
        try write(400_000, in: pool)
        // On a machine that is busy this thread may sleep for so long that the log is idle: so one of many counts.
        var isKept = false
        for _ in 0..<20 where !isKept {
            try write(400_000, in: pool)
            isKept = true
            var last = ContinuousClock.now
            let end = last + .milliseconds(2500)
            while last < end, isKept {
                try write(10, in: pool)
                isKept = logSize > 0
                usleep(20_000)
                last = .now
            }
        }
        #expect(isKept)
        try write(400_000, in: pool)
        try await waitForCut()
    }

    @Test("A log that a reader holds is cut when the reader has gone, without another commit", .timeLimit(.minutes(5)))
    func heldLog() async throws {
        let pool = try openPool()
        let reader = try Connection(path: directory.file("a.db"), mode: .readOnly)
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM t", as: Int.self)
        try write(400_000, in: pool)
        #expect(try await isKept(for: .milliseconds(2500)))
        try reader.execute("COMMIT")
        try await waitForCut()
    }

    @Test("A log that a snapshot holds is left alone until that is closed, and cut then", .timeLimit(.minutes(5)))
    func logHeldBySnapshot() async {
        await #expect(processExitsWith: .success) {
            guard layout_faults_install() == SQLITE_OK else { throw Unexpected("SQLite was in use already") }
            let directory = try ScratchDirectory()
            func logSize() -> Int {
                (try? FileManager.default.attributesOfItem(atPath: directory.file("a.db-wal"))[.size] as? Int) ?? 0
            }
            var configuration = ConnectionPool.Configuration()
            configuration.logLimitBytes = 1 << 20
            let pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
            try pool.write { try $0.execute("CREATE TABLE t(b); INSERT INTO t VALUES (1)") }
            let snapshot = try pool.snapshot()
            try pool.write { try $0.run("INSERT INTO t VALUES (zeroblob(400000))") }
            // It is looked at once, a second after the commit, or later on a machine that is busy: so one of some times
            // counts.
            var isLeftAlone = false
            for _ in 0..<10 where !isLeftAlone {
                layout_faults_arm(Int32(LAYOUT_FAULT_LOCK), 0, 0, Int32(LAYOUT_FAULT_ERROR))
                usleep(2_500_000)
                isLeftAlone = layout_faults_count(Int32(LAYOUT_FAULT_LOCK)) == 0
            }
            guard isLeftAlone else { throw Unexpected("the log was looked at again and again") }
            guard logSize() > 0 else { throw Unexpected("the log was cut under a snapshot") }
            snapshot.close()
            while logSize() > 0 { usleep(20_000) }
        }
    }

    @Test("A log is truncated in the writer's turn only, and later if that is taken", .timeLimit(.minutes(5)))
    func cutInTurn() async throws {
        let pool = try openPool()
        try write(400_000, in: pool)
        let isOver = Gate()
        let hasBegun = Gate()
        let writer = Worker {
            try pool.writeWithoutTransaction { _ in
                hasBegun.open()
                isOver.pass()
            }
        }
        hasBegun.pass()
        let isKept = try await isKept(for: .milliseconds(2500))
        isOver.open()
        try writer.join()
        #expect(isKept)
        try await waitForCut()
    }

    @Test("A suspended pool leaves its log alone until it is resumed", .timeLimit(.minutes(5)))
    func suspendedLog() async throws {
        let pool = try openPool()
        try write(400_000, in: pool)
        pool.suspend()
        #expect(try await isKept(for: .milliseconds(2500)))
        pool.resume()
        try await waitForCut()
    }

    @Test("A pool that is closed has no log left, and nothing that would open the file again")
    func closedPool() async throws {
        let pool = try openPool()
        try write(400_000, in: pool)
        pool.close()
        for _ in 0..<60 {
            #expect(try directory.names() == ["a.db"])
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    // pages noted        1000 … 1400 …    1401 …
    // the keeper         at work: it waits for the writer's turn, which is held, for 200 ms
    // a writer           goes on          waits
    @Test(
        "Writers wait for the keeper once the log has outgrown its limit beside it, and no longer than they may",
        arguments: [false, true])
    func waitingWriters(isAsynchronous: Bool) async throws {
        _ = try openPool()
        let writer = ConnectionSlots([ConnectionSlot()])
        let keeper = LogKeeper(
            path: directory.file("a.db"), limit: 400, writer: writer, snapshots: PoolSnapshots(limit: 1, logLimit: 400))
        let turn = try #require(writer.takeIdle())
        /// On a machine that is busy the keeper may have ended, or this thread may have slept: so one of many counts.
        func happens(pagesBesideKeeper added: Int, isWaiting: Bool, from first: Int) async -> Bool {
            for round in 0..<50 {
                let pages = first + round * 10_000
                keeper.note(pages: pages)
                keeper.note(pages: pages + added)
                let start = ContinuousClock.now
                if isAsynchronous {
                    await keeper.waitIfBehind(atMost: .milliseconds(50))
                } else {
                    let wait: () -> Void = { keeper.waitIfBehind(atMost: .milliseconds(50)) }
                    wait()
                }
                let waited = ContinuousClock.now - start
                keeper.waitUntilSuspended()
                if isWaiting ? waited >= .milliseconds(50) && waited < .milliseconds(150) : waited < .milliseconds(25) {
                    return true
                }
            }
            return false
        }
        #expect(await happens(pagesBesideKeeper: 400, isWaiting: false, from: 1000))
        #expect(await happens(pagesBesideKeeper: 401, isWaiting: true, from: 1_000_000))
        // At rest it keeps no caller waiting, with a log of any length.
        await keeper.waitIfBehind(atMost: nil)
        writer.release(turn)
        keeper.close()
    }

    @Test("A task that waits for the keeper stops waiting when it is cancelled", .timeLimit(.minutes(1)))
    func cancelledWait() async throws {
        _ = try openPool()
        let writer = ConnectionSlots([ConnectionSlot()])
        let keeper = LogKeeper(
            path: directory.file("a.db"), limit: 400, writer: writer, snapshots: PoolSnapshots(limit: 1, logLimit: 400))
        let turn = try #require(writer.takeIdle())
        // Called while it waits for the writer's turn, with 200 ms each time: so one of many counts.
        var isQuick = false
        for round in 1...50 where !isQuick {
            keeper.note(pages: round * 10_000)
            keeper.note(pages: round * 10_000 + 500)
            let task = Task { await keeper.waitIfBehind(atMost: nil) }
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
