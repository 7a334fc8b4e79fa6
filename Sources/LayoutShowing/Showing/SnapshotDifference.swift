public import LayoutCore

/// Compares the sections and items of two snapshots.
///
/// Items are recognized by their row ids. Items that went and came with the same key are the same, for example after a
/// second import of a table.
struct SnapshotDifference {
    private let old: SnapshotItems
    private let new: SnapshotItems
    /// The former section of each new one; nil for one that came.
    private var origins: [Int?] = []
    private var hasDestination: [Bool]
    /// The former ids of items that came back under other ids.
    private var aliases: [Int64: Int64] = [:]
    /// Items with changed contents, by their former ids.
    private var changed: Set<Int64> = []
    private(set) var difference = DatasetDifference()

    init(from old: SnapshotItems, to new: SnapshotItems) {
        self.old = old
        self.new = new
        hasDestination = Array(repeating: false, count: old.sections.count)
        matchSections()
    }

    // MARK: Sections

    private mutating func matchSections() {
        var byID = Dictionary(old.sections.enumerated().map { ($1.id, $0) }) { first, _ in first }
        origins = new.sections.map { byID.removeValue(forKey: $0.id) }
        // One that was imported again, or is of another order, has another id.
        var byTitle: [[UInt8]?: Int] = [:]
        for (index, section) in old.sections.enumerated().reversed() where byID[section.id] != nil {
            byTitle[section.title.map { Array($0.utf8) }] = index
        }
        for index in origins.indices where origins[index] == nil {
            origins[index] = byTitle.removeValue(forKey: new.sections[index].title.map { Array($0.utf8) })
        }
        for origin in origins { if let origin { hasDestination[origin] = true } }
        difference.deletedSections = old.sections.indices.filter { !hasDestination[$0] }
        difference.insertedSections = origins.indices.filter { origins[$0] == nil }
        let kept = origins.indices.filter { origins[$0] != nil }
        let marks = LongestIncreasingSubsequence.marks(ContiguousArray(kept.compactMap { origins[$0] }))
        for (index, isStaying) in zip(kept, marks) where !isStaying {
            if let origin = origins[index] { difference.movedSections.append(.init(from: origin, to: index)) }
        }
        difference.movedSections.sort { $0.from < $1.from }
    }

    // MARK: Items

    /// Different parts of an old and a new section, between items that are equal in both.
    private struct Gap {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// How many items after a difference are searched for the next equal ones. Further ones take hashing.
    private static let lookahead = 64

    /// The gaps of a new section, in order. An item that moves past equal ones is in two of them.
    ///
    /// O(items), without hashing, unless more items than the lookahead differ in a row: then the rest is one gap.
    private func gaps(ofNew section: Int, origin: Int) -> [Gap] {
        var gaps: [Gap] = []
        var before = old.range(origin)
        var after = new.range(section)
        while let last = before.last, let other = after.last, old.items[last] == id(other) {
            before = before.dropLast()
            after = after.dropLast()
        }
        while !before.isEmpty || !after.isEmpty {
            while let first = before.first, let other = after.first, old.items[first] == id(other) {
                before = before.dropFirst()
                after = after.dropFirst()
            }
            guard let (passed, added) = nextEqual(before, after) else {
                gaps.append(Gap(old: before, new: after))
                break
            }
            gaps.append(Gap(old: before.prefix(passed), new: after.prefix(added)))
            before = before.dropFirst(passed)
            after = after.dropFirst(added)
        }
        return gaps
    }

    /// How many old and new items precede the next equal ones, as few as possible; nil if none are near.
    private func nextEqual(_ before: Range<Int>, _ after: Range<Int>) -> (passed: Int, added: Int)? {
        guard !before.isEmpty, !after.isEmpty else { return nil }
        for distance in 1...Self.lookahead {
            for passed in max(0, distance - after.count + 1)...distance where passed < before.count {
                let added = distance - passed
                if old.items[before.lowerBound + passed] == id(after.lowerBound + added) { return (passed, added) }
            }
        }
        return nil
    }

    /// The id of a new item, or the one that it had.
    private func id(_ index: Int) -> Int64 {
        let id = new.items[index]
        return aliases.isEmpty ? id : aliases[id] ?? id
    }

    /// Items that went, and items that came, by their ids: possibly imported again.
    func strangers() -> (gone: [Int64], come: [Int64]) {
        var (former, present) = (Set<Int64>(), Set<Int64>())
        for section in old.sections.indices where !hasDestination[section] {
            former.formUnion(old.items[old.range(section)])
        }
        for (section, origin) in origins.enumerated() {
            let gaps =
                origin.map { self.gaps(ofNew: section, origin: $0) } ?? [Gap(old: 0..<0, new: new.range(section))]
            for gap in gaps {
                former.formUnion(old.items[gap.old])
                present.formUnion(new.items[gap.new])
            }
        }
        return (Array(former.subtracting(present)), Array(present.subtracting(former)))
    }

