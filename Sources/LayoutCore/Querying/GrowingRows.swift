internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

/// The sizes of rows that grow, in memory until they are stored.
///
/// They are stored when a row rests, at the latest after a second, and once a second at most.
///
/// A row stays known when it is stored. States of the file from before that show it at its last size.
package final class GrowingRows: Sendable {
    /// Counts time and waits, so that tests need not.
    package struct Timer: Sendable {
        var now: @Sendable () -> Duration
        var sleep: @Sendable (Duration) async throws -> Void

        init(
            now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
        ) {
            self.now = now
            self.sleep = sleep
        }

        static let system = {
            let start = ContinuousClock.now
            return Timer(now: { ContinuousClock.now - start }, sleep: { try await Task.sleep(for: $0) })
        }()
    }

    /// A row of a layout.
    struct Row: Sendable {
        var item: ResizedItem
        let datasetID: Int64
        /// Whose size it is; nil for the item's own.
        let measure: String?
        let layout: String
        var grownAt = Duration.zero
        /// When it got the first size that is not stored; nil if all are.
        var unstoredSince: Duration?
        /// When a transaction last began that stored it, or tried to.
        var writtenAt: Duration?
        /// How many transactions in a row could not store it.
        var failures = 0
        /// Whether a transaction stores it.
        var isBeingStored = false
        /// The revision of the data set that has its last size.
        var storedRevision = Int64.max

        var isStored: Bool { unstoredSince == nil && !isBeingStored }

        func isOf(_ other: Row) -> Bool { item.itemID == other.item.itemID && measure == other.measure }

        /// The time at which it must be stored; nil for one that is stored.
        var dueAt: Duration? {
            guard let unstoredSince else { return nil }
            let due = min(grownAt + GrowingRows.rest, unstoredSince + GrowingRows.longest)
            return max(due, writtenAt.map { $0 + GrowingRows.longest * (1 << min(failures, 6)) } ?? due)
        }
    }

    private struct State {
        var rows: [Row] = []
        var isRunning = false
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        var timer = Timer.system
    }

    private let state = Mutex(State())

    /// A view may still show a state from before the last ones were stored. An arbitrary number.
    private static let mostStored = 8
    /// A pause between two tokens is shorter.
    static let rest = Duration.milliseconds(200)
    /// How much of an answer may be lost.
    static let longest = Duration.seconds(1)

    var timer: Timer {
        get { state.withLock { $0.timer } }
        set { state.withLock { $0.timer = newValue } }
    }

    /// Whether a task stores what is due.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    // MARK: Growing

    /// Notes the size of a row; returns whether the caller has to arrange that it is stored.
    func grow(_ row: Row) -> Bool {
        let (isFirst, listeners) = state.withLock { state in
            let now = state.timer.now()
            if state.rows.count > Self.mostStored { state.rows.removeAll { $0.isStored && !$0.isOf(row) } }
            var row = row
            let index = state.rows.firstIndex { $0.isOf(row) }
            if let index {
                let item = row.item
                row = state.rows[index]
                row.item = item
            }
            row.grownAt = now
            row.unstoredSince = row.unstoredSince ?? now
            if let index { state.rows[index] = row } else { state.rows.append(row) }
            defer { state.isRunning = true }
            return (!state.isRunning, Array(state.listeners.values))
        }
        for listener in listeners { listener.yield() }
        return isFirst
    }

    /// Reports that a row has grown; several are joined into one report.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    // MARK: Showing

    /// The last row of a layout at its present size; nil if the layout has it at that size.
    ///
    /// - Parameter dataRevision: The revision of the data set that the layout sees, if it is known.
    func growth(in layout: LayoutReader, dataRevision: Int64? = nil) throws -> RowGrowth? {
        let rows = state.withLock { $0.rows }
        guard !rows.isEmpty else { return nil }
        let record = layout.record
        for row in rows.reversed() where row.datasetID == record.datasetID {
            if row.isStored {
                let revision = try dataRevision ?? DatasetRecord.revision(of: record.datasetID, in: layout.connection)
                guard revision < row.storedRevision else { continue }
            }
            // A size in the layout's own measure counts before the item's.
            if row.measure != record.measure {
                guard row.measure == nil, let measure = record.measure,
                    try layout.connection.first(
                        "SELECT 1 FROM measurement WHERE item_id = ?1 AND measure = ?2", row.item.itemID, measure,
                        as: Int.self) == nil
                else { continue }
            }
            if let growth = try RowGrowth(row.item, in: layout) { return growth }
        }
        return nil
    }

    // MARK: Storing

    /// How long to wait until a row is due; nil ends the storing.
    func pause() -> Duration? {
        state.withLock { state in
            guard let due = state.rows.compactMap(\.dueAt).min() else {
                state.isRunning = false
                return nil
            }
            return max(due - state.timer.now(), .zero)
        }
    }

    /// Takes a row that is due; nil if there is none.
    ///
    /// - Parameter isAny: Whether it may be one that is not due yet.
    func take(any isAny: Bool = false) -> Row? {
        state.withLock { state in
            let now = state.timer.now()
            guard let index = state.rows.firstIndex(where: { $0.dueAt.map { isAny || $0 <= now } ?? false }) else {
                return nil
            }
            let row = state.rows[index]
            state.rows[index].isBeingStored = true
            state.rows[index].unstoredSince = nil
            state.rows[index].writtenAt = now
            return row
        }
    }

    /// Notes the revision of the data set with which a row was stored.
    func didStore(_ row: Row, _ revision: Int64) {
        change(row) {
            $0.isBeingStored = false
            $0.failures = 0
            $0.storedRevision = revision
        }
    }

    /// Notes that a row could not be stored. A full disk may have room again, and a suspended store be resumed.
    func didNotStore(_ row: Row, _ error: any Error) {
        if let error = error as? LayoutError, [.notFound, .closed].contains(error.code) {
            return state.withLock { $0.rows.removeAll { $0.isOf(row) } }
        }
        change(row) {
            $0.isBeingStored = false
            $0.failures += 1
            $0.unstoredSince = row.unstoredSince
        }
    }

    private func change(_ row: Row, _ body: (inout Row) -> Void) {
        state.withLock { state in
            if let index = state.rows.firstIndex(where: { $0.isOf(row) }) { body(&state.rows[index]) }
        }
    }
}
