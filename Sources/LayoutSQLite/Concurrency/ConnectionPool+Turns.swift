internal import Dispatch

// How a call comes to its turn with a connection.
extension ConnectionPool {
    /// Blocks until there is a slot, and calls `work` with it.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: (ConnectionSlot) throws -> T
    ) throws -> T {
        do {
            return try perform(in: slots(), waitingAtMost: patience, work)
        } catch {
            throw configuration.translate(error)
        }
    }

    /// Suspends the task until there is a slot and `work` has been called with it on another thread.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T: Sendable>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: @escaping @Sendable (ConnectionSlot, Cancellation) throws -> T
    ) async throws -> T {
        do {
            return try await perform(in: slots(), waitingAtMost: patience, work)
        } catch {
            throw configuration.translate(error)
        }
    }

    private func perform<T>(
        in slots: ConnectionSlots, waitingAtMost patience: Duration?, _ work: (ConnectionSlot) throws -> T
    ) throws -> T {
        requireNoReentrancy()
        try requireUsable()
        let slot = try slots.acquire(waitingAtMost: patience)
        defer { slots.release(slot) }
        return try work(slot)
    }

    private func perform<T: Sendable>(
        in slots: ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: @escaping @Sendable (ConnectionSlot, Cancellation) throws -> T
    ) async throws -> T {
        try requireUsable()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let request = SlotRequest { result in
                    switch result {
                    case .failure(let error):
                        continuation.resume(throwing: error)
                    case .success(let slot):
                        slot.queue.async {
                            let result = Result { try work(slot, cancellation) }
                            slots.release(slot)
                            continuation.resume(with: result)
                        }
                    }
                }
                cancellation.submit(request, to: slots)
                if let patience {
                    clock.asyncAfter(deadline: .now() + .microseconds(Int(patience.microseconds))) {
                        _ = slots.withdraw(request, ConnectionSlots.busy)
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    func requireNoReentrancy() {
        precondition(
            !occupants.containsCurrentThread,
            "A pool's closure must not call the pool: use the connection that it was given."
        )
    }
}
