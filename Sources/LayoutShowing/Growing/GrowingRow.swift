internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import Synchronization

/// The size of a row that grows, in memory until it is stored.
///
/// It is stored when the row rests, at the latest after a second, and once a second at most. It is also stored if the
/// view that shows it is gone before.
package final class GrowingRow: Sendable {
    /// Counts time and waits, so that tests need not.
    package struct Timer: Sendable {
        let now: @Sendable () -> Duration
        let sleep: @Sendable (Duration) async -> Void

        package init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async -> Void) {
            self.now = now
            self.sleep = sleep
        }

        package static let system = {
            let start = ContinuousClock.now
            return Timer(now: { ContinuousClock.now - start }, sleep: { try? await Task.sleep(for: $0) })
        }()
    }

    private struct State {
        var size = LayoutSize.zero
        var grownAt = Duration.zero
        /// When it got the first size that is not stored; nil if all are.
        var unstoredSince: Duration?
        /// When a transaction last began that stored it, or tried to.
        var writtenAt: Duration?
        /// How many transactions in a row could not store it.
        var failures = 0
        var isBeingStored = false
        var isRunning = false
        /// The revision of the data set that has its last size.
        var storedRevision = Int64.max

        /// The time at which it must be stored; nil for one that is stored.
        var dueAt: Duration? {
            guard let unstoredSince else { return nil }
            let due = min(grownAt + GrowingRow.rest, unstoredSince + GrowingRow.longest)
            return max(due, writtenAt.map { $0 + GrowingRow.longest * (1 << min(failures, 6)) } ?? due)
        }

        mutating func retry() { unstoredSince = unstoredSince ?? writtenAt }
    }

    /// A pause between two tokens is shorter.
    private static let rest = Duration.milliseconds(200)
    /// How much of an answer may be lost.
    private static let longest = Duration.seconds(1)

    let itemID: Int64
    /// The layout whose size it is.
    private let layout: StoredLayout
    private let timer: Timer
    private let state = Mutex(State())

    init(_ itemID: Int64, in layout: StoredLayout, timer: Timer) {
        self.itemID = itemID
        self.layout = layout
        self.timer = timer
    }

    /// Whether a task stores what is due.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Notes the size of the row, and sees to it that it is stored.
    func grow(to size: LayoutSize) {
        let now = timer.now()
        let isFirst = state.withLock { state in
            state.size = size
            state.grownAt = now
            state.unstoredSince = state.unstoredSince ?? now
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) { [self] in
            while let pause = pause() {
                if pause > .zero { await timer.sleep(pause) } else { await store() }
            }
        }
    }

    /// The size of the row in a state of the data set from before it was stored; nil in later ones.
    func size(after revision: Int64) -> LayoutSize? {
        state.withLock { $0.dueAt == nil && !$0.isBeingStored && revision >= $0.storedRevision ? nil : $0.size }
    }

    // MARK: Storing

    /// How long to wait until it is due; nil ends the storing.
    private func pause() -> Duration? {
        state.withLock { state in
            guard let due = state.dueAt else {
                state.isRunning = false
                return nil
            }
            return max(due - timer.now(), .zero)
        }
    }

    /// Stores the size, due or not.
    func store() async {
        let size = state.withLock { state -> LayoutSize? in
            guard state.unstoredSince != nil, !state.isBeingStored else { return nil }
            (state.isBeingStored, state.unstoredSince, state.writtenAt) = (true, nil, timer.now())
            return state.size
        }
        guard let size else { return }
        do {
            let (layout, itemID) = (layout, itemID)
            let (isStored, revisions) = try await BlockingWork.run {
                let revisions = DataRevisions()
                let outcome = try layout.storeSizes(
                    [ItemSize(.id(itemID), size)], from: .user, keeping: nil, waitingAtMost: .seconds(1),
                    noting: revisions)
                return (outcome.isStored, revisions)
            }
            state.withLock { state in
                state.isBeingStored = false
                state.failures = isStored ? 0 : state.failures + 1
                if isStored { state.storedRevision = revisions.after } else { state.retry() }
            }
        } catch {
            let code = (error as? LayoutError)?.code
            state.withLock { state in
                state.isBeingStored = false
                state.failures += 1
                // A full disk may have room again, and a suspended store be resumed.
                if code == .notFound || code == .closed { state.storedRevision = 0 } else { state.retry() }
            }
        }
    }
}
