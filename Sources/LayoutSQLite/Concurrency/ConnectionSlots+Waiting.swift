internal import Dispatch
internal import Synchronization

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
            if arrival.wait(microseconds: min(remaining?.microseconds ?? .max, 20_000)) {
                return try arrival.take()
            }
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
