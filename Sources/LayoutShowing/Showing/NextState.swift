package import LayoutCore
package import LayoutEngine

/// A later state of a layout that a view can show, laid out where the view will be.
package struct NextState: Sendable {
    /// How it differs from the state that is shown.
    package enum Change: Sendable {
        /// The sections and items are the same: only frames changed.
        case frames
        /// Sections and items came, went or moved.
        case items(DatasetDifference)
        /// So much changed that the view asks for everything again. If batch updates lead there nevertheless, these do:
        /// slowly, but the cells stay.
        case everything(DatasetDifference?)
    }

    package let snapshot: LayoutSnapshot
    package let change: Change
    /// How many items each section has.
    package let counts: [Int]
    /// Items near the screen that stay in place with changed contents, by their index paths in this state.
    package let changedItems: [ItemIndexPath]
}

/// Finds the next state for a view, away from the main thread: lays out what will be on the screen, and compares.
package struct NextStateSearch: Sendable {
    private let layout: StoredLayout

    /// More changes than these are not animated.
    private static let mostChanges = 1000
    /// Reading the ids of more items, of both states together, takes longer than a viewer should wait.
    private static let mostItems = 4_000_000

    package init(_ layout: StoredLayout) { self.layout = layout }

    /// Returns the next state; nil if the view shows it already.
    ///
    /// - Parameters:
    ///   - shown: The snapshot that the view shows; nil for none.
    ///   - hold: The part of it that has to stay on the screen.
    ///   - size: The size of the view.
    package func next(after shown: LayoutSnapshot?, holding hold: ScreenHold?, size: LayoutSize) async throws
        -> NextState?
    {
        let snapshot = try await preparedSnapshot(holding: hold, size: size)
        if let shown, shown.isOpen, snapshot.isSameState(as: shown) || snapshot.isOlder(than: shown) {
            snapshot.close()
            return nil
        }
        let counts = try snapshot.itemCounts()
        let everything = NextState(snapshot: snapshot, change: .everything(nil), counts: counts, changedItems: [])
        guard let shown else { return everything }
        if snapshot.hasSameData(as: shown) {
            return NextState(snapshot: snapshot, change: .frames, counts: counts, changedItems: [])
        }
        guard shown.isOpen else { return everything }
        return try await compared(everything, to: shown, holding: hold, size: size)
    }

    private func compared(
        _ everything: NextState, to shown: LayoutSnapshot, holding hold: ScreenHold?, size: LayoutSize
    ) async throws -> NextState {
        let snapshot = everything.snapshot
        // One that was not counted shows items at other index paths than its data set has them.
        guard shown.freshness.isCounted || shown.freshness.preparationID == nil else { return everything }
        do {
            guard let difference = try await snapshot.difference(from: shown, readingAtMost: Self.mostItems) else {
                return everything
            }
            let disagreement = try CountCheck(shown, snapshot).disagreement(difference)
            if let disagreement, difference.isEmpty, shown.freshness.isCounted, snapshot.freshness.isCounted {
                throw LayoutError.corrupt(
                    "the layout “\(snapshot.name)” counts items that are not there: \(disagreement)")
            }
            guard disagreement == nil, try Self.sameTitles(shown, snapshot, difference) else { return everything }
            let changed = try hold.map {
                try Self.changedItems(near: $0.rect(at: $0.place(in: shown), in: size), of: shown, in: snapshot)
            }
            let change: NextState.Change =
                if difference.isEmpty {
                    .frames
                } else if difference.count <= Self.mostChanges {
                    .items(difference)
                } else {
                    .everything(difference)
                }
            return NextState(
                snapshot: snapshot, change: change, counts: everything.counts, changedItems: changed ?? [])
        } catch let error as LayoutError where error.code == .snapshotClosed {
            // The shown one was ended: nothing can be compared with it.
            guard snapshot.isOpen else { throw error }
            return everything
        }
    }

    /// A snapshot in which what the view will show is laid out.
    private func preparedSnapshot(holding hold: ScreenHold?, size: LayoutSize) async throws -> LayoutSnapshot {
        guard let hold else {
            try await layout.prepareIfNeeded(in: LayoutRect(origin: .zero, size: size))
            return try layout.snapshot()
        }
        var snapshot = try layout.snapshot()
        // Lengths in front are estimates: laying out moves what is looked at.
        for _ in 0..<4 {
            if snapshot.isComplete { return snapshot }
            if try await hold.prepare(in: layout, unlessFoundIn: snapshot) {
                snapshot.close()
                snapshot = try layout.snapshot()
            }
            let place = try hold.place(in: snapshot)
            try await layout.prepareIfNeeded(in: hold.rect(at: place, in: size))
            let next = try layout.snapshot()
            snapshot.close()
            snapshot = next
            // A change that came between shows items at the places of others: it is laid out as well.
            if snapshot.freshness.isCounted, try abs(hold.place(in: snapshot) - place) < 0.5 { break }
        }
        return snapshot
    }

    /// Whether sections that stay have the titles that they had.
    private static func sameTitles(
        _ shown: LayoutSnapshot, _ snapshot: LayoutSnapshot, _ difference: DatasetDifference
    ) throws -> Bool {
        // More than this many headers are not on the screen.
        guard difference.deletedSections.isEmpty, difference.insertedSections.isEmpty, difference.movedSections.isEmpty,
            shown.numberOfSections <= 4096
        else { return true }
        for section in 0..<shown.numberOfSections {
            let (old, new) = try (shown.title(ofSection: section), snapshot.title(ofSection: section))
            if let old, let new, old.utf8.elementsEqual(new.utf8) { continue }
            if old == nil, new == nil { continue }
            return false
        }
        return true
    }

    private static func changedItems(
        near rect: LayoutRect, of shown: LayoutSnapshot, in snapshot: LayoutSnapshot
    ) throws -> [ItemIndexPath] {
        var ids: [Int64] = []
        for cell in try shown.naturalCells(in: rect) { if let id = cell.itemID { ids.append(id) } }
        let old = try SnapshotItems.contents(of: ids, in: shown)
        let new = try SnapshotItems.contents(of: ids, in: snapshot)
        return try ids.compactMap { id in
            guard let content = new[id], old[id] != content else { return nil }
            return try snapshot.indexPath(of: .id(id))
        }
    }
}

extension DatasetDifference {
    /// How many sections and items it names.
    var count: Int {
        deletedSections.count + insertedSections.count + movedSections.count + deletedItems.count + insertedItems.count
            + movedItems.count + reloadedItems.count
    }
}

extension LayoutSnapshot {
    /// Whether another state of the same layout was taken later.
    fileprivate func isOlder(than other: LayoutSnapshot) -> Bool {
        name == other.name && generation < other.generation
    }
}
