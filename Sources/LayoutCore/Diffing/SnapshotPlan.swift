internal import LayoutSQLite
internal import LayoutText

/// The writes that turn a stored data set into a snapshot: only the differences.
struct SnapshotPlan {
    let snapshot: DatasetSnapshot
    let stored: StoredOrder

    /// Sections that are new or go elsewhere, by the numbers of their titles, with their stored numbers.
    private(set) var sectionPlaces: [(title: Int, stored: Int?, position: Double)] = []
    /// Items that are new or go elsewhere, by the numbers of their keys, with their stored numbers. They go to the
    /// sections of the titles.
    private(set) var itemPlaces: [(key: Int, stored: Int?, title: Int, position: Double)] = []
    /// Stored items that go, and do not go with their section.
    private(set) var deletedItems: [Int] = []
    private(set) var changedItems: [Int] = []
    /// The titles' numbers of sections to or from which items come or go.
    private(set) var touchedTitles: Set<Int> = []
    private(set) var difference = DatasetDifference()

    init(_ snapshot: DatasetSnapshot, _ stored: StoredOrder) throws {
        self.snapshot = snapshot
        self.stored = stored
        try placeSections()
        for index in snapshot.sectionOrder.indices { try placeItems(ofSection: index) }
        noteDeletions()
        difference.sortItems()
    }

    // MARK: Sections

    private mutating func placeSections() throws {
        let origins = snapshot.sectionOrder.map { stored.sectionOfTitle[$0] < 0 ? nil : stored.sectionOfTitle[$0] }
        let stays = difference.noteSections(from: origins, of: stored.sections.count)
        let positions = try Self.positions(
            zip(origins, stays).map { origin, isStaying in
                isStaying ? origin.map { stored.sections[$0].position } : nil
            }, taken: ContiguousArray(stored.sections.map(\.position)))
        for (index, position) in positions.enumerated() {
            guard let position else { continue }
            sectionPlaces.append((snapshot.sectionOrder[index], origins[index], position))
        }
    }

    // MARK: Items

    private mutating func placeItems(ofSection index: Int) throws {
        let title = snapshot.sectionOrder[index]
        let section = stored.sectionOfTitle[title]
        let order = snapshot.itemOrder[title]
        let marks = order.map { key -> Int? in
            let item = stored.itemOfKey[key]
            return item >= 0 && stored.items[item].section == section ? item : nil
        }.staying()
        var stays: [Double?] = []
        stays.reserveCapacity(order.count)
        for (place, key) in order.enumerated() {
            let item = stored.itemOfKey[key]
            let isStaying = marks[place]
            stays.append(isStaying ? stored.items[item].position : nil)
            let differs = item >= 0 && stored.items[item].differs
            if differs { changedItems.append(item) }
            var from: ItemIndexPath?
            if item >= 0, case let former = stored.sections[stored.items[item].section].title, former >= 0 {
                if !isStaying { touchedTitles.insert(former) }
                from = indexPath(ofStored: item)
            }
            difference.noteItem(
                from: from, to: section < 0 ? nil : ItemIndexPath(section: index, item: place), isStaying: isStaying,
                isOther: differs || snapshot.reloaded.contains(key))
        }
        // Nothing comes or moves, as in most sections of most snapshots.
        guard stays.contains(nil) else { return }
        touchedTitles.insert(title)
        // Removed ones are deleted before any is placed.
        var taken = ContiguousArray<Double>()
        if section >= 0 {
            for item in stored.items[stored.sections[section].items] where item.key >= 0 {
                taken.append(item.position)
            }
        }
        for (key, position) in zip(order, try Self.positions(stays, taken: taken)) {
            guard let position else { continue }
            let item = stored.itemOfKey[key]
            itemPlaces.append((key, item < 0 ? nil : item, title, position))
        }
    }

    private mutating func noteDeletions() {
        for item in stored.items.indices where stored.items[item].key < 0 {
            let section = stored.sections[stored.items[item].section]
            guard section.title >= 0 else { continue }
            deletedItems.append(item)
            touchedTitles.insert(section.title)
            difference.deletedItems.append(indexPath(ofStored: item))
        }
    }

    private func indexPath(ofStored item: Int) -> ItemIndexPath {
        let section = stored.items[item].section
        return ItemIndexPath(section: section, item: item - stored.sections[section].items.lowerBound)
    }

    // MARK: Positions

    /// Positions for rows in order, some of which stay: one for each row that moves, nil for each that stays.
    private static func positions(_ stays: [Double?], taken: ContiguousArray<Double>) throws -> [Double?] {
        var positions = [Double?](repeating: nil, count: stays.count)
        try assign(
            staying: stays.count { $0 != nil }, last: taken.last,
            forEach: { body in for (index, position) in stays.enumerated() { try body(index, position) } },
            next: { position in
                let next = (0..<taken.count).first(inOrder: { taken[$0] > position })
                return next < taken.count ? taken[next] : .infinity
            }, write: { positions[$0] = $1 })
        return positions
    }

    /// Finds positions for the rows of an order that do not stay where they are.
    ///
    /// If no numbers are free between two rows that stay, all rows from there on get new ones. These are beyond all
    /// used ones, so that no two rows ever share one. In memory is one run of rows between two that stay.
    ///
    /// - Parameters:
    ///   - left: How many rows stay.
    ///   - last: The last used position, of rows that stay and of rows about to go; nil if there are none.
    ///   - forEach: Calls a function with each row in order, and with its position if it stays.
    ///   - next: Finds the first position that is taken after another; infinity for none.
    ///   - write: Takes a row with its new position.
    static func assign<Row>(
        staying left: Int, last: Double?, forEach: ((Row, _ stays: Double?) throws -> Void) throws -> Void,
        next: @escaping (Double) throws -> Double, write: @escaping (Row, Double) throws -> Void
    ) throws {
        var left = left
        var before: Double?
        var end = last ?? -1
        var run: [Row] = []
        func append(_ row: Row) throws {
            end = OrderedRows.position(after: end)
            try write(row, end)
        }
        try forEach { row, position in
            guard left > 0 else { return try append(row) }
            guard let position else { return run.append(row) }
            let positions =
                try run.isEmpty
                ? []
                : OrderedRows.positions(
                    run.count, after: before, before: next(before ?? -.infinity))
            if let positions {
                for (row, position) in zip(run, positions) { try write(row, position) }
                before = position
                left -= 1
            } else {
                for row in run + [row] { try append(row) }
                left = 0
            }
            run.removeAll(keepingCapacity: true)
        }
    }
}

extension ContiguousArray where Element: Comparable {
    /// Which elements make up a longest increasing subsequence; true for all of a list in order. Items of these may
    /// stay in place when their order changes.
    ///
    /// - Complexity: O(n) for a list that is in order, and O(n · log n) for any other.
    func longestIncreasingSubsequence() -> ContiguousArray<Bool> {
        var isInOrder = true
        for index in indices.dropFirst() where self[index - 1] >= self[index] { isInOrder = false }
        var marks = ContiguousArray<Bool>(repeating: isInOrder, count: count)
        guard !isInOrder else { return marks }
        // For each length the index of the least number that ends an increasing run of that length.
        var ends = ContiguousArray<Int>()
        var previous = ContiguousArray<Int>(repeating: -1, count: count)
        for (index, number) in enumerated() {
            let length = (0..<ends.count).first(inOrder: { self[ends[$0]] >= number })
            if length > 0 { previous[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var index = ends.last ?? -1
        while index >= 0 {
            marks[index] = true
            index = previous[index]
        }
        return marks
    }
}
