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
    package typealias Timer = (now: @Sendable () -> Duration, sleep: @Sendable (Duration) async -> Void)

    package static let system: Timer = {
        let start = ContinuousClock.now
        return (now: { ContinuousClock.now - start }, sleep: { try? await Task.sleep(for: $0) })
    }()

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
    private static let longestPause = Duration.milliseconds(200)
    /// How much of an answer may be lost.
    private static let interval = Duration.seconds(1)

    let itemID: Int64
    let layout: StoredLayout
    private let timer: Timer
    private let state = Mutex(State())

    init(_ itemID: Int64, in layout: StoredLayout, timer: Timer) {
        self.itemID = itemID
        self.layout = layout
        self.timer = timer
    }

    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Takes the size of the row, and stores it in time.
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

    /// How long to wait before the size is stored; nil ends the storing.
    private func pause() -> Duration? {
        state.withLock { state in
            guard let unstoredSince = state.unstoredSince else {
                state.isRunning = false
                return nil
            }
            let deadline = max(min(state.grownAt + Self.longestPause, unstoredSince + Self.interval), state.earliest)
            return max(deadline - timer.now(), .zero)
        }
    }

    private func store() async {
        let (begin, size) = (timer.now(), state.withLock { $0.size })
        // The revision that has it; nil if it has to be tried again.
        var stored: Int64?
        do {
            stored = try await BlockingWork.run { [layout, itemID] in
                let outcome = try layout.storeSizes(
                    [ItemSize(.id(itemID), size)], from: .user, keeping: nil, waitingAtMost: .seconds(1), ofView: true)
                return outcome.isStored ? outcome.revisions.after : nil
            }
        } catch {
            // A full disk may have room again, and a suspended store be resumed.
            let code = (error as? LayoutError)?.code
            if code == .notFound || code == .closed { stored = 0 }
        }
        state.withLock { state in
            state.failures = stored == nil ? state.failures + 1 : 0
            state.earliest = begin + Self.interval * (1 << min(state.failures, 6))
            guard let stored else { return }
            state.storedRevision = stored
            state.unstoredSince = state.size == size ? nil : begin
        }
    }

    /// The last row of a state at another length than the stored one.
    ///
    /// Everything after the row is further on, and the content is longer. All frames are in content coordinates.
    struct Growth: Sendable {
        /// The row as it is stored, in the last section.
        private let cell: LayoutAttributes
        private let axis: LayoutAxis
        private let isMirrored: Bool
        /// How much longer the row is than stored, in points; negative if it is shorter.
        let distance: Double

        /// - Returns: nil if the row is not the last one of the state, or is not laid out, and if it has that length.
        init?(_ itemID: Int64, _ size: LayoutSize, in snapshot: LayoutSnapshot) throws {
            guard let path = try snapshot.indexPath(of: .id(itemID)), path.section == snapshot.numberOfSections - 1,
                try path.item == snapshot.numberOfItems(inSection: path.section) - 1,
                let cell = try snapshot.cell(ofItem: itemID),
                let length = try snapshot.read({ try $0.rowLength(of: size, inSection: path.section) })
            else { return nil }
            self.cell = cell
            axis = snapshot.scrollAxis
            isMirrored = snapshot.isMirrored
            distance = length - cell.frame.length(axis)
            if distance == 0 { return nil }
        }

        /// An element where it shows.
        func grown(_ element: LayoutAttributes) -> LayoutAttributes {
            let (frame, row) = (element.frame, cell.frame)
            let isRow = element.kind == .cell && element.itemID == cell.itemID
            // Cells of other items are before the last one, even if rows without a length share its place. A separator
            // is before its row or section, however thick it is.
            let isAfter =
                element.kind == .supplementary && element.itemID == nil
                && (isMirrored ? frame.max(axis) <= row.min(axis) : frame.min(axis) >= row.max(axis))
            let isBackground =
                element.kind == .decoration && element.elementKind != SeparatorDefinition.elementKind
                && element.section == cell.section
            var element = element
            if isRow || isBackground {
                element.frame = frame.widened(along: axis, behind: distance)
            } else if isAfter != isMirrored {
                element.frame = frame.moved(by: distance, along: axis)
            }
            return element
        }

        /// The elements that show in a rectangle, of those that were found for it.
        func grown(_ found: [LayoutAttributes], in rect: LayoutRect) -> [LayoutAttributes] {
            // A row without a length is not found.
            (found + (cell.frame.length(axis) == 0 ? [cell] : [])).map(grown).filter { $0.frame.overlaps(rect) }
        }

        /// An element of the longer content that depends on the extent of its section, or of the content.
        func grown(_ pin: LayoutAttributes.Pinned) -> LayoutAttributes.Pinned {
            [nil, cell.section].contains(pin.attributes.section) ? pin.lengthened(by: distance) : pin
        }

        /// The rectangle with the stored frames of all elements that may show in another one.
        func searched(_ rect: LayoutRect) -> LayoutRect {
            rect.widened(along: axis, before: max(distance, 0), behind: max(-distance, 0))
        }

        /// A rectangle of the longer content in the stored one, for a layout that begins at its far end.
        func stored(_ rect: LayoutRect) -> LayoutRect { isMirrored ? rect.moved(by: -distance, along: axis) : rect }

        func shown(_ rect: LayoutRect) -> LayoutRect { isMirrored ? rect.moved(by: distance, along: axis) : rect }
    }
}

extension GrowingRow.Growth? {
    /// An element where it shows, with or without a row that grows.
    func grown(_ element: LayoutAttributes) -> LayoutAttributes { self?.grown(element) ?? element }

    /// The cells of a state in a rectangle, frozen ones at their natural places.
    func naturalCells(in rect: LayoutRect, of snapshot: LayoutSnapshot) throws -> [LayoutAttributes] {
        guard let self else { return try snapshot.naturalCells(in: rect) }
        return self.grown(try snapshot.naturalCells(in: self.searched(rect)), in: rect)
    }
}
