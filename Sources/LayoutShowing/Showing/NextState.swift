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
            guard agrees, try Self.sameTitles(shown, snapshot, difference) else { return }
            if let hold {
                let rect = try hold.rect(at: hold.place(in: shown), in: size)
                next.changedItems = try Self.changedItems(near: rect, of: shown, in: snapshot)
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

    /// Whether sections that stay have the titles that they had.
    private static func sameTitles(
        _ shown: LayoutSnapshot, _ snapshot: LayoutSnapshot, _ difference: DatasetDifference
    ) throws -> Bool {
        // More than this many headers are not on the screen.
        guard difference.deletedSections.isEmpty, difference.insertedSections.isEmpty, difference.movedSections.isEmpty,
            shown.numberOfSections <= 4096
        else { return true }
        return try (0..<shown.numberOfSections).allSatisfy { section in
            let (old, new) = try (shown.title(ofSection: section), snapshot.title(ofSection: section))
            return old.map { Array($0.utf8) } == new.map { Array($0.utf8) }
        }
    }

    private static func changedItems(
        near rect: LayoutRect, of shown: LayoutSnapshot, in snapshot: LayoutSnapshot
    ) throws -> [ItemIndexPath] {
        try snapshot.changedItems(among: shown.naturalCells(in: rect).compactMap(\.itemID), since: shown)
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

/// The state of a collection view: its offset, its size, the parts that bars cover, and whether it moves.
package struct ViewState: Sendable, Hashable {
    package var offset: LayoutPoint
    package var size: LayoutSize
    /// The parts that bars and the keyboard cover. `leading` is at the beginning of the x axis.
    package var insets: LayoutInsets
    /// Whether a gesture or an animation moves it. Writing an offset would end that.
    package var isMoving: Bool
    /// Whether it is a finger that moves it, or has.
    package var isTouched: Bool

    package init(
        offset: LayoutPoint, size: LayoutSize, insets: LayoutInsets = .zero, isMoving: Bool = false,
        isTouched: Bool = false
    ) {
        self.offset = offset
        self.size = size
        self.insets = insets
        self.isMoving = isMoving
        self.isTouched = isTouched
    }

    /// Whether the view has no size: it shows nothing then.
    package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// The rectangle of the view, with what bars cover: they may be translucent.
    package var bounds: LayoutRect { LayoutRect(origin: offset, size: size) }

    /// The visible rectangle, without the covered parts.
    package var visible: LayoutRect {
        LayoutRect(
            x: offset.x + insets.leading, y: offset.y + insets.top,
            width: max(0, size.width - insets.total(.horizontal)),
            height: max(0, size.height - insets.total(.vertical)))
    }
}

/// The part that must stay in its place on the screen while a view shows one state after another.
///
/// It is taken from what the view shows, so that it also serves when the former state cannot be read any more. All
/// numbers are points along the scroll axis, in coordinates of the content.
package struct ScreenHold: Sendable {
    package var edge: ScrollAnchor.Edge
    package var axis: LayoutAxis
    package var extent: ScrollExtent
    /// The place of the content at the view's beginning.
    package var place: Double
    /// The view's offset across the scroll axis.
    package var crossOffset: Double
    /// The cells on the screen, the one to keep first, in coordinates of the content.
    package var cells: [LayoutAttributes]
    /// The place that the view goes to, and how far it is from there. It is held rather than the cells.
    var destination: (place: ScrollDestination, distance: Double)?

    /// Looking up more would cost more than it helps: a screen has some tens of cells.
    private static let candidateLimit = 16
    /// The number of cells, still there, that decide.
    private static let witnessLimit = 8

    /// Whether the view follows the end of the content that it opened at.
    package var isAtLimit: Bool { extent.isAtLimit(edge, place) }

    /// The view's place in another state that keeps the held part on the screen.
    ///
    /// - Parameter measured: Items that got another size because of this view. They hold nothing.
    func place(
        in snapshot: LayoutSnapshot, _ growth: RowGrowth? = nil, without measured: Set<Int64> = []
    ) throws -> Double {
        var new = extent
        new.contentLength = snapshot.contentSize[axis] + (growth?.distance ?? 0)
        new.isMirrored = snapshot.isMirrored
        // Beyond an end a view bounces: that part of its offset belongs to no place.
        let inside = extent.clamped(place)
        if let destination, let found = try destination.place.place(in: snapshot, growth, new) {
            return found - destination.distance
        }
        if isAtLimit { return new.limit(edge) + place - inside }
        guard let found = try shift(in: snapshot, growth, without: measured) else {
            return new.clamped(inside) + place - inside
        }
        return new.clamped(inside + found) + place - inside
    }

    /// How far the first cell that is still there has moved; nil if none is, or none is laid out.
    ///
    /// An item that has gone elsewhere by itself takes no view along. Most of the others are on its other side then; on
    /// a plane they have not gone as far.
    func shift(
        in snapshot: LayoutSnapshot, _ growth: RowGrowth? = nil, without measured: Set<Int64> = []
    ) throws -> Double? {
        typealias Held = (before: LayoutAttributes, now: LayoutAttributes)
        var found: [Held] = []
        for (id, cell) in held(without: measured) where found.count < Self.witnessLimit {
            if let now = try snapshot.cell(ofItem: id) { found.append((cell, growth.grown(now))) }
        }
        func distance(_ held: Held) -> Double { held.now.frame.min(axis) - held.before.frame.min(axis) }
        func isBefore(_ one: LayoutAttributes, _ other: LayoutAttributes) -> Bool {
            (one.section ?? 0, one.item) < (other.section ?? 0, other.item)
        }
        let votes = found.map { one in
            found.count { other in
                snapshot.isPlane
                    ? distance(one) == distance(other)
                    : isBefore(one.before, other.before) == isBefore(one.now, other.now)
            }
        }
        let most = votes.max()
        let staying = zip(found, votes).filter { $1 == most }.map(\.0)
        // The neighbours of a cell that grew should not move because of it.
        let same = staying.first { abs($0.now.frame.length(axis) - $0.before.frame.length(axis)) < 0.5 }
        if let first = same ?? staying.first { return distance(first) }
        return measured.isEmpty ? nil : try shift(in: snapshot, growth)
    }

    /// The first cells and their items, without some items.
    private func held(without measured: Set<Int64>) -> [(id: Int64, cell: LayoutAttributes)] {
        let held = cells.lazy.compactMap { cell in cell.itemID.map { (id: $0, cell: cell) } }
        return Array(held.filter { !measured.contains($0.id) }.prefix(Self.candidateLimit))
    }

    /// An anchor for what is held, in the state that is shown.
    func anchor(in snapshot: LayoutSnapshot, without measured: Set<Int64>) throws -> ScrollAnchor? {
        if let destination, let found = try destination.place.anchor(in: snapshot, at: place) { return found }
        let cell = try held(without: measured).first { try snapshot.cell(ofItem: $0.id) != nil }
        return cell.map { ScrollAnchor(edge: .start, itemID: $0.id, distance: $0.cell.frame.min(axis) - place) }
    }

    /// Lays out what is held, unless it is laid out in another state.
    ///
    /// - Returns: False if it was.
    func prepare(in layout: StoredLayout, unlessFoundIn snapshot: LayoutSnapshot) async throws -> Bool {
        if let destination {
            if try destination.place.place(in: snapshot, nil, extent, takesEstimate: false) != nil { return false }
            try await destination.place.prepare(in: layout)
            return true
        }
        if try isAtLimit || cells.isEmpty || shift(in: snapshot) != nil { return false }
        try await layout.prepareItems(cells.prefix(4).compactMap(\.itemID))
        return true
    }

    /// The rectangle of a view at a place, with half a screen on each side.
    func rect(at place: Double, in size: LayoutSize) -> LayoutRect {
        LayoutRect(
            axis: axis, along: place - extent.viewport / 2, cross: crossOffset, alongLength: 2 * extent.viewport,
            crossLength: size[axis.cross])
    }
}
