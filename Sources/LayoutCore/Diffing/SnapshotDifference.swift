/// Compares the sections and items of two snapshots.
///
/// Items are recognized by their row ids. Items that went and came with the same key are the same, for example after a
/// second import of a table.
struct SnapshotDifference {
    /// A part of a section that is read in both states, because items may differ in it.
    struct Stretch {
        let section: Int
        /// The index that the section had.
        let former: Int
        /// Equal in both states.
        let positions: Range<Double>
        /// How many shown items there are between the stretch before and this one, the same in both.
        let equalBefore: Int
        /// About how many items it has in both together.
        let size: Int
        /// Its items in both states.
        var old = 0..<0
        var new = 0..<0
        /// How many shown items of its section precede the first of them.
        var oldStart = 0
        var newStart = 0
    }

    private let old: SnapshotItems
    private let new: SnapshotItems
    /// The items of the stretches, in both states.
    private var oldItems: ContiguousArray<Int64> = []
    private var newItems: ContiguousArray<Int64> = []
    private var stretches: [Stretch] = []
    /// The former ids of items that came back under other ids.
    private var aliases: [Int64: Int64] = [:]
    /// Items with changed contents, by their former ids.
    private var changed: Set<Int64> = []
    private var difference = DatasetDifference()

    /// Finds out where items may differ.
    init(from old: SnapshotItems, to new: SnapshotItems) throws {
        (self.old, self.new) = (old, new)
        for (section, former) in try matchSections().enumerated() {
            guard let former else { continue }
            stretches += try SectionComparison((old, former), (new, section)).different()
        }
    }

    /// About how many items have to be read.
    var size: Int { stretches.reduce(0) { $0 + $1.size } }

    // MARK: Sections

    /// The former section of each new one; nil for one that came.
    private mutating func matchSections() throws -> [Int?] {
        let (before, after) = (old.sections.map(\.id), new.sections.map(\.id))
        guard before != after else { return Array(before.indices) }
        var byID = Dictionary(before.enumerated().map { ($1, $0) }) { first, _ in first }
        var formerSections = after.map { byID.removeValue(forKey: $0) }
        // One that was imported again, or is of another order, has another id.
        let come = formerSections.indices.filter { formerSections[$0] == nil }
        if !byID.isEmpty, !come.isEmpty {
            let (former, present) = (try old.snapshot.titles(), try new.snapshot.titles())
            var byTitle: [[UInt8]: Int] = [:]
            for index in byID.values.sorted(by: >) { byTitle[former[index]] = index }
            for index in come { formerSections[index] = byTitle.removeValue(forKey: present[index]) }
        }
        _ = difference.noteSections(from: formerSections, of: before.count)
        return formerSections
    }

    // MARK: Items

    /// Reads the items that may differ.
    mutating func readItems() throws {
        let former = try old.reading(stretches.map { ($0.former, $0.positions) })
        try take(former, new.reading(stretches.map { ($0.section, $0.positions) }))
    }

    /// Reads both states at once.
    mutating func readItems() async throws {
        let (old, new, stretches) = (old, new, stretches)
        async let former = old.reading(stretches.map { ($0.former, $0.positions) })
        async let present = new.reading(stretches.map { ($0.section, $0.positions) })
        try await take(former, present)
    }

    private mutating func take(_ former: SnapshotItems.Reading, _ present: SnapshotItems.Reading) {
        (oldItems, newItems) = (former.items, present.items)
        var (section, before, after) = (-1, 0, 0)
        for index in stretches.indices {
            if stretches[index].section != section { (section, before, after) = (stretches[index].section, 0, 0) }
            stretches[index].old = former.ranges[index]
            stretches[index].new = present.ranges[index]
            before += stretches[index].equalBefore
            after += stretches[index].equalBefore
            (stretches[index].oldStart, stretches[index].newStart) = (before, after)
            before += former.ranges[index].count
            after += present.ranges[index].count
        }
    }

    /// The items of a stretch between those that are equal in both states at its ends.
    private typealias Gap = (old: Range<Int>, new: Range<Int>)

    private func gap(of stretch: Stretch) -> Gap {
        var (before, after) = (stretch.old, stretch.new)
        while let last = before.last, let other = after.last, oldItems[last] == id(other) {
            before = before.dropLast()
            after = after.dropLast()
        }
        while let first = before.first, let other = after.first, oldItems[first] == id(other) {
            before = before.dropFirst()
            after = after.dropFirst()
        }
        return (before, after)
    }

    /// The id of a new item, or the one that it had.
    private func id(_ index: Int) -> Int64 {
        let id = newItems[index]
        return aliases.isEmpty ? id : aliases[id] ?? id
    }

