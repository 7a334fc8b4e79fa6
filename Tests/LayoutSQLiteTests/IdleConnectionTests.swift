#if os(Linux)
import Foundation
@testable import LayoutSQLite
import LayoutTestSupport
import Testing

/// The descriptors of an idle pool.
@Suite struct IdleConnectionTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func openPool() throws -> ConnectionPool { try directory.openPool { $0.idleTime = .milliseconds(40) } }

    /// The number of open files in the directory, in this process.
    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(directory.path) == true
        }
    }

    private func waitUntilClosed() async throws {
        var rounds = 0
        while try openFiles() > 0, rounds < 1000 {
            try await Task.sleep(for: .milliseconds(10))
            rounds += 1
        }
        #expect(try openFiles() == 0)
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
            try await waitUntilClosed()
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
            try await waitUntilClosed()
        }
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
        try await waitUntilClosed()
        pool.close()
    }
}
#endif
