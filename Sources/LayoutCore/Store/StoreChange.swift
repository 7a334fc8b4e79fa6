public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText
internal import Synchronization

/// A change in a store by any writer.
public struct StoreChange: Sendable, Hashable {
    /// The number of the state of the file in which it shows, as ``LayoutSnapshot/generation`` counts these. A snapshot
    /// with a smaller number is older than the change, and any other one shows it. The number grows.
    public var generation: Int
    /// The names of the data sets that came, went, or have changed sections or items.
    public var datasets: Set<String>
    /// The names of the layouts that were prepared or defined, that came or went, or whose data set changed.
    public var layouts: Set<String>

    /// Compares a store with what it was at each commit, and hands out what changed.
    final class Observation: Sendable {
        private struct State {
            var last: StoreChange.State?
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
            guard let found = try? StoreChange.State(connection) else { return }
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

    /// A store's data sets and layouts with their change counters: enough to compare two states.
    struct State: Equatable {
        /// By name, what differs after a change. A layout changes with its data set.
        private var datasets: [ExactString: String] = [:]
        private var layouts: [ExactString: String] = [:]

        /// Reads it: O(data sets + layouts).
        init(_ connection: Connection) throws {
            var known: [Int64: String] = [:]
            // A data set whose source has changed is awaited until it has changed as well.
            try connection.forEachRow(
                """
                SELECT d.name, d.id, json_array(d.id, d.name, (\(DatasetRecord.revisionQuery(of: "d.id"))),
                  d.id IN (SELECT a.dataset_id FROM lc_awaited AS a)) FROM dataset AS d
                """
            ) { row in
                datasets[ExactString(row.stringOrEmpty(0))] = row.stringOrEmpty(2)
                known[row.int64(1)] = row.stringOrEmpty(2)
            }
            try connection.forEachRow(
                """
                SELECT l.name, l.dataset_id,
                  json_array(l.definition, l.container_width, l.container_height, l.measure, p.id, p.revision)
                FROM layout AS l LEFT JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
                """
            ) { layouts[ExactString($0.stringOrEmpty(0))] = $0.stringOrEmpty(2) + (known[$0.int64(1)] ?? "") }
        }

        func changes(since earlier: State) -> (datasets: Set<String>, layouts: Set<String>) {
            func changed(_ now: [ExactString: String], _ earlier: [ExactString: String]) -> Set<String> {
                Set(now.merging(earlier) { now, _ in now }.keys.filter { now[$0] != earlier[$0] }.map(\.text))
            }
            return (changed(datasets, earlier.datasets), changed(layouts, earlier.layouts))
        }
    }
}

/// The states of a layout, each newer than the one before, and laid out near what a view shows.
private struct LayoutSnapshots: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let layout: StoredLayout
    let rect: @Sendable () -> LayoutRect
    /// Of an iterator.
    var changes: AsyncStream<StoreChange>?
    var preparation: LayoutStore.BackgroundPreparation?
    var state: LayoutSnapshot.SnapshotFreshness?

    /// Begins with the present state.
    func makeAsyncIterator() -> LayoutSnapshots {
        // Changes count from before the first state.
        LayoutSnapshots(layout: layout, rect: rect, changes: layout.store.changes())
    }

    /// The next state; nil after the store was closed.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `busy` if 16 snapshots are held;
    ///   `cancelled`.
    mutating func next() async throws -> LayoutSnapshot? {
        while true {
            try await layout.prepareIfNeeded(in: rect())
            let snapshot = try layout.snapshot()
            if snapshot.freshness != state {
                state = snapshot.freshness
                return snapshot
            }
            let isComplete = snapshot.isComplete
            snapshot.close()
            if isComplete {
                preparation = nil
                let change = await changes?.first { [layout] in $0.layouts.contains(layout.name) }
                guard change != nil else { return nil }
            } else {
                var preparation = preparation ?? LayoutStore.BackgroundPreparation(layout)
                do {
                    _ = try await preparation.goOn(for: .milliseconds(100))
                    self.preparation = preparation
                } catch let error as LayoutError where error.code == .busy {
                    // Another process was at work for longer than a write waits: it goes on after that.
                    self.preparation = nil
                }
            }
        }
    }
}

extension StoredLayout {
    /// Returns the states of the layout from now on, each newer than the one before, and laid out near what a view
    /// shows.
    ///
    /// ```swift
    /// for try await snapshot in store.layout("wall").snapshots(near: { visible.rect }) {
    ///     try await view.show(snapshot)
    /// }
    /// ```
    ///
    /// The present state comes at once. The near part comes laid out; the rest is laid out in the background, and
    /// brings further states. Then the sequence waits for changes by any process. States that are not read in time are
    /// left out. It ends when the store is closed.
    ///
    /// It throws ``LayoutError`` `notFound` for a layout that does not exist; `busy` if 16 snapshots are held;
    /// `cancelled`.
    ///
    /// - Parameter rect: The visible rectangle of a view, in content coordinates, in points. It is asked on any thread.
    public func snapshots(near rect: @escaping @Sendable () -> LayoutRect) -> some AsyncSequence<
        LayoutSnapshot, any Error
    > & Sendable { LayoutSnapshots(layout: self, rect: rect) }
}