    /// Knows items again by their keys.
    mutating func match(_ gone: [Int64: ItemContent], with come: [Int64: ItemContent]) {
        var byKey: [[UInt8]: Int64] = [:]
        for (id, content) in gone { if let key = content.key { byKey[key] = id } }
        for (id, content) in come {
            guard let key = content.key, let former = byKey.removeValue(forKey: key) else { continue }
            aliases[id] = former
            if gone[former] != content { changed.insert(former) }
        }
    }

    /// Compares the items.
    mutating func compareItems() {
        let gaps = origins.enumerated().map { section, origin in
            origin.map { self.gaps(ofNew: section, origin: $0) } ?? []
        }
        // The place of each item; its section goes with the index.
        var places: [Int64: (section: Int, index: Int)] = [:]
        for (section, origin) in origins.enumerated() {
            guard let origin else { continue }
            for gap in gaps[section] { for index in gap.old { places[old.items[index]] = (origin, index) } }
        }
        for section in gaps.indices { for gap in gaps[section] { compare(section, gap, &places) } }
        for (section, origin) in origins.enumerated() where origin == nil {
            // A section's items came with it, and are gone from their former places.
            for index in new.range(section) {
                guard let place = places.removeValue(forKey: id(index)) else { continue }
                difference.deletedItems.append(path(old, place.section, place.index))
            }
        }
        for place in places.values { difference.deletedItems.append(path(old, place.section, place.index)) }
        noteUnmoved(outside: gaps)
        difference.deletedItems.sort()
        difference.insertedItems.sort()
        difference.movedItems.sort { $0.from < $1.from }
        difference.reloadedItems.sort()
    }

    private mutating func compare(
        _ section: Int, _ gap: Gap, _ places: inout [Int64: (section: Int, index: Int)]
    ) {
        // Only an item that was in the same gap can stay: the equal items around it do.
        var own = ContiguousArray<Int>()
        for index in gap.new {
            if let place = places[id(index)], gap.old.contains(place.index) { own.append(place.index) }
        }
        let marks = LongestIncreasingSubsequence.marks(own)
        var rank = 0
        for index in gap.new {
            let to = path(new, section, index)
            let id = id(index)
            guard let place = places.removeValue(forKey: id) else {
                difference.insertedItems.append(to)
                continue
            }
            let from = path(old, place.section, place.index)
            var isStaying = false
            if gap.old.contains(place.index) {
                isStaying = marks[rank]
                rank += 1
            }
            switch (isStaying, changed.contains(id)) {
            case (true, true): difference.reloadedItems.append(from)
            case (true, false): break
            case (false, true):
                difference.deletedItems.append(from)
                difference.insertedItems.append(to)
            case (false, false): difference.movedItems.append(.init(from: from, to: to))
            }
        }
    }

    /// Notes items that came back in their places with something else in them.
    private mutating func noteUnmoved(outside gaps: [[Gap]]) {
        guard !changed.isEmpty else { return }
        for (section, origin) in origins.enumerated() {
            guard let origin else { continue }
            var start = old.range(origin).lowerBound
            let end = old.range(origin).upperBound
            for gap in gaps[section].map(\.old) + [end..<end] {
                for index in start..<gap.lowerBound where changed.contains(old.items[index]) {
                    difference.reloadedItems.append(path(old, origin, index))
                }
                start = gap.upperBound
            }
        }
    }

    private func path(_ items: SnapshotItems, _ section: Int, _ index: Int) -> ItemIndexPath {
        ItemIndexPath(section: section, item: index - items.starts[section])
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
    /// - Complexity: O(items of both).
    public func difference(from earlier: LayoutSnapshot) throws -> DatasetDifference {
        if hasSameData(as: earlier) { return DatasetDifference() }
        return try difference(earlier, SnapshotItems(earlier), SnapshotItems(self))
    }

    /// The difference from an earlier snapshot of the same data set, computed on other threads.
    ///
    /// - Complexity: As the blocking form; both are read at once.
    public func difference(from earlier: LayoutSnapshot) async throws -> DatasetDifference {
        if hasSameData(as: earlier) { return DatasetDifference() }
        async let old = SnapshotItems(earlier)
        async let new = SnapshotItems(self)
        return try await difference(earlier, old, new)
    }

    private func difference(
        _ earlier: LayoutSnapshot, _ old: SnapshotItems, _ new: SnapshotItems
    ) throws -> DatasetDifference {
        var comparison = SnapshotDifference(from: old, to: new)
        let (gone, come) = comparison.strangers()
        if !gone.isEmpty, !come.isEmpty {
            comparison.match(
                try SnapshotItems.contents(of: gone, in: earlier), with: try SnapshotItems.contents(of: come, in: self))
        }
        comparison.compareItems()
        return comparison.difference
    }
}
