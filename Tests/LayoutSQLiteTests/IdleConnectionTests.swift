#if os(Linux)
import Foundation
@testable import LayoutSQLite
import LayoutTestSupport
import Synchronization
import Testing

/// The descriptors of an idle pool.
@Suite struct IdleConnectionTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    /// A pool whose log is moved by nothing but its rest.
    private func openPool() throws -> ConnectionPool {
        try directory.openPool { ($0.idleTime, $0.idleTimer) = (.milliseconds(40), { _, _ in }) }
    }

    /// The number of open files in the directory, in this process.
    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(directory.path) == true
        }
    }

    private func waitUntilOpen(_ count: Int) async throws {
        var rounds = 0
        while try openFiles() > count, rounds < 1000 {
            try await Task.sleep(for: .milliseconds(10))
            rounds += 1
        }
        #expect(try openFiles() == count)
    }

    @Test("An idle pool has no file open, and goes on where it was")
    func closes() async throws {
        let pool = try openPool()
        for round in 0..<3 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await pool.read { _ = try $0.rowCount() } } }
                try await group.waitForAll()
            }
            try await pool.write { try $0.run("INSERT INTO t VALUES (NULL, 'x')") }
            try await waitUntilOpen(0)
            #expect(try await pool.read { try $0.rowCount() } == round + 1)
        }
        pool.close()
        #expect(try openFiles() == 0)
    }

    @Test("A state that is held keeps the files open, and later states have larger numbers")
    func held() async throws {
        let pool = try openPool()
        var generation = Int.min
        for _ in 0..<3 {
            let state = try pool.readTransaction()
            #expect(state.generation > generation)
            try await pool.write { try $0.run("INSERT INTO t VALUES (NULL, 'x')") }
            let rows = try state.read { try $0.rowCount() }
            try await Task.sleep(for: .milliseconds(120))
            #expect(try state.read { try $0.rowCount() } == rows)
            #expect(try openFiles() > 0)
            let next = try pool.readTransaction()
            #expect(next.generation > state.generation)
            generation = next.generation
            state.close()
            next.close()
            try await waitUntilOpen(0)
        }
        pool.close()
    }

    @Test("An idle pool that is watched, and holds the present state, has three descriptors, and reports other writers")
    func watched() async throws {
        let pool = try directory.openPool {
            $0.idleTime = .milliseconds(200)
            $0.idleTimer = { _, _ in }
        }
        try await pool.write { try $0.run("INSERT INTO t VALUES (NULL, 'x')") }
        pool.cutLog()
        let reports = Atomic(0)
        let watch = try pool.watchCommits(
            every: .milliseconds(10), { _, _ in reports.add(1, ordering: .relaxed) }, end: {})
        for _ in 0..<8 { _ = try await pool.read { try $0.rowCount() } }
        let state = try pool.readTransaction()
        let rows = try state.read { try $0.rowCount() }
        try await waitUntilOpen(3)
        try await Task.sleep(for: .milliseconds(150))
        #expect(try openFiles() == 3 && reports.load(ordering: .relaxed) == 1)
        #expect(try state.read { try $0.rowCount() } == rows)
        // Seen by their times alone.
        for count in 1...3 {
            let other = try Connection(path: pool.path, mode: .readWrite)
            try other.run("INSERT INTO t VALUES (NULL, 'x')")
            other.close()
            for _ in 0..<500 where reports.load(ordering: .relaxed) <= count {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(reports.load(ordering: .relaxed) == count + 1)
            #expect(try state.read { try $0.rowCount() } == rows)
        }
        state.close()
        try await waitUntilOpen(0)
        watch.cancel()
        pool.close()
    }

    @Test(
        "A held state lasts while its pool is idle, if no page was moved yet, and if its file is gone",
        arguments: [false, true])
    func lasting(isMoved: Bool) async throws {
        let pool = try openPool()
        try await pool.write { try $0.run("INSERT INTO t VALUES (NULL, 'x')") }
        let state = try pool.readTransaction()
        if isMoved { try FileManager.default.moveItem(atPath: pool.path, toPath: pool.path + ".moved") }
        try await Task.sleep(for: .milliseconds(500))
        #expect(try state.read { try $0.rowCount() } == 1)
        pool.close()
    }

    @Test("Calls that come while connections are closed find a pool that works")
    func contested() async throws {
        let pool = try directory.openPool { $0.idleTime = .microseconds(200) }
        for count in 1...300 {
            try await pool.write { try $0.run("INSERT INTO t VALUES (NULL, 'x')") }
            if count % 3 == 0 { try await Task.sleep(for: .microseconds(150 + 10 * (count % 10))) }
            #expect(try await pool.read { try $0.rowCount() } == count)
        }
        try await waitUntilOpen(0)
        pool.close()
    }
}
#endif
