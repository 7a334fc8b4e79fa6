internal import Dispatch
internal import LayoutPlatform
internal import Synchronization

/// Who is at work inside a pool: which thread, with which connection.
final class PoolOccupants: Sendable {
    private struct State {
        /// By thread.
        var handles: [UInt: InterruptHandle] = [:]
        var isSuspended = false
    }

    private let state = Mutex(State())
    /// Counts those at work.
    private let working = DispatchGroup()

    /// Whether this thread is inside one of the pool's closures.
    var containsCurrentThread: Bool {
        let thread = currentThread()
        return state.withLock { $0.handles[thread] != nil }
    }

    /// Notes that this thread begins to work.
    ///
    /// - Throws: ``ResultCode/interrupt`` while the pool is suspended.
    func enter(_ handle: InterruptHandle) throws(SQLiteError) {
        let thread = currentThread()
        let isSuspended = state.withLock { state in
            if !state.isSuspended {
                state.handles[thread] = handle
                working.enter()
            }
            return state.isSuspended
        }
        if isSuspended { throw SQLiteError.suspended }
    }

    /// Notes that this thread's work is over; an interruption was meant for it alone.
    func leave() {
        let thread = currentThread()
        state.withLock { state in
            guard let handle = state.handles.removeValue(forKey: thread) else { return }
            handle.resume()
            working.leave()
        }
    }

    /// Waits until no call is running; returns whether that was in time.
    func waitUntilNobodyWorks(atMost patience: Duration) -> Bool {
        working.wait(timeout: .now() + .microseconds(Int(patience.microseconds))) == .success
    }

    /// Makes the work that is going on fail.
    func interruptAll() {
        state.withLock { state in
            for handle in state.handles.values { handle.cancel() }
        }
    }

    func setSuspended(_ isSuspended: Bool) { state.withLock { $0.isSuspended = isSuspended } }

    var isSuspended: Bool { state.withLock { $0.isSuspended } }
}
