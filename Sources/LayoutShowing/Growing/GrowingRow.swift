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
        /// When the next transaction may begin at the earliest.
        var earliest = Duration.zero
        /// How many transactions in a row could not store it.
        var failures = 0
        var isRunning = false
        /// The revision of the data set that has its last stored size.
        var storedRevision = Int64.max
    }

    /// A pause between two tokens is shorter.
    private static let rest = Duration.milliseconds(200)
    /// How much of an answer may be lost.
    private static let longest = Duration.seconds(1)

    let itemID: Int64
    private let layout: StoredLayout
    private let timer: Timer
    private let state = Mutex(State())

    init(_ itemID: Int64, in layout: StoredLayout, timer: Timer) {
        self.itemID = itemID
        self.layout = layout
        self.timer = timer
    }

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
        state.withLock { $0.unstoredSince == nil && revision >= $0.storedRevision ? nil : $0.size }
    }

    // MARK: Storing

    /// How long to wait until it is due; nil ends the storing.
    private func pause() -> Duration? {
        state.withLock { state in
            guard let unstoredSince = state.unstoredSince else {
                state.isRunning = false
                return nil
            }
            let due = max(min(state.grownAt + Self.rest, unstoredSince + Self.longest), state.earliest)
            return max(due - timer.now(), .zero)
        }
    }

    private func store() async {
        let (begin, size) = (timer.now(), state.withLock { $0.size })
        // The revision that has it; nil if it has to be tried again.
        var stored: Int64?
        do {
            stored = try await BlockingWork.run { [layout, itemID] in
                let revisions = DataRevisions()
                let outcome = try layout.storeSizes(
                    [ItemSize(.id(itemID), size)], from: .user, keeping: nil, waitingAtMost: .seconds(1),
                    noting: revisions)
                return outcome.isStored ? revisions.after : nil
            }
        } catch {
            // A full disk may have room again, and a suspended store be resumed.
            let code = (error as? LayoutError)?.code
            if code == .notFound || code == .closed { stored = 0 }
        }
        state.withLock { state in
            state.failures = stored == nil ? state.failures + 1 : 0
            state.earliest = begin + Self.longest * (1 << min(state.failures, 6))
            guard let stored else { return }
            state.storedRevision = stored
            state.unstoredSince = state.size == size ? nil : begin
        }
    }
}
