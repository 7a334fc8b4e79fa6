internal import LayoutSQLite
internal import Synchronization

/// Compares a store with what it was at each commit, and hands out what changed.
///
/// No task is resumed under the lock. A cancelled one holds a lock of the runtime while it waits for this one, and the
/// runtime needs that lock to resume it.
final class StoreObservation: Sendable {
    private struct State {
        var last: StoreState?
        /// The changes that were not read yet, joined into one.
        var pending: StoreChange?
        /// The tasks that wait for a change, by the order in which they came.
        var waiting: [(id: Int, continuation: CheckedContinuation<StoreChange?, Never>)] = []
        var lastID = 0
        var isFinished = false
        var watch: CommitWatch?
    }

    private let state = Mutex(State())

    /// The interval of the checks for other processes' commits: half of the time within which they are reported.
    static let interval = Duration.milliseconds(50)

    deinit { state.withLock { $0.watch }?.cancel() }

    /// Looks at the store after a commit, and the first time.
    ///
    /// - Parameter generation: The number of the state that the connection sees.
    func check(_ connection: Connection, generation: Int) {
        // A state that cannot be read now differs the next time as well.
        guard let found = try? StoreState(connection) else { return }
        let resume = state.withLock { state -> (() -> Void)? in
            defer { state.last = found }
            guard let before = state.last, before != found else { return nil }
            let (datasets, layouts) = found.changes(since: before)
            let change = StoreChange(
                generation: generation, datasets: datasets.union(state.pending?.datasets ?? []),
                layouts: layouts.union(state.pending?.layouts ?? []))
            if state.waiting.isEmpty {
                state.pending = change
                return nil
            }
            let (_, continuation) = state.waiting.removeFirst()
            return { continuation.resume(returning: change) }
        }
        resume?()
    }

    func keep(_ watch: CommitWatch) { state.withLock { $0.watch = watch } }

    /// The next change; nil once there will be none, or if the task is cancelled.
    func next() async -> StoreChange? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: StoreChange?? = state.withLock { state in
                    if let pending = state.pending, !Task.isCancelled {
                        state.pending = nil
                        return .some(pending)
                    }
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let answer {
                    continuation.resume(returning: answer)
                } else if Task.isCancelled {
                    // It may have been cancelled when there was nothing to withdraw yet.
                    withdraw(id)
                }
            }
        } onCancel: {
            withdraw(id)
        }
    }

    private func withdraw(_ id: Int) {
        let continuation = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(returning: nil)
    }

    /// Ends it: a pending change is still delivered.
    func finish() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isFinished = true
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume(returning: nil) }
    }

    func cancel() { state.withLock { $0.watch }?.cancel() }
}

/// A change in a store by any writer.
public struct StoreChange: Sendable, Hashable {
    /// The number of the state of the file in which it shows, as ``LayoutSnapshot/generation`` counts these. A snapshot
    /// with a smaller number is older than the change, and any other one shows it. The number grows.
    public var generation: Int
    /// The names of the data sets that came, went, or have changed sections or items.
    public var datasets: Set<String>
    /// The names of the layouts that were prepared or defined, that came or went, or whose data set changed.
    public var layouts: Set<String>
}
