internal import LayoutSQLite
internal import Synchronization

/// Compares a store with what it was at each commit, and tells a stream what changed.
final class StoreObservation: Sendable {
    private struct Progress {
        var state: StoreState?
        var generation = 0
    }

    private let progress = Mutex(Progress())
    private let continuation: AsyncStream<StoreChange>.Continuation

    /// How often the commits of other processes are looked for: half of the time within which they are to be told.
    static let interval = Duration.milliseconds(50)

    init(_ continuation: AsyncStream<StoreChange>.Continuation) {
        self.continuation = continuation
    }

    /// Looks at the store after a commit, and the first time.
    func look(_ connection: Connection) {
        // What cannot be read now differs the next time as well.
        guard let found = try? StoreState(connection) else { return }
        let change = progress.withLock { progress -> StoreChange? in
            defer { progress.state = found }
            guard let before = progress.state, before != found else { return nil }
            let (datasets, layouts) = found.changes(since: before)
            progress.generation += 1
            return StoreChange(generation: progress.generation, datasets: datasets, layouts: layouts)
        }
        if let change { tell(change) }
    }

    /// Puts a change into the stream, together with one that no one has taken yet.
    private func tell(_ change: StoreChange) {
        guard case .dropped(let former) = continuation.yield(change) else { return }
        continuation.yield(
            StoreChange(
                generation: change.generation, datasets: former.datasets.union(change.datasets),
                layouts: former.layouts.union(change.layouts)))
    }

    func finish() {
        continuation.finish()
    }
}
