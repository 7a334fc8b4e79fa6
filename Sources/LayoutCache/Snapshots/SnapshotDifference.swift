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
        // One that was imported again has another id.
        var byTitle: [[UInt8]: Int] = [:]
        for (index, section) in old.sections.enumerated() where byID[section.id] != nil {
            guard let title = section.title.map({ Array($0.utf8) }), byTitle[title] == nil else { continue }
            byTitle[title] = index
        }
        for index in origins.indices where origins[index] == nil {
            guard let title = new.sections[index].title else { continue }
            origins[index] = byTitle.removeValue(forKey: Array(title.utf8))
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

    /// The different part of two sections, without equal beginnings and ends.
    private struct Middle {
        var old: Range<Int>
        var new: Range<Int>
    }

    private func middle(ofNew section: Int, origin: Int) -> Middle {
        var before = old.range(origin)
        var after = new.range(section)
        while let first = before.first, let other = after.first, old.items[first] == id(other) {
            before = before.dropFirst()
            after = after.dropFirst()
        }
        while let last = before.last, let other = after.last, old.items[last] == id(other) {
            before = before.dropLast()
            after = after.dropLast()
        }
        return Middle(old: before, new: after)
    }

    /// The id of a new item, or the one that it had.
    private func id(_ index: Int) -> Int64 {
        let id = new.items[index]
        return aliases.isEmpty ? id : aliases[id] ?? id
    }

    /// Items that went, and items that came, by their ids: possibly imported again.
    func strangers() -> (gone: [Int64], come: [Int64]) {
        let middles = middles()
        var known = Set<Int64>()
        for range in new.sections.indices.lazy.map({ middles[$0]?.new ?? new.range($0) }) {
            known.formUnion(new.items[range])
        }
        var gone: [Int64] = []
        var isOld = Set<Int64>()
        func compare(_ range: Range<Int>) {
            for id in old.items[range] {
                isOld.insert(id)
                if !known.contains(id) { gone.append(id) }
            }
        }
        for section in old.sections.indices where !hasDestination[section] { compare(old.range(section)) }
        for middle in middles.values { compare(middle.old) }
        return (gone, known.filter { !isOld.contains($0) })
    }

    private func middles() -> [Int: Middle] {
        var middles: [Int: Middle] = [:]
        for (section, origin) in origins.enumerated() {
            guard let origin else { continue }
            let middle = middle(ofNew: section, origin: origin)
            if !middle.old.isEmpty || !middle.new.isEmpty { middles[section] = middle }
        }
        return middles
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
        let middles = middles()
        // The place of each item; its section goes with the index.
        var places: [Int64: (section: Int, index: Int)] = [:]
        for (section, middle) in middles {
            guard let origin = origins[section] else { continue }
            for index in middle.old { places[old.items[index]] = (origin, index) }
        }
        for section in middles.keys.sorted() {
            guard let middle = middles[section], let origin = origins[section] else { continue }
            compare(section, middle, origin, &places)
        }
        for (section, origin) in origins.enumerated() where origin == nil {
            // A section's items came with it, and are gone from their former places.
            for index in new.range(section) {
                guard let place = places.removeValue(forKey: id(index)) else { continue }
                difference.deletedItems.append(path(old, place.section, place.index))
            }
        }
        for place in places.values { difference.deletedItems.append(path(old, place.section, place.index)) }
        noteUnmoved(outside: middles)
        difference.deletedItems.sort()
        difference.insertedItems.sort()
        difference.movedItems.sort { $0.from < $1.from }
        difference.reloadedItems.sort()
    }

    private mutating func compare(
        _ section: Int, _ middle: Middle, _ origin: Int, _ places: inout [Int64: (section: Int, index: Int)]
    ) {
        var own = ContiguousArray<Int>()
        for index in middle.new {
            if let place = places[id(index)], place.section == origin { own.append(place.index) }
        }
        let marks = LongestIncreasingSubsequence.marks(own)
        var rank = 0
        for index in middle.new {
            let to = path(new, section, index)
            let id = id(index)
            guard let place = places.removeValue(forKey: id) else {
                difference.insertedItems.append(to)
                continue
            }
            let from = path(old, place.section, place.index)
            var isStaying = false
            if place.section == origin {
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
    private mutating func noteUnmoved(outside middles: [Int: Middle]) {
        guard !changed.isEmpty else { return }
        for (section, origin) in origins.enumerated() {
            guard let origin else { continue }
            let middle = middles[section]?.old
            for index in old.range(origin) where !(middle?.contains(index) ?? false) {
                if changed.contains(old.items[index]) { difference.reloadedItems.append(path(old, origin, index)) }
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
    /// - Throws: The errors of the blocking form.
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
