internal import Synchronization

/// Carries the cancellation of one task to the one connection that works for it.
///
/// The mutex makes "is it still mine?" and "interrupt it" one step: a task that is cancelled late
/// must not interrupt what the connection does for the next one.
final class Cancellation: Sendable {
    private enum Phase {
        case waiting
        case running(InterruptHandle)
        case over
    }

    private struct State {
        var phase = Phase.waiting
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool {
        state.withLock { $0.isCancelled }
    }

    /// Cancels: from any thread, at any time.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if case .running(let handle) = state.phase {
                handle.cancel()
            }
        }
    }

    /// Does work on a connection that is interrupted by ``cancel()``.
    ///
    /// - Throws: `CancellationError` where the cancellation came in time; otherwise what `work` throws.
    func perform<T>(on connection: Connection, _ work: () throws -> T) throws -> T {
        let handle = connection.interruptHandle
        try state.withLock { state in
            guard !state.isCancelled else {
                throw CancellationError()
            }
            state.phase = .running(handle)
        }
        defer {
            state.withLock { state in
                state.phase = .over
                handle.resume()
            }
        }
        do {
            return try work()
        } catch let error as SQLiteError where .interrupt ~= error.code && isCancelled {
            throw CancellationError()
        }
    }
}
