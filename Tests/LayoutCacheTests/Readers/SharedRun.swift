import Foundation
import Synchronization

/// What the threads of one test share: for how long they go on, and that there is something to do.
final class SharedRun: Sendable {
    private struct State {
        var isOver = false
        /// What was noted and not yet taken up.
        var notes = 0
    }

    /// How many notes may lie there at once. An arbitrary number: enough to have several changes prepared
    /// together, and so few that a writer that polls for the lock gets it now and then.
    private static let room = 8

    private let state = Mutex(State())
    private let noted = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)
    private let end: ContinuousClock.Instant

    init(seconds: Double) {
        end = .now + .seconds(seconds)
        for _ in 0..<Self.room { room.signal() }
    }

    var isOver: Bool { state.withLock { $0.isOver } || ContinuousClock.now >= end }

    /// Has the threads end before their time.
    func finish() {
        state.withLock { $0.isOver = true }
        noted.signal()
        room.signal()
    }

    /// Waits until there is room for another note; returns false when the time is over.
    func waitForRoom() -> Bool {
        room.wait()
        return !isOver
    }

    /// Notes that there is something to do.
    func note() {
        state.withLock { $0.notes += 1 }
        noted.signal()
    }

    /// Waits until there is something to do and takes up all of it, whose room is free again once `body`
    /// has run; returns false when the time is over.
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

/// Runs a closure on a thread of its own: one that blocks would take a thread from all tasks.
///
/// - Parameter run: Is finished with the closure, however that ends, so that no other thread waits for it.
func onThread<T: Sendable>(ending run: SharedRun, _ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread {
            let result = Result { try body() }
            run.finish()
            continuation.resume(with: result)
        }.start()
    }
}