    /// The difference, once the items are read.
    consuming func finished() throws -> DatasetDifference {
        // Items that went, and items that came: possibly imported again. Those of sections that went or came are not
        // read: a difference does not name them.
        var (removed, added) = (Set<Int64>(), Set<Int64>())
        for gap in stretches.map(gap) {
            removed.formUnion(oldItems[gap.old])
            added.formUnion(newItems[gap.new])
        }
        (removed, added) = (removed.subtracting(added), added.subtracting(removed))
        if !removed.isEmpty, !added.isEmpty {
            let former = try SnapshotItems.contents(of: Array(removed), in: old.snapshot)
            var byKey: [[UInt8]: Int64] = [:]
            for (id, content) in former { if let key = content.key { byKey[key] = id } }
            for (id, content) in try SnapshotItems.contents(of: Array(added), in: new.snapshot) {
                guard let key = content.key, let formerID = byKey.removeValue(forKey: key) else { continue }
                aliases[id] = formerID
                if former[formerID] != content { changed.insert(formerID) }
            }
        }
        compareItems()
        difference.sortItems()
        return difference
    }

    private mutating func compareItems() {
        let gaps = stretches.map(gap)
        var places: [Int64: (index: Int, path: ItemIndexPath)] = [:]
        for (stretch, gap) in zip(stretches, gaps) {
            for index in gap.old { places[oldItems[index]] = (index, stretch.oldPath(index)) }
        }
        for (stretch, gap) in zip(stretches, gaps) {
            // Only an item that was in the same gap can stay: the equal items around it do.
            let stays = gap.new.map { index in
                places[id(index)].flatMap { gap.old.contains($0.index) ? $0.index : nil }
            }.staying()
            for (index, isStaying) in zip(gap.new, stays) {
                let id = id(index)
                difference.noteItem(
                    from: places.removeValue(forKey: id)?.path, to: stretch.newPath(index), isStaying: isStaying,
                    isOther: changed.contains(id))
            }
            guard !changed.isEmpty else { continue }
            // Items that came back in their places with something else in them.
            for index in stretch.old where !gap.old.contains(index) && changed.contains(oldItems[index]) {
                difference.reloadedItems.append(stretch.oldPath(index))
            }
        }
        for place in places.values { difference.deletedItems.append(place.path) }
    }
}

extension SnapshotDifference.Stretch {
    fileprivate func oldPath(_ index: Int) -> ItemIndexPath {
        ItemIndexPath(section: former, item: index - old.lowerBound + oldStart)
    }

    fileprivate func newPath(_ index: Int) -> ItemIndexPath {
        ItemIndexPath(section: section, item: index - new.lowerBound + newStart)
    }
}

extension LayoutSnapshot {
    /// The difference from an earlier snapshot of the same data set: sections and items that came, went or moved.
    ///
    /// The other snapshot may be of another order of the same items, in a data set that follows theirs.
    ///
    /// Items are recognized by their row ids, and items that were imported again by their keys. Items whose payload
    /// changed are named if they were imported again.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`; `cancelled`.
    /// - Complexity: O(what changed + sections + items / 16,000). Sections that were imported again, or are of another
    ///   order, are read as a whole: O(their items).
    public func difference(from earlier: LayoutSnapshot) throws -> DatasetDifference {
        if hasSameData(as: earlier) { return DatasetDifference() }
        var comparison = try SnapshotDifference(from: SnapshotItems(earlier), to: SnapshotItems(self))
        try comparison.readItems()
        return try comparison.finished()
    }

    /// The difference from an earlier snapshot of the same data set, computed on other threads.
    ///
    /// - Complexity: As the blocking form; both are read at once.
    public func difference(from earlier: LayoutSnapshot) async throws -> DatasetDifference {
        try await difference(from: earlier, readingAtMost: .max) ?? DatasetDifference()
    }

    /// The difference from an earlier snapshot; nil if more items than a limit would have to be read.
    package func difference(from earlier: LayoutSnapshot, readingAtMost limit: Int) async throws -> DatasetDifference? {
        if hasSameData(as: earlier) { return DatasetDifference() }
        async let old = SnapshotItems(earlier)
        async let new = SnapshotItems(self)
        var comparison = try await SnapshotDifference(from: old, to: new)
        guard comparison.size <= limit else { return nil }
        try await comparison.readItems()
        return try comparison.finished()
    }
}

/// Compares a section of two states by the revisions of its chapters and runs, without looking at the items.
private struct SectionComparison {
    typealias Stretch = SnapshotDifference.Stretch

    private let old: (items: SnapshotItems, section: Int, hidden: [Range<Double>])
    private let new: (items: SnapshotItems, section: Int, hidden: [Range<Double>])
    private var stretches: [Stretch] = []
    /// How many shown items there are after the last stretch, the same in both states.
    private var equal = 0

