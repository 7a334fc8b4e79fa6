internal import Dispatch
internal import Synchronization

/// Hands out the places of a pool's readers: first come, first served.
final class ReaderSlots: Sendable {
    private struct State {
        var idle: [ConnectionSlot]
        var waiting: [@Sendable (ConnectionSlot?) -> Void] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    /// Counts the slots that are being held.
    private let held = DispatchGroup()

    init(_ slots: [ConnectionSlot]) {
        state = Mutex(State(idle: slots))
    }

    /// Calls `body` with a slot as soon as there is one, perhaps on another thread, or with nil once
    /// the pool is closed. `body` must be quick and give the slot back in the end.
    func acquire(_ body: @escaping @Sendable (ConnectionSlot?) -> Void) {
        let (slot, mustWait) = state.withLock { state -> (ConnectionSlot?, Bool) in
            if state.isClosed {
                return (nil, false)
            }
            // The one used last has the warmest cache, and readers that are not needed are never opened.
            if let slot = state.idle.popLast() {
                held.enter()
                return (slot, false)
            }
            state.waiting.append(body)
            return (nil, true)
        }
        if !mustWait {
            body(slot)
        }
    }

    /// Blocks until there is a slot; nil once the pool is closed.
    func acquire() -> ConnectionSlot? {
        let arrival = DispatchSemaphore(value: 0)
        let arrived = Arrival()
        acquire { slot in
            arrived.slot.withLock { $0 = slot }
            arrival.signal()
        }
        arrival.wait()
        return arrived.slot.withLock { $0 }
    }

    /// Gives a slot back, to the next in the queue if there is one.
    func release(_ slot: ConnectionSlot) {
        let next = state.withLock { state -> (@Sendable (ConnectionSlot?) -> Void)? in
            guard !state.waiting.isEmpty else {
                state.idle.append(slot)
                return nil
            }
            return state.waiting.removeFirst()
        }
        if let next {
            next(slot)
        } else {
            held.leave()
        }
    }

    /// Turns away whoever waits or comes later, waits for the holders, and closes the connections.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting {
            body(nil)
        }
        held.wait()
        state.withLock { state in
            for slot in state.idle {
                slot.connection?.close()
                slot.connection = nil
            }
        }
    }
}

/// Where a slot is left for a thread that waits for it.
private final class Arrival: Sendable {
    let slot = Mutex<ConnectionSlot?>(nil)
}
