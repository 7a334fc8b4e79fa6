internal import LayoutSQLite
internal import Synchronization

/// Compares a store with what it was at each commit, and hands out what changed.
final class StoreObservation: Sendable {
    private struct State {
        var last: StoreState?
        /// The changes that were not read yet, joined into one.
        var pending: StoreChange?
        var watch: CommitWatch?
    }

    private let state = Mutex(State())
    /// Something is pending, or was until a moment ago.
    private let signals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The interval of the checks for other processes' commits: half of the time within which they are reported.
    static let interval = Duration.milliseconds(50)

    deinit { cancel() }

    /// Looks at the store after a commit, and the first time.
    ///
    /// - Parameter generation: The number of the state that the connection sees.
    func check(_ connection: Connection, generation: Int) {
        // A state that cannot be read now differs the next time as well.
        guard let found = try? StoreState(connection) else { return }
        state.withLock { state in
            defer { state.last = found }
            guard let before = state.last, before != found else { return }
            let (datasets, layouts) = found.changes(since: before)
            state.pending = StoreChange(
                generation: generation, datasets: datasets.union(state.pending?.datasets ?? []),
                layouts: layouts.union(state.pending?.layouts ?? []))
        }
        signals.continuation.yield()
    }

    func keep(_ watch: CommitWatch) { state.withLock { $0.watch = watch } }

    /// The next change; nil once there will be none, or if the task is cancelled.
    func next() async -> StoreChange? {
        for await _ in signals.stream {
            if let change = state.withLock({ $0.pending.take() }) { return change }
        }
        return nil
    }

    /// There will be no more changes.
    func finish() { signals.continuation.finish() }

    /// Ends the watching, which finishes.
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
