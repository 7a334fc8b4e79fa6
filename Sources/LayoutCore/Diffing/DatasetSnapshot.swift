public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSources
internal import LayoutText

/// A snapshot to apply: sections by their titles, and items by their keys, in order.
///
/// ```swift
/// var snapshot = DatasetSnapshot()
/// snapshot.appendSections(["Rome", "Paris"])
/// snapshot.appendItems(rome, toSection: "Rome")
/// let difference = try await store.apply(snapshot, to: "photos")
/// ```
///
/// The methods are named as in a collection view's diffable snapshots. A title or key that is missing or repeated is
/// reported by `LayoutStore.apply(_:to:)`, which then changes nothing. Titles and keys are compared by their code
/// points. The empty title means the section without one.
public struct DatasetSnapshot: Sendable {
    /// Titles that ever had a section, and their numbers.
    var titles: [String] = []
    var numberOfTitle: [ExactString: Int] = [:]
    /// The sections in order, by the numbers of their titles.
    var sectionOrder: [Int] = []
    /// The items of each title's section in order, by the numbers of their keys.
    var itemOrder: [ContiguousArray<Int>] = []
    var hasSection: [Bool] = []
    /// The numbers of keys that ever had an item.
    var numberOfKey: [ExactString: Int] = [:]
    /// The item of each key.
    var items: ContiguousArray<SourceItem> = []
    /// The title's number of the section that each key's item is in; −1 for none.
    var sectionOfItem: ContiguousArray<Int> = []
    /// The numbers of the keys of items to reload.
    var reloaded: Set<Int> = []
    /// The first mistake that was made with it.
    var fault: LayoutError?

    /// A data set without sections.
    public init() {}
}

// MARK: Contents

extension DatasetSnapshot {
    /// The number of its sections.
    public var numberOfSections: Int { sectionOrder.count }

    /// The number of items in all its sections.
    ///
    /// - Complexity: O(sections).
    public var numberOfItems: Int { sectionOrder.reduce(0) { $0 + itemOrder[$1].count } }

    /// The titles of the sections, in order.
    ///
    /// - Complexity: O(sections).
    public var sectionTitles: [String] { sectionOrder.map { titles[$0] } }

    /// The number of items of the section with a title; nil if there is none.
    public func numberOfItems(inSection title: String) -> Int? {
        section(title).map { itemOrder[$0].count }
    }

    /// The keys of the items of the section with a title, in order; nil if there is none.
    ///
    /// - Complexity: O(items of the section).
    public func itemKeys(inSection title: String) -> [String]? {
        section(title).map { itemOrder[$0].map { key(ofItem: $0) } }
    }

    /// The item with a key; nil if there is none.
    public func item(withKey key: String) -> SourceItem? {
        number(ofItem: key).map { items[$0] }
    }

    /// The indices of the item with a key; nil if there is none.
    ///
    /// - Complexity: O(sections + items of its section).
    public func indexPath(ofItem key: String) -> ItemIndexPath? {
        guard let number = number(ofItem: key), let index = itemOrder[sectionOfItem[number]].firstIndex(of: number),
            let section = sectionOrder.firstIndex(of: sectionOfItem[number])
        else { return nil }
        return ItemIndexPath(section: section, item: index)
    }

    /// The number of the title that has a section.
    func section(_ title: String) -> Int? {
        numberOfTitle[ExactString(title)].flatMap { hasSection[$0] ? $0 : nil }
    }

    func number(ofItem key: String) -> Int? {
        numberOfKey[ExactString(key)].flatMap { sectionOfItem[$0] >= 0 ? $0 : nil }
    }

    func key(ofItem number: Int) -> String { items[number].key ?? "" }

    mutating func fail(_ code: LayoutError.Code, _ message: String) {
        if fault == nil { fault = LayoutError(code, "the snapshot cannot be applied: \(message)") }
    }

    /// The number of the title if it has a section; otherwise notes the mistake.
    mutating func requireSection(_ title: String) -> Int? {
        if let found = section(title) { return found }
        fail(.notFound, "it has no section “\(title)”")
        return nil
    }

    mutating func requireItem(_ key: String) -> Int? {
        if let found = number(ofItem: key) { return found }
        fail(.notFound, "it has no item with the key “\(key)”")
        return nil
    }

    /// Reads what a data set holds.
    ///
    /// - Throws: ``LayoutError`` for what a snapshot cannot hold: an item without a key, and two items or
    ///   sections of the same name.
    init(of dataset: Int64, in connection: Connection) throws {
        self.init()
        let sections = try connection.rows(
            "SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position", dataset
        ) { (id: $0.int64(0), title: $0.stringOrEmpty(1)) }
        for section in sections {
            appendSections([section.title])
            let items = try connection.rows(
                """
                SELECT coalesce(i.key, o.key), coalesce(i.width, o.width), coalesce(i.height, o.height),
                  coalesce(i.x, o.x), coalesce(i.y, o.y), coalesce(i.payload, o.payload)\(
                    ItemTrait.numberList(of: "i"))
                FROM item AS i LEFT JOIN item AS o ON o.id = i.original_id WHERE i.section_id = ?1
                ORDER BY i.position
                """, section.id
            ) { SourceItem($0, from: 0) }
            appendItems(items, toSection: section.title)
        }
        if let fault { throw fault }
    }

