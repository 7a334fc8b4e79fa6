/// What a data set is to be: sections by their titles, and items by their keys, in order.
///
/// ```swift
/// var snapshot = DatasetSnapshot()
/// snapshot.appendSections(["Rome", "Paris"])
/// snapshot.appendItems(photos.map { SourceItem(key: $0.id, height: $0.height) }, toSection: "Rome")
/// let difference = try store.apply(snapshot, to: "photos")
/// ```
///
/// The words are those of a collection view's diffable snapshots. A title or key that is not there, or is there
/// twice, is reported by ``LayoutStore/apply(_:to:)-(DatasetSnapshot,_)``, which then changes nothing. Titles and
/// keys are told apart by their code points. The empty title is that of the section without one.
///
/// Appending and finding an item are O(1), changes in the middle O(items of the section).
public struct DatasetSnapshot: Sendable {
    /// Titles that ever had a section, by number.
    private(set) var titles = KeyTable()
    /// The sections in order, by the numbers of their titles.
    private(set) var sectionOrder: [Int] = []
    /// The items of each title's section in order, by the numbers of their keys.
    private(set) var itemOrder: [ContiguousArray<Int>] = []
    /// Whether each title has a section.
    private var hasSection: [Bool] = []
    /// Keys that ever had an item, by number.
    private(set) var keys = KeyTable()
    /// The item of each key.
    private(set) var items: ContiguousArray<SourceItem> = []
    /// The title's number of the section that each key's item is in; −1 for none.
    private(set) var sectionOfItem: ContiguousArray<Int> = []
    /// The keys' numbers of items that are to be reloaded.
    private(set) var reloaded: Set<Int> = []
    /// The first mistake that was made with it.
    private(set) var fault: LayoutStoreError?

    /// A data set without sections.
    public init() {}
}

// MARK: What it holds

extension DatasetSnapshot {
    public var numberOfSections: Int { sectionOrder.count }

    public var numberOfItems: Int { sectionOrder.reduce(0) { $0 + itemOrder[$1].count } }

    /// The titles of the sections, in order.
    public var sectionTitles: [String] { sectionOrder.map { titles[$0] } }

    /// How many items the section with a title has; nil where there is none.
    public func numberOfItems(inSection title: String) -> Int? {
        section(title).map { itemOrder[$0].count }
    }

    /// The keys of the items of the section with a title, in order; nil where there is none.
    public func itemKeys(inSection title: String) -> [String]? {
        section(title).map { itemOrder[$0].map { keys[$0] } }
    }

    /// The item with a key; nil where there is none.
    public func item(withKey key: String) -> SourceItem? {
        number(ofItem: key).map { items[$0] }
    }

    /// The indices of the item with a key; nil where there is none.
    ///
    /// - Complexity: O(sections + items of its section).
    public func indexPath(ofItem key: String) -> ItemIndexPath? {
        guard let number = number(ofItem: key), let index = itemOrder[sectionOfItem[number]].firstIndex(of: number),
            let section = sectionOrder.firstIndex(of: sectionOfItem[number])
        else { return nil }
        return ItemIndexPath(section: section, item: index)
    }

    /// The number of the title that has a section.
    private func section(_ title: String) -> Int? {
        titles.number(of: title).flatMap { hasSection[$0] ? $0 : nil }
    }

    private func number(ofItem key: String) -> Int? {
        keys.number(of: key).flatMap { sectionOfItem[$0] >= 0 ? $0 : nil }
    }

    private mutating func note(_ code: LayoutStoreError.Code, _ message: String) {
        if fault == nil { fault = LayoutStoreError(code, "the snapshot cannot be applied: \(message)") }
    }

    /// The number of the title that has a section; notes where there is none.
    private mutating func requireSection(_ title: String) -> Int? {
        if let found = section(title) { return found }
        note(.notFound, "it has no section “\(title)”")
        return nil
    }

    private mutating func requireItem(_ key: String) -> Int? {
        if let found = number(ofItem: key) { return found }
        note(.notFound, "it has no item with the key “\(key)”")
        return nil
    }
}

// MARK: Sections

extension DatasetSnapshot {
    /// Adds sections at the end.
    public mutating func appendSections(_ titles: [String]) {
        insert(titles, at: sectionOrder.count)
    }

    /// Adds sections before another.
    public mutating func insertSections(_ titles: [String], beforeSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index) }
    }

    /// Adds sections after another.
    public mutating func insertSections(_ titles: [String], afterSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index + 1) }
    }

    /// Removes sections with their items.
    public mutating func deleteSections(_ titles: [String]) {
        for title in titles {
            guard let section = requireSection(title) else { continue }
            for number in itemOrder[section] { sectionOfItem[number] = -1 }
            itemOrder[section].removeAll()
            hasSection[section] = false
            sectionOrder.removeAll { $0 == section }
        }
    }

    /// Moves a section before another.
    public mutating func moveSection(_ title: String, beforeSection other: String) {
        moveSection(title, nextTo: other, distance: 0)
    }

    /// Moves a section after another.
    public mutating func moveSection(_ title: String, afterSection other: String) {
        moveSection(title, nextTo: other, distance: 1)
    }

    private mutating func moveSection(_ title: String, nextTo other: String, distance: Int) {
        guard let section = requireSection(title), let target = requireSection(other), section != target else { return }
        sectionOrder.removeAll { $0 == section }
        guard let index = sectionOrder.firstIndex(of: target) else { return }
        sectionOrder.insert(section, at: index + distance)
    }

    private mutating func indexOfSection(_ title: String) -> Int? {
        requireSection(title).flatMap { sectionOrder.firstIndex(of: $0) }
    }

    private mutating func insert(_ titles: [String], at index: Int) {
        var added: [Int] = []
        for title in titles {
            let (section, isNew) = self.titles.insert(title)
            if isNew {
                itemOrder.append([])
                hasSection.append(false)
            }
            guard !hasSection[section] else {
                note(.exists, "it has two sections “\(title)”")
                continue
            }
            hasSection[section] = true
            added.append(section)
        }
        sectionOrder.insert(contentsOf: added, at: index)
    }
}

// MARK: Items

extension DatasetSnapshot {
    /// Adds items at the end of a section; what the items themselves say of their section does not count.
    ///
    /// A size, an origin or a payload that is nil is left as the data set has it.
    ///
    /// - Parameter title: The section; nil for the last one.
    public mutating func appendItems(_ items: [SourceItem], toSection title: String? = nil) {
        guard let section = title.map({ requireSection($0) }) ?? sectionOrder.last else {
            if title == nil { note(.notFound, "it has no section to append items to") }
            return
        }
        insert(items, section, at: itemOrder[section].count)
    }

    /// Adds items before another.
    public mutating func insertItems(_ items: [SourceItem], beforeItem key: String) {
        if let place = place(ofItem: key) { insert(items, place.section, at: place.index) }
    }

    /// Adds items after another.
    public mutating func insertItems(_ items: [SourceItem], afterItem key: String) {
        if let place = place(ofItem: key) { insert(items, place.section, at: place.index + 1) }
    }

    /// Removes items.
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
    public mutating func deleteAllItems() {
        deleteSections(sectionTitles)
    }

    /// Moves an item before another, into whose section it goes.
    public mutating func moveItem(_ key: String, beforeItem other: String) {
        move(key, nextTo: other, distance: 0)
    }

    /// Moves an item after another, into whose section it goes.
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
    public mutating func reloadItems(_ keys: [String]) {
        for key in keys {
            if let number = requireItem(key) { reloaded.insert(number) }
        }
    }

    /// Gives the items with the keys of these what they say of sizes, origin and payload.
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
