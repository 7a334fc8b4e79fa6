internal import Dispatch
internal import LayoutCache
internal import Synchronization

/// Wakes the requests that wait for a change of the store, or of what is made from it.
final class StoreChanges: Sendable {
    private struct State {
        var waiting: [Int: DispatchSemaphore] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let store: LayoutStore
    private let listener = Mutex<Task<Void, Never>?>(nil)

    init(of store: LayoutStore) { self.store = store }

    /// Listens to the store, which looks at its file now and then, once a request waits.
    private func listen() {
        listener.withLock { task in
            guard task == nil else { return }
            // Changes are reported from here on.
            let changes = store.changes()
            task = Task { [weak self] in
                for await _ in changes { self?.ring() }
            }
        }
    }

    /// Wakes all waiting threads.
    func ring() { for semaphore in state.withLock({ $0.waiting.values.map { $0 } }) { semaphore.signal() } }

    func end() {
        state.withLock { $0.isOver = true }
        listener.withLock { $0 }?.cancel()
        ring()
    }

    /// Waits until `isNew` is true, which is asked at once and after each change.
    ///
    /// - Parameters:
    ///   - seconds: The longest time.
    ///   - isGone: Whether the client has gone; asked each second.
    /// - Throws: the errors of `isNew`, except while all waiting ends: the store may be closed then.
    func wait(seconds: Int, isGone: () -> Bool, until isNew: () throws -> Bool) rethrows {
        listen()
        let semaphore = DispatchSemaphore(value: 0)
        let id = state.withLock { state in
            state.last += 1
            state.waiting[state.last] = semaphore
            return state.last
        }
        defer { state.withLock { $0.waiting[id] = nil } }
        let end = ContinuousClock.now + .seconds(seconds)
        do {
            while !isOver, try !isNew(), .now < end, !isGone() {
                _ = semaphore.wait(timeout: .now() + .seconds(1))
            }
        } catch {
            guard isOver else { throw error }
        }
    }

    var waitingCount: Int { state.withLock(\.waiting.count) }

    private var isOver: Bool { state.withLock(\.isOver) }
}
