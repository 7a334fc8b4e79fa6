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
    package fileprivate(set) var change: Change
    package let counts: [Int]
    /// Items near the screen that stay in place with changed contents, by their index paths in this state.
    package fileprivate(set) var changedItems: [ItemIndexPath]
}

extension StoredLayout {
    /// More changes than these are not animated.
    private static let mostChanges = 1000
    /// Reading the ids of more items, of both states together, takes longer than a viewer should wait.
    private static let mostItems = 4_000_000

    /// Finds the next state for a view, away from the main thread: lays out what will be on the screen, and compares.
    ///
    /// - Parameters:
    ///   - shown: The snapshot that the view shows; nil for none.
    ///   - hold: The part of it that has to stay on the screen.
    ///   - size: The size of the view.
    /// - Returns: nil if the view shows it already.
    package func nextState(
        after shown: LayoutSnapshot?, holding hold: ScreenHold?, size: LayoutSize
    ) async throws -> NextState? {
        let snapshot = try await preparedSnapshot(holding: hold, size: size)
        let isOlder = shown?.name == snapshot.name && shown.map { snapshot.generation < $0.generation } == true
        if let shown, shown.isOpen, isOlder || snapshot.isSameState(as: shown) {
            snapshot.close()
            return nil
        }
        var next = NextState(
            snapshot: snapshot, change: .everything(nil), counts: try snapshot.itemCounts(), changedItems: [])
        guard let shown else { return next }
        if snapshot.hasSameData(as: shown) {
            next.change = .frames
        } else if shown.isOpen {
            try await compare(&next, with: shown, holding: hold, size: size)
        }
        return next
    }

    private func compare(
        _ next: inout NextState, with shown: LayoutSnapshot, holding hold: ScreenHold?, size: LayoutSize
    ) async throws {
        let snapshot = next.snapshot
        // One that was not counted shows items at other index paths than its data set has them.
        guard shown.freshness.isCounted || shown.freshness.preparationID == nil else { return }
        do {
            guard let difference = try await snapshot.difference(from: shown, readingAtMost: Self.mostItems)
            else { return }
            let agrees = try snapshot.agrees(with: difference, from: shown)
            if !agrees, difference.isEmpty, shown.freshness.isCounted, snapshot.freshness.isCounted {
                throw LayoutError.corrupt("the layout “\(snapshot.name)” counts items that are not there")
            }
            guard agrees else { return }
            // Headers show titles, which no batch update names.
            if difference.deletedSections.isEmpty, difference.insertedSections.isEmpty,
                difference.movedSections.isEmpty, try shown.titles() != snapshot.titles()
            {
                return
            }
            if let hold {
                let rect = try hold.rect(at: hold.place(in: shown), in: size)
                next.changedItems = try snapshot.changedItems(
                    among: shown.naturalCells(in: rect).compactMap(\.itemID), since: shown)
            }
            next.change =
                difference.isEmpty
                ? .frames : difference.count <= Self.mostChanges ? .items(difference) : .everything(difference)
        } catch let error as LayoutError where error.code == .snapshotClosed {
            // The shown one was ended: nothing can be compared with it.
            guard snapshot.isOpen else { throw error }
        }
    }

    /// A snapshot in which what the view will show is laid out.
    private func preparedSnapshot(holding hold: ScreenHold?, size: LayoutSize) async throws -> LayoutSnapshot {
        guard let hold else {
            try await prepareIfNeeded(in: LayoutRect(origin: .zero, size: size))
            return try self.snapshot()
        }
        var snapshot = try self.snapshot()
        // Lengths in front are estimates: laying out moves what is looked at.
        for _ in 0..<4 {
            if snapshot.isComplete { return snapshot }
            if try await hold.prepare(in: self, unlessFoundIn: snapshot) {
                snapshot.close()
                snapshot = try self.snapshot()
            }
            let place = try hold.place(in: snapshot)
            try await prepareIfNeeded(in: hold.rect(at: place, in: size))
            let next = try self.snapshot()
            snapshot.close()
            snapshot = next
            // A change that came between shows items at the places of others: it is laid out as well.
            if snapshot.freshness.isCounted, try abs(hold.place(in: snapshot) - place) < 0.5 { break }
        }
        return snapshot
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
    /// Whether batch updates lead from another state's counts to these: a collection view ends the program if they do
    /// not.
    package func agrees(with difference: DatasetDifference, from former: LayoutSnapshot) throws -> Bool {
        let (before, after) = (try former.itemCounts(), try itemCounts())
        let inserted = Set(difference.insertedSections)
        let formerSections = Dictionary(difference.movedSections.map { ($0.to, $0.from) }) { first, _ in first }
        let leaving = Set(difference.deletedSections).union(formerSections.values)
        guard before.count - Set(difference.deletedSections).count + inserted.count == after.count else { return false }
        // How many more items than before each former section has, and each new one.
        var (out, into): ([Int: Int], [Int: Int]) = ([:], [:])
        for item in difference.deletedItems + difference.movedItems.map(\.from) { out[item.section, default: 0] -= 1 }
        for item in difference.insertedItems + difference.movedItems.map(\.to) { into[item.section, default: 0] += 1 }
        var staying = before.indices.lazy.filter { !leaving.contains($0) }.makeIterator()
        return after.indices.allSatisfy { section in
            if inserted.contains(section) { return true }
            guard let former = formerSections[section] ?? staying.next(), before.indices.contains(former) else {
                return false
            }
            return before[former] + out[former, default: 0] + into[section, default: 0] == after[section]
        }
    }
}
