internal import LayoutSQLite
internal import Synchronization

/// Compares a store with what it was at each commit, and tells a stream what changed.
final class StoreObservation: Sendable {
    private let state = Mutex<StoreState?>(nil)
    private let continuation: AsyncStream<StoreChange>.Continuation

    /// How often the commits of other processes are looked for: half of the time within which they are to be told.
    static let interval = Duration.milliseconds(50)

    init(_ continuation: AsyncStream<StoreChange>.Continuation) {
        self.continuation = continuation
    }

    /// Looks at the store after a commit, and the first time.
    ///
    /// - Parameter generation: The number of the state that the connection sees.
    func look(_ connection: Connection, generation: Int) {
        // What cannot be read now differs the next time as well.
        guard let found = try? StoreState(connection) else { return }
        let change = state.withLock { state -> StoreChange? in
            defer { state = found }
            guard let before = state, before != found else { return nil }
            let (datasets, layouts) = found.changes(since: before)
            return StoreChange(generation: generation, datasets: datasets, layouts: layouts)
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
