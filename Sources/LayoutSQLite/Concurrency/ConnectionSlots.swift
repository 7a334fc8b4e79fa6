internal import Dispatch
internal import Synchronization

/// Hands out the connections of a pool that do the same: first come, first served.
///
/// Who gives a slot back and comes again stands behind those who wait already.
final class ConnectionSlots: Sendable {
    private struct State {
        var idle: [ConnectionSlot]
        var waiting: [SlotRequest] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    private let count: Int
    /// Counts the slots that are being held.
    private let held = DispatchGroup()

    init(_ slots: [ConnectionSlot]) {
        state = Mutex(State(idle: slots))
        count = slots.count
    }

    func takeIdle() -> ConnectionSlot? {
        state.withLock { state in
            // The one used last has the warmest cache, and readers that are not needed are never opened.
            guard !state.isClosed, let slot = state.idle.popLast() else { return nil }
            held.enter()
            return slot
        }
    }

    /// All slots if none of them is held. If not, or if they are closed, nil.
    func takeAllIdle() -> [ConnectionSlot]? {
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
    func submit(_ request: SlotRequest) {
        let result = state.withLock { state -> Result<ConnectionSlot, any Error>? in
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

    /// Ends a waiting request with an error; returns whether it was still waiting.
    func withdraw(_ request: SlotRequest, _ error: any Error) -> Bool {
        state.withLock { state in state.waiting.removeAll { $0 === request } }
        return request.answer(.failure(error))
    }

    /// Ends everybody's waiting with an error.
    func withdrawAll(_ error: any Error) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.answer(.failure(error)) }
    }

    /// Gives a slot back, to the next in the queue if there is one.
    func release(_ slot: ConnectionSlot) {
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

/// The place of a connection in a pool.
///
/// `@unchecked Sendable`: a connection may move between threads as long as one at a time uses it
/// (<https://sqlite.org/threadsafe.html>, "multi-thread"). Only the holder of a slot touches its connection: the caller
/// that ``ConnectionSlots`` handed it to, until it is given back. The mutex there orders one holder and the next.
final class ConnectionSlot: @unchecked Sendable {
    /// The queue on which asynchronous calls use it. A serial queue gets its own thread when it needs one. A concurrent
    /// one shares the few that Swift's tasks run on, and two long statements would stop them all.
    let queue = DispatchQueue(label: "LayoutSQLite.connection")
    /// Nil before the first use and after the close.
    var connection: Connection?

    init(_ connection: Connection? = nil) { self.connection = connection }
}

/// A place in the queue for a connection: it is answered once.
final class SlotRequest: Sendable {
    private let isAnswered = Atomic<Bool>(false)
    private let deliver: @Sendable (Result<ConnectionSlot, any Error>) -> Void

    /// - Parameter deliver: Is called once, perhaps on another thread. It must be quick, and give the slot
    ///   back in the end.
    init(_ deliver: @escaping @Sendable (Result<ConnectionSlot, any Error>) -> Void) { self.deliver = deliver }

    /// Answers, unless it is answered already; returns whether this was the answer.
    @discardableResult
    func answer(_ result: Result<ConnectionSlot, any Error>) -> Bool {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        deliver(result)
        return true
    }
}

extension ConnectionSlots {
    /// Blocks until there is a slot.
    ///
    /// - Parameters:
    ///   - patience: How long at most; nil for as long as it takes.
    ///   - isCancellable: Whether the cancellation of the thread's task ends the waiting.
    /// - Throws: ``ResultCode/busy`` when the time is up; `CancellationError` if the thread's task is cancelled; the
    ///   error that the slots are withdrawn with.
    func acquire(waitingAtMost patience: Duration?, isCancellable: Bool = true) throws -> ConnectionSlot {
        if let slot = takeIdle() { return slot }
        let deadline = patience.map { ContinuousClock.now + $0 }
        let arrival = SlotArrival()
        let request = SlotRequest { arrival.deliver($0) }
        submit(request)
        while true {
            let remaining = deadline.map { $0 - ContinuousClock.now }
            // In steps, because a thread is not notified when its task is cancelled.
            if arrival.wait(microseconds: min(remaining?.microseconds ?? .max, 20_000)) { return try arrival.take() }
            if isCancellable, Task.isCancelled {
                _ = withdraw(request, CancellationError())
            } else if let remaining, remaining <= .zero {
                _ = withdraw(request, Self.busy)
            }
        }
    }

    /// The error of a call that other callers in this process kept waiting for too long.
    static var busy: SQLiteError {
        SQLiteError(code: .busy, message: "other work of this process on the file did not end in time")
    }
}

/// The answer to a request, for a thread that waits for it.
private final class SlotArrival: Sendable {
    private let result = Mutex<Result<ConnectionSlot, any Error>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func deliver(_ result: Result<ConnectionSlot, any Error>) {
        self.result.withLock { $0 = result }
        semaphore.signal()
    }

    /// Whether the answer came in time.
    func wait(microseconds: Int64) -> Bool {
        semaphore.wait(timeout: .now() + .microseconds(Int(max(0, microseconds)))) == .success
    }

    func take() throws -> ConnectionSlot {
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("The answer is taken when it has arrived.")
        }
        return try result.get()
    }
}
