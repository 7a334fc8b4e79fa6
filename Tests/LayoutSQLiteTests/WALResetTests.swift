import Foundation
import LayoutCFaults
import LayoutCSQLite
@testable import LayoutSQLite
import Synchronization
import LayoutTestSupport
import Testing

/// SQLite's WAL-reset bug (<https://sqlite.org/wal.html#walresetbug>), made to happen in order.
///
/// ```
/// a checkpointer                        another connection
/// copies the log's header: N frames,
/// all of them moved
///                                       commits: the log begins again, with fewer frames
/// stores that N frames are moved:
/// the commit is passed over from now on
/// ```
@Suite struct WALResetTests {
    @Test(
        "A commit between the halves of a checkpoint that nothing guards is lost where SQLite has the bug, only there")
    func unguarded() async {
        await #expect(processExitsWith: .success) {
            let window = try ResetWindow()
            let keeper = try Connection(path: window.path, mode: .readWrite)
            try keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
            try window.write { try $0.run("UPDATE t SET v = randomblob(1500)") }
            // The pool's own keeper must not make the checkpoint that the commit waits for.
            window.pool.keeper?.waitUntilSuspended()
            try keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
            window.open(atCheckpoint: 1) { try $0.run("INSERT INTO ledger VALUES ('A')") }
            try keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
            try window.requireCommit()
            keeper.close()
            let isWhole = try window.isWholeAfterCommits()
            guard isWhole != Connection.hasWALResetBug else {
                throw Unexpected("whole: \(isWhole), with SQLite \(Connection.libraryVersion)")
            }
        }
    }

    /// When the other process commits.
    enum Moment: String, CaseIterable, Codable { case idleLog, afterCommit, cutting }

    @Test(
        "No commit is lost to the checkpoint of an idle log, to one that begins after a commit, or to cutting the log",
        .timeLimit(.minutes(5)), arguments: Moment.allCases)
    func guarded(moment: Moment) async {
        await #expect(processExitsWith: .success) { [moment = moment as Moment] in
            let window = try ResetWindow()
            switch moment {
            case .idleLog:
                // Too short to be cut. Another process has moved it when it is looked at for being idle.
                try window.write { try $0.run("UPDATE t SET v = randomblob(1500) WHERE id < 10") }
                try window.otherProcess.execute("PRAGMA wal_checkpoint(PASSIVE)")
                window.open(atCheckpoint: 1) { try $0.run("INSERT INTO ledger VALUES ('A')") }
            case .afterCommit:
                try window.growLog()
                // As when the hook of a commit comes after its pages were moved.
                window.open(atCheckpoint: 1) { try $0.run("INSERT INTO ledger VALUES ('A')") }
                window.pool.keeper?.note(pages: 1_000_000)
            case .cutting:
                try window.growLog()
                // It cannot be cut then. After two checkpoints that move it, SQLite goes on with what needs no lock.
                try window.otherProcess.execute("BEGIN IMMEDIATE")
                window.open(atCheckpoint: 3) { try $0.execute("INSERT INTO ledger VALUES ('A'); COMMIT") }
            }
            try window.requireCommit()
            guard try window.isWholeAfterCommits() else { throw Unexpected("a committed row was lost") }
        }
    }

    @Test(
        "The versions of SQLite that have the WAL-reset bug are known",
        arguments: [
            (3_006_023, false), (3_007_000, true), (3_040_001, true), (3_044_005, true), (3_044_006, false),
            (3_044_009, false), (3_045_000, true), (3_050_006, true), (3_050_007, false), (3_050_011, false),
            (3_051_000, true), (3_051_002, true), (3_051_003, false), (3_052_000, false), (4_000_000, false),
        ]) func affectedVersions(version: Int, isAffected: Bool)
    { #expect(Connection.hasWALResetBug(version: version) == isAffected) }
}

/// A pool and the connection of another process, which commits in the middle of a checkpoint.
///
/// One in a process, and before anything else uses SQLite.
private final class ResetWindow {
    private static let committed = Mutex<Result<Void, any Error>?>(nil)
    private let directory: ScratchDirectory
    let pool: ConnectionPool
    let otherProcess: Connection

    var path: String { directory.file("a.db") }

    init() throws {
        guard layout_faults_install() == SQLITE_OK else { throw Unexpected("SQLite was in use already") }
        directory = try ScratchDirectory()
        var configuration = ConnectionPool.Configuration()
        // A log of a mebibyte is looked at after each 64 pages.
        configuration.logLimitBytes = 1 << 20
        configuration.readerMappedBytes = 0
        pool = try ConnectionPool(path: directory.file("a.db"), configuration: configuration)
        otherProcess = try Connection(path: directory.file("a.db"), mode: .readWrite)
        try pool.write { connection in
            try connection.execute(
                """
                CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB); CREATE INDEX i ON t(v); CREATE TABLE ledger(name TEXT);
                WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 120)
                INSERT INTO t SELECT i, randomblob(1500) FROM s;
                """)
        }
        try otherProcess.execute("SELECT count(*) FROM ledger")
        pool.keeper?.waitUntilSuspended()
    }

    func write(_ body: (Connection) throws -> Void) throws { try pool.write(body) }

    /// Begins the log again with more than 64 pages, and waits until the keeper has moved them.
    func growLog() throws {
        // A short one first, by which the keeper sees that the log begins again.
        try write { try $0.run("DELETE FROM ledger") }
        try write { try $0.run("UPDATE t SET v = randomblob(1500)") }
        pool.keeper?.waitUntilSuspended()
    }

    /// Lets the other process commit in the middle of the `number`th checkpoint from now.
    func open(atCheckpoint number: Int32, _ commit: @escaping (Connection) throws -> Void) {
        let box = unsafe Unmanaged.passRetained(Commit { [otherProcess] in try commit(otherProcess) })
        unsafe layout_faults_at_checkpoint(
            number,
            { context in
                guard let context = unsafe context else { return }
                let commit = unsafe Unmanaged<Commit>.fromOpaque(context).takeRetainedValue()
                let result = Result { try commit.body() }
                ResetWindow.committed.withLock { $0 = result }
            }, unsafe box.toOpaque())
    }

    private final class Commit {
        let body: () throws -> Void
        init(_ body: @escaping () throws -> Void) { self.body = body }
    }

    /// Waits for the commit, which the time limit of a test bounds.
    func requireCommit() throws {
        while true {
            if let result = Self.committed.withLock({ $0 }) { return try result.get() }
            usleep(5000)
        }
    }

    /// Whether all is there after some more commits, checkpoints, and the end of all connections.
    func isWholeAfterCommits() throws -> Bool {
        pool.keeper?.waitUntilSuspended()
        try write { try $0.run("INSERT INTO ledger VALUES ('B')") }
        pool.keeper?.waitUntilSuspended()
        let before = try Connection(path: path, mode: .readOnly)
        let seen = try before.first("SELECT group_concat(name, '') FROM ledger", as: String.self)
        before.close()
        otherProcess.close()
        pool.close()
        let after = try Connection(path: path, mode: .readOnly)
        defer { after.close() }
        return try seen == "AB" && after.first("SELECT group_concat(name, '') FROM ledger", as: String.self) == "AB"
            && after.first("PRAGMA integrity_check", as: String.self) == "ok"
    }
}
