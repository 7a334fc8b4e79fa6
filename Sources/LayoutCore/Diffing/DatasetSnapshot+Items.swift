internal import LayoutSources
internal import LayoutText

extension DatasetSnapshot {
    /// Adds items at the end of a section; the items' own section titles do not count.
    ///
    /// A size, an origin or a payload that is nil is left as the data set has it.
    ///
    /// - Parameters:
    ///   - items: The items, in order.
    ///   - title: The section; nil for the last one.
    /// - Complexity: O(items given).
    public mutating func appendItems(_ items: [SourceItem], toSection title: String? = nil) {
        guard let section = title.map({ requireSection($0) }) ?? sectionOrder.last else {
            if title == nil { note(.notFound, "it has no section to append items to") }
            return
        }
        insert(items, section, at: itemOrder[section].count)
    }

    /// Adds items before another.
    ///
    /// - Complexity: O(items of the section + added).
    public mutating func insertItems(_ items: [SourceItem], beforeItem key: String) {
        if let place = place(ofItem: key) { insert(items, place.section, at: place.index) }
    }

    /// Adds items after another.
    ///
    /// - Complexity: O(items of the section + added).
    public mutating func insertItems(_ items: [SourceItem], afterItem key: String) {
        if let place = place(ofItem: key) { insert(items, place.section, at: place.index + 1) }
    }

    /// Removes items.
    ///
    /// - Complexity: O(keys + items of their sections).
    public mutating func deleteItems(_ keys: [String]) {
        var sections: Set<Int> = []
        for key in keys {
            guard let number = requireItem(key) else { continue }
            sections.insert(sectionOfItem[number])
            sectionOfItem[number] = -1
        }
        for section in sections { itemOrder[section].removeAll { sectionOfItem[$0] != section } }
    }

    /// Removes all items, and all sections.
    ///
    /// - Complexity: O(sections + items).
    public mutating func deleteAllItems() {
        deleteSections(sectionTitles)
    }

    /// Moves an item before another, into whose section it goes.
    ///
    /// - Complexity: O(items of both sections).
    public mutating func moveItem(_ key: String, beforeItem other: String) {
        move(key, nextTo: other, distance: 0)
    }

    /// Moves an item after another, into whose section it goes.
    ///
    /// - Complexity: O(items of both sections).
    public mutating func moveItem(_ key: String, afterItem other: String) {
        move(key, nextTo: other, distance: 1)
    }

    private mutating func move(_ key: String, nextTo other: String, distance: Int) {
        guard let number = requireItem(key), let target = requireItem(other), number != target else { return }
        itemOrder[sectionOfItem[number]].removeAll { $0 == number }
        let section = sectionOfItem[target]
        guard let index = itemOrder[section].firstIndex(of: target) else { return }
        itemOrder[section].insert(number, at: index + distance)
        sectionOfItem[number] = section
    }

    /// Has items reloaded: they are among the ``DatasetDifference/reloadedItems``, whether they differ or not.
    ///
    /// - Complexity: O(keys).
    public mutating func reloadItems(_ keys: [String]) {
        for key in keys {
            if let number = requireItem(key) { reloaded.insert(number) }
        }
    }

    /// Gives the items with the same keys the sizes, origins and payloads of these.
    ///
    /// - Complexity: O(items given).
    public mutating func updateItems(_ items: [SourceItem]) {
        for item in items {
            if let number = requireItem(item.key ?? "") { self.items[number] = item }
        }
    }

    private mutating func place(ofItem key: String) -> (section: Int, index: Int)? {
        guard let number = requireItem(key) else { return nil }
        let section = sectionOfItem[number]
        return itemOrder[section].firstIndex(of: number).map { (section, $0) }
    }

    private mutating func insert(_ items: [SourceItem], _ section: Int, at index: Int) {
        var added = ContiguousArray<Int>()
        added.reserveCapacity(items.count)
        for item in items {
            guard let key = item.key, !key.isEmpty else {
                note(.invalidArgument, "an item has no key")
                continue
            }
            let (number, isNew) = keys.insert(key)
            if isNew {
                self.items.append(item)
                sectionOfItem.append(section)
            } else if sectionOfItem[number] < 0 {
                self.items[number] = item
                sectionOfItem[number] = section
            } else {
                note(.exists, "it has two items with the key “\(key)”")
                continue
            }
            added.append(number)
        }
        if index == itemOrder[section].count {
            itemOrder[section].append(contentsOf: added)
        } else {
            itemOrder[section].insert(contentsOf: added, at: index)
        }
    }
}
