internal import Dispatch
internal import LayoutPlatform
internal import Synchronization

/// Hands out the connections of a pool that do the same: first come, first served.
///
/// Who gives a slot back and comes again stands behind those who wait already.
final class ConnectionSlots: Sendable {
    private struct State {
        var idle: [Slot]
        var waiting: [SlotRequest] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    private let count: Int
    /// Counts the slots that are being held.
    private let held = DispatchGroup()

    init(_ slots: [Slot]) {
        state = Mutex(State(idle: slots))
        count = slots.count
    }

    func takeIdle() -> Slot? {
        state.withLock { state in
            // The one used last has the warmest cache, and readers that are not needed are never opened.
            guard !state.isClosed, let slot = state.idle.popLast() else { return nil }
            held.enter()
            return slot
        }
    }

    /// All slots if none of them is held. If not, or if they are closed, nil.
    func takeAllIdle() -> [Slot]? {
        state.withLock { state in
            guard !state.isClosed, state.idle.count == count else { return nil }
            defer { state.idle = [] }
            for _ in state.idle { held.enter() }
            return state.idle
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether a caller waits for a slot.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Answers a request as soon as there is a slot.
    private func submit(_ request: SlotRequest) {
        let result = state.withLock { state -> SlotRequest.Answer? in
            if state.isClosed { return .failure(Self.closed) }
            guard let slot = state.idle.popLast() else {
                state.waiting.append(request)
                return nil
            }
            held.enter()
            return .success(slot)
        }
        guard let result else { return }
        if !request.answer(result), case .success(let slot) = result { release(slot) }
    }

    /// Ends a waiting request with an error.
    private func withdraw(_ request: SlotRequest, _ error: any Error) {
        state.withLock { state in state.waiting.removeAll { $0 === request } }
        request.answer(.failure(error))
    }

    /// Ends everybody's waiting with an error.
    func withdrawAll(_ error: @autoclosure () -> SQLiteError) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.answer(.failure(error())) }
    }

