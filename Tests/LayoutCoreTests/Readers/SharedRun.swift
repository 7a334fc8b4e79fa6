import LayoutStoreTestSupport
import Foundation
import Synchronization

/// The shared state of one test's threads: whether they should continue, and whether there is work.
final class SharedRun: Sendable {
    private struct State {
        var isOver = false
        /// The number of notes that were not taken up yet.
        var notes = 0
    }

    /// How many notes may lie there at once. An arbitrary number. It is enough to have several changes prepared
    /// together, and so few that a writer that polls for the lock gets it now and then.
    private static let room = 8

    private let state = Mutex(State())
    private let noted = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    init() { for _ in 0..<Self.room { room.signal() } }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Has all threads end.
    func finish() {
        state.withLock { $0.isOver = true }
        noted.signal()
        room.signal()
    }

    /// Waits until there is room for another note; returns false when the run is over.
    func waitForRoom() -> Bool {
        room.wait()
        return !isOver
    }

    /// Notes that there is something to do.
    func note() {
        state.withLock { $0.notes += 1 }
        noted.signal()
    }

    /// Waits until there is something to do and takes up all of it, whose room is free again once `body` has run.
    /// Returns false when the run is over.
    func takeNotes(_ body: () throws -> Void) rethrows -> Bool {
        noted.wait()
        let count = state.withLock { state in
            defer { state.notes = 0 }
            return state.notes
        }
        guard !isOver else { return false }
        // Nothing is left of a note that was taken up with the one before.
        guard count > 0 else { return true }
        try body()
        for _ in 0..<count { room.signal() }
        return true
    }
}

/// Runs each closure on a separate thread, all of them started at once. The pool of threads that tasks share may be
/// taken by other tests for minutes.
///
/// - Parameter run: Is finished with the first closure that ends, however it ends, so that no other thread
///   waits for it.
/// - Throws: the first error that one of them threw.
func onThreads(ending run: SharedRun, _ bodies: (@Sendable () throws -> Void)...) async throws {
    let failure = Mutex<(any Error)?>(nil)
    let group = DispatchGroup()
    await withCheckedContinuation { continuation in
        for body in bodies {
            group.enter()
            Thread {
                do { try body() } catch { failure.withLock { $0 = $0 ?? error } }
                run.finish()
                group.leave()
            }.start()
        }
        group.notify(queue: .global()) { continuation.resume() }
    }
    if let error = failure.withLock({ $0 }) { throw error }
}
