internal import Dispatch
internal import Synchronization

/// Carries the cancellation of one task to the one connection that works for it, or to the queue in
/// which it waits for one.
///
/// The mutex makes "is it still mine?" and "interrupt it" one step. A task that is cancelled late must not interrupt
/// what the connection does for the next one.
final class Cancellation: Sendable {
    private enum Phase {
        case new
        case waiting(SlotRequest, ConnectionSlots)
        case running(InterruptHandle)
        case over
    }

    private struct State {
        var phase = Phase.new
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels: from any thread, at any time.
    func cancel() {
        let phase = state.withLock { state in
            state.isCancelled = true
            if case .running(let handle) = state.phase { handle.cancel() }
            return state.phase
        }
        if case .waiting(let request, let slots) = phase { _ = slots.withdraw(request, CancellationError()) }
    }

    /// Queues a request for a slot, until ``cancel()`` at the latest.
    func submit(_ request: SlotRequest, to slots: ConnectionSlots) {
        let isCancelled = state.withLock { state in
            state.phase = .waiting(request, slots)
            return state.isCancelled
        }
        if isCancelled {
            request.answer(.failure(CancellationError()))
        } else {
            slots.submit(request)
            // It may have come between the two steps, when there was nothing to withdraw yet.
            if self.isCancelled { _ = slots.withdraw(request, CancellationError()) }
        }
    }

    /// Does work on a connection that is interrupted by ``cancel()``.
    ///
    /// - Throws: `CancellationError` where the cancellation came in time; otherwise what `work` throws.
    func perform<T>(on connection: Connection, _ work: () throws -> T) throws -> T {
        let handle = connection.interruptHandle
        try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
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

/// Work that blocks its thread, done on a thread that no task of the caller's runs on. The few threads of Swift's tasks
/// are not for waiting.
package enum BlockingWork {
    /// Does it, and suspends the task until it is done.
    package static func run<T>(_ body: @escaping @Sendable () throws -> sending T) async throws -> sending T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { try body() })
            }
        }
    }
}
