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
    /// Titles that ever had a section, by number.
    var titles = KeyTable()
    /// The sections in order, by the numbers of their titles.
    var sectionOrder: [Int] = []
    /// The items of each title's section in order, by the numbers of their keys.
    var itemOrder: [ContiguousArray<Int>] = []
    /// Whether each title has a section.
    var hasSection: [Bool] = []
    /// Keys that ever had an item, by number.
    var keys = KeyTable()
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
        section(title).map { itemOrder[$0].map { keys[$0] } }
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
        titles.number(of: title).flatMap { hasSection[$0] ? $0 : nil }
    }

    func number(ofItem key: String) -> Int? {
        keys.number(of: key).flatMap { sectionOfItem[$0] >= 0 ? $0 : nil }
    }

    mutating func note(_ code: LayoutError.Code, _ message: String) {
        if fault == nil { fault = LayoutError(code, "the snapshot cannot be applied: \(message)") }
    }

    /// The number of the title if it has a section; otherwise notes the mistake.
    mutating func requireSection(_ title: String) -> Int? {
        if let found = section(title) { return found }
        note(.notFound, "it has no section “\(title)”")
        return nil
    }

    mutating func requireItem(_ key: String) -> Int? {
        if let found = number(ofItem: key) { return found }
        note(.notFound, "it has no item with the key “\(key)”")
        return nil
    }
}

extension DatasetSnapshot {
    /// Reads what a data set holds.
    ///
    /// - Throws: ``LayoutError`` for what a snapshot cannot hold: an item without a key, and two items or
    ///   sections of the same name.
    init(of dataset: Int64, in connection: Connection) throws {
        self.init()
        var sections: [(id: Int64, title: String)] = []
        try connection.forEachRow("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position", dataset) {
            row in
            sections.append((row.int64(0), row.stringOrEmpty(1)))
        }
        for section in sections {
            appendSections([section.title])
            var items: [SourceItem] = []
            try connection.forEachRow(
                """
                SELECT coalesce(i.key, o.key), coalesce(i.width, o.width), coalesce(i.height, o.height),
                  coalesce(i.x, o.x), coalesce(i.y, o.y), coalesce(i.payload, o.payload)\(
                    ItemTrait.numberList(of: "i"))
                FROM item AS i LEFT JOIN item AS o ON o.id = i.original_id WHERE i.section_id = ?1
                ORDER BY i.position
                """, section.id
            ) { row in
                func number(_ column: Int) -> Double? { row.isNull(column) ? nil : row.double(column) }
                var item = SourceItem(
                    key: row.string(0), width: number(1), height: number(2), x: number(3), y: number(4),
                    payload: row.string(5))
                item.readTraits { row.isNull(6 + $0.rawValue) ? nil : row.int(6 + $0.rawValue) }
                items.append(item)
            }
            appendItems(items, toSection: section.title)
        }
        if let fault { throw fault }
    }
}