    /// Gives a slot back, to the next in the queue if there is one.
    func release(_ slot: Slot) {
        while true {
            let next = state.withLock { state -> SlotRequest? in
                guard !state.waiting.isEmpty else {
                    state.idle.append(slot)
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let next else { return held.leave() }
            // It may have given up in this very moment.
            if next.answer(.success(slot)) { return }
        }
    }

    /// Turns away present and later requests, waits for the holders, and closes the connections.
    func close() {
        state.withLock { $0.isClosed = true }
        withdrawAll(Self.closed)
        held.wait()
        state.withLock { state in
            for slot in state.idle {
                slot.connection?.close()
                slot.connection = nil
            }
        }
    }

    static var closed: SQLiteError { SQLiteError(code: .misuse, message: "the pool is closed") }
}

extension SQLiteError {
    /// Whether a call came after its pool was closed.
    package var isOfClosedPool: Bool { code == .misuse && message == ConnectionSlots.closed.message }
}

extension ConnectionSlots {
    /// The place of a connection in a pool.
    ///
    /// `@unchecked Sendable`: a connection may move between threads as long as one at a time uses it
    /// (<https://sqlite.org/threadsafe.html>, "multi-thread"). Only the holder of a slot touches its connection and
    /// its thread: the caller that ``ConnectionSlots`` handed it to, until it is given back. The mutex there orders one
    /// holder and the next.
    final class Slot: @unchecked Sendable {
        /// Nil before the first use and after the close.
        var connection: Connection?
        /// The thread on which asynchronous calls use it; most connections have none.
        private lazy var thread = BlockingWork()
        /// The connection that the asynchronous call at work uses, and whether its task was cancelled. The mutex makes
        /// "is it still mine?" and "interrupt it" one step: a late cancellation must not interrupt what comes next.
        private let call = Mutex<(handle: Connection.InterruptHandle?, isCancelled: Bool)>((nil, false))

        init(_ connection: Connection? = nil) { self.connection = connection }

        /// Does work on the slot's thread. Cancelling the task interrupts the connection.
        func run<T: Sendable>(_ work: @Sendable () throws -> T) async throws -> T {
            defer { call.withLock { $0 = (nil, false) } }
            return try await withTaskCancellationHandler {
                try await thread.run(work)
            } onCancel: {
                call.withLock { call in
                    call.isCancelled = true
                    call.handle?.cancel()
                }
            }
        }

        /// Lets a cancellation interrupt the connection from now on; throws if it came before.
        func beginCall(_ handle: Connection.InterruptHandle) throws {
            try call.withLock { call in
                if call.isCancelled { throw CancellationError() }
                call.handle = handle
            }
        }

        func endCall() { call.withLock { $0.handle = nil } }
    }
}

/// A place in the queue for a connection: it is answered once.
private final class SlotRequest: Sendable {
    typealias Answer = Result<ConnectionSlots.Slot, any Error>

    private let given = Mutex<Answer?>(nil)
    private let signal: @Sendable () -> Void

    /// - Parameter signal: Is called when it is answered, perhaps on another thread.
    init(_ signal: @escaping @Sendable () -> Void) { self.signal = signal }

    /// Answers, unless it is answered already; returns whether this was the answer.
    @discardableResult
    func answer(_ answer: Answer) -> Bool {
        let isFirst = given.withLock { given in
            defer { given = given ?? answer }
            return given == nil
        }
        if isFirst { signal() }
        return isFirst
    }

    func slot() throws -> ConnectionSlots.Slot {
        guard let answer = given.withLock({ $0 }) else {
            preconditionFailure("The answer is taken when it has arrived.")
        }
        return try answer.get()
    }
}

extension ConnectionSlots {
    /// The queue on which asynchronous calls give up waiting.
    private static let clock = DispatchQueue(label: "LayoutSQLite.clock")

    /// Blocks until there is a slot.
    ///
    /// - Parameters:
    ///   - patience: How long at most; nil for as long as it takes.
    ///   - isCancellable: Whether the cancellation of the thread's task ends the waiting.
    /// - Throws: ``ResultCode/busy`` when the time is up; `CancellationError` if the thread's task is cancelled; the
    ///   error that the slots are withdrawn with.
    func acquire(waitingAtMost patience: Duration?, isCancellable: Bool = true) throws -> Slot {
        if let slot = takeIdle() { return slot }
        let deadline = patience.map { ContinuousClock.now + $0 }
        let arrival = DispatchSemaphore(value: 0)
        let request = SlotRequest { arrival.signal() }
        submit(request)
        while true {
            let remaining = deadline.map { $0 - ContinuousClock.now }
            // In steps, because a thread is not notified when its task is cancelled.
            let step = max(0, min(remaining?.microseconds ?? .max, 20_000))
            if arrival.wait(timeout: .now() + .microseconds(Int(step))) == .success { return try request.slot() }
            if isCancellable, Task.isCancelled {
                withdraw(request, CancellationError())
            } else if let remaining, remaining <= .zero {
                withdraw(request, Self.busy)
            }
        }
    }

    /// Suspends the task until there is a slot.
    func acquire(waitingAtMost patience: Duration?) async throws -> Slot {
        if let slot = takeIdle() { return slot }
        // It ends with the answer, and with the task.
        let (wait, end) = AsyncStream.makeStream(of: Void.self)
        let request = SlotRequest { end.finish() }
        submit(request)
        if let patience {
            Self.clock.asyncAfter(deadline: .now() + .microseconds(Int(patience.microseconds))) {
                self.withdraw(request, Self.busy)
            }
        }
        for await _ in wait {}
        withdraw(request, CancellationError())
        return try request.slot()
    }

    /// The error of a call that other callers in this process kept waiting for too long.
    private static var busy: SQLiteError {
        SQLiteError(code: .busy, message: "other work of this process on the file did not end in time")
    }

    /// Who is at work inside a pool: which thread, with which connection.
    final class Occupants: Sendable {
        private struct State {
            /// By thread.
            var handles: [UInt: Connection.InterruptHandle] = [:]
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
        func enter(_ handle: Connection.InterruptHandle) throws(SQLiteError) {
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
}