    /// - Parameters:
    ///   - old: A section of the former state.
    ///   - new: The section that it became.
    init(_ old: (SnapshotItems, section: Int), _ new: (SnapshotItems, section: Int)) {
        self.old = (old.0, old.section, old.0.hidden(inSection: old.section))
        self.new = (new.0, new.section, new.0.hidden(inSection: new.section))
    }

    /// The stretches in which items may differ, in order. A section that has another row id now is one stretch.
    ///
    /// O(chapters + runs of those that differ).
    consuming func different() throws -> [Stretch] {
        if old.items.sections[old.section].id == new.items.sections[new.section].id {
            try compare(
                old.items.parts(ofSection: old.section), new.items.parts(ofSection: new.section), before: .infinity,
                looksCloser: true)
        } else {
            let size = try old.items.count(ofSection: old.section) + new.items.count(ofSection: new.section)
            addStretch(-.infinity..<(.infinity), size)
        }
        return stretches
    }

    private mutating func addStretch(_ positions: Range<Double>, _ size: Int) {
        stretches.append(
            Stretch(section: new.section, former: old.section, positions: positions, equalBefore: equal, size: size))
        equal = 0
    }

    /// - Parameter looksCloser: Whether parts that differ are compared by the runs in them.
    private mutating func compare(
        _ before: [Outline.Part], _ after: [Outline.Part], before end: Double, looksCloser: Bool
    ) throws {
        var pending: (first: Double, size: Int)?
        var (former, present) = (0, 0)
        func pass(_ part: Outline.Part, _ index: inout Int) {
            pending = (min(pending?.first ?? part.first, part.first), (pending?.size ?? 0) + (part.count ?? 0))
            index += 1
        }
        func close(at end: Double) throws {
            guard let part = pending else { return }
            pending = nil
            let positions = part.first..<end
            // A single run has no smaller parts.
            guard looksCloser, before.count > 1 || after.count > 1 else { return addStretch(positions, part.size) }
            try compare(
                old.items.parts(ofSection: old.section, in: positions),
                new.items.parts(ofSection: new.section, in: positions), before: end, looksCloser: false)
        }
        while former < before.count || present < after.count {
            let (one, other) = (before[safely: former], after[safely: present])
            if let one, let other, let count = equalCount(one, other) {
                try close(at: one.first)
                equal += count
                (former, present) = (former + 1, present + 1)
                continue
            }
            if let one, let other, let position = onlyChange(one, other) {
                try close(at: one.first)
                try add(position, one, other)
                (former, present) = (former + 1, present + 1)
                continue
            }
            if let one, one.first <= other?.first ?? .infinity { pass(one, &former) }
            if let other, other.first <= one?.first ?? .infinity { pass(other, &present) }
        }
        try close(at: end)
    }

    /// The only position at which two runs have other items; nil if that is not known, or some may be hidden.
    private func onlyChange(_ one: Outline.Part, _ other: Outline.Part) -> Double? {
        guard one.first == other.first, one.end == other.end, old.items.isFollower == new.items.isFollower,
            let count = one.count ?? other.count, Self.shownCount(of: one, of: count, without: old.hidden) == count,
            Self.shownCount(of: other, of: count, without: new.hidden) == count
        else { return nil }
        if let former = other.former, former.revision == one.revision { return former.position }
        if let former = one.former, former.revision == other.revision { return former.position }
        return nil
    }

    /// Adds two runs that differ at one position.
    private mutating func add(_ position: Double, _ one: Outline.Part, _ other: Outline.Part) throws {
        let (state, count) = one.count.map { (old, $0) } ?? (new, other.count ?? 0)
        let before = try state.items.count(ofSection: state.section, in: one.first..<position)
        let itself = try state.items.count(ofSection: state.section, in: position..<position.nextUp)
        equal += before
        addStretch(position..<position.nextUp, 2)
        equal = count - before - itself
    }

    /// How many items two parts show, if they show the same ones; nil if that is not known.
    private func equalCount(_ one: Outline.Part, _ other: Outline.Part) -> Int? {
        guard let revision = one.revision, revision == other.revision, one.first == other.first, one.end == other.end,
            let count = one.count, count == other.count, old.items.isFollower == new.items.isFollower,
            let shown = Self.shownCount(of: one, of: count, without: old.hidden),
            shown == Self.shownCount(of: other, of: count, without: new.hidden)
        else { return nil }
        return shown
    }

    /// How many of its items a part shows; nil if some of them may be hidden.
    private static func shownCount(of part: Outline.Part, of count: Int, without hidden: [Range<Double>]) -> Int? {
        let next = (0..<hidden.count).first(inOrder: { hidden[$0].upperBound > part.first })
        guard let range = hidden[safely: next], range.lowerBound < part.end else { return count }
        return range.lowerBound <= part.first && range.upperBound >= part.end ? 0 : nil
    }
}

extension Array {
    fileprivate subscript(safely index: Int) -> Element? { index < count ? self[index] : nil }
}