    /// Adds sections at the end.
    ///
    /// - Complexity: O(titles).
    public mutating func appendSections(_ titles: [String]) { insert(titles, at: sectionOrder.count) }

    /// Adds sections before another.
    ///
    /// - Complexity: O(sections).
    public mutating func insertSections(_ titles: [String], beforeSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index) }
    }

    /// Adds sections after another.
    ///
    /// - Complexity: O(sections).
    public mutating func insertSections(_ titles: [String], afterSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index + 1) }
    }

    /// Removes sections with their items.
    ///
    /// - Complexity: O(sections + their items).
    public mutating func deleteSections(_ titles: [String]) {
        for title in titles {
            guard let section = requireSection(title) else { continue }
            for number in itemOrder[section] { sectionOfItem[number] = -1 }
            itemOrder[section].removeAll()
            hasSection[section] = false
        }
        sectionOrder.removeAll { !hasSection[$0] }
    }

    /// Moves a section before another.
    ///
    /// - Complexity: O(sections).
    public mutating func moveSection(_ title: String, beforeSection other: String) {
        moveSection(title, nextTo: other, distance: 0)
    }

    /// Moves a section after another.
    ///
    /// - Complexity: O(sections).
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
            let section = numberOfTitle[ExactString(title)] ?? self.titles.count
            if section == self.titles.count {
                self.titles.append(title)
                numberOfTitle[ExactString(title)] = section
                itemOrder.append([])
                hasSection.append(false)
            }
            guard !hasSection[section] else {
                fail(.exists, "it has two sections “\(title)”")
                continue
            }
            hasSection[section] = true
            added.append(section)
        }
        sectionOrder.insert(contentsOf: added, at: index)
    }

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
            if title == nil { fail(.notFound, "it has no section to append items to") }
            return
        }
        insert(items, section, at: itemOrder[section].count)
    }

    /// Adds items before another.
    ///
    /// - Complexity: O(items of the section + added).
    public mutating func insertItems(_ items: [SourceItem], beforeItem key: String) {
        if let place = orderIndex(ofItem: key) { insert(items, place.section, at: place.index) }
    }

    /// Adds items after another.
    ///
    /// - Complexity: O(items of the section + added).
    public mutating func insertItems(_ items: [SourceItem], afterItem key: String) {
        if let place = orderIndex(ofItem: key) { insert(items, place.section, at: place.index + 1) }
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
    public mutating func deleteAllItems() { deleteSections(sectionTitles) }

    /// Moves an item before another, into whose section it goes.
    ///
    /// - Complexity: O(items of both sections).
    public mutating func moveItem(_ key: String, beforeItem other: String) { move(key, nextTo: other, distance: 0) }

    /// Moves an item after another, into whose section it goes.
    ///
    /// - Complexity: O(items of both sections).
    public mutating func moveItem(_ key: String, afterItem other: String) { move(key, nextTo: other, distance: 1) }

    private mutating func move(_ key: String, nextTo other: String, distance: Int) {
        guard let number = requireItem(key), let target = requireItem(other), number != target else { return }
        itemOrder[sectionOfItem[number]].removeAll { $0 == number }
        let section = sectionOfItem[target]
        guard let index = itemOrder[section].firstIndex(of: target) else { return }
        itemOrder[section].insert(number, at: index + distance)
        sectionOfItem[number] = section
    }

    /// Reloads items: they are among the ``DatasetDifference/reloadedItems``, whether they differ or not.
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

    private mutating func orderIndex(ofItem key: String) -> (section: Int, index: Int)? {
        guard let number = requireItem(key) else { return nil }
        let section = sectionOfItem[number]
        return itemOrder[section].firstIndex(of: number).map { (section, $0) }
    }

    private mutating func insert(_ items: [SourceItem], _ section: Int, at index: Int) {
        var added = ContiguousArray<Int>()
        added.reserveCapacity(items.count)
        for item in items {
            guard let key = item.key, !key.isEmpty else {
                fail(.invalidArgument, "an item has no key")
                continue
            }
            let number = numberOfKey[ExactString(key)] ?? self.items.count
            if number == self.items.count {
                numberOfKey[ExactString(key)] = number
                self.items.append(item)
                sectionOfItem.append(section)
            } else if sectionOfItem[number] < 0 {
                self.items[number] = item
                sectionOfItem[number] = section
            } else {
                fail(.exists, "it has two items with the key “\(key)”")
                continue
            }
            added.append(number)
        }
        itemOrder[section].insert(contentsOf: added, at: index)
    }
}
