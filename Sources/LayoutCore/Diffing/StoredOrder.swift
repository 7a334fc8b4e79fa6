internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// The sections and items of a data set as they are stored, each with what becomes of it in a snapshot.
struct StoredOrder {
    struct Section {
        var id: Int64
        var position: Double
        /// The number of its title in the snapshot; −1 if it is to go.
        var title: Int
        /// The indices of its items among all.
        var items = 0..<0
    }

    struct Item {
        var id: Int64
        var position: Double
        var section: Int
        /// The number of its key in the snapshot; −1 if it is to go.
        var key: Int
        var differs: Bool
    }

    private(set) var sections: [Section] = []
    private(set) var items = ContiguousArray<Item>()
    /// For each title of the snapshot its section here; −1 for none.
    private(set) var sectionOfTitle: [Int]
    /// For each key of the snapshot its item here; −1 for none.
    private(set) var itemOfKey: ContiguousArray<Int>

    /// Reads all of a data set. O(items).
    init(_ snapshot: DatasetSnapshot, dataset: Int64, forgets: ForgottenColumns, in connection: Connection) throws {
        try self.init(sectionsOf: dataset, snapshot, in: connection)
        for index in sections.indices {
            let first = items.count
            try readItems(ofSection: index, snapshot, forgets, connection)
            sections[index].items = first..<items.count
        }
    }

    /// Reads the sections of a data set, and of the items nothing. O(sections).
    init(sectionsOf dataset: Int64, _ snapshot: DatasetSnapshot, in connection: Connection) throws {
        sectionOfTitle = Array(repeating: -1, count: snapshot.titles.count)
        itemOfKey = ContiguousArray(repeating: -1, count: snapshot.items.count)
        let rows = try connection.rows(
            "SELECT id, position, title FROM section WHERE dataset_id = ?1 ORDER BY position", dataset
        ) { ($0.int64(0), $0.double(1), ExactString($0.stringOrEmpty(2))) }
        for (id, position, name) in rows {
            var title = snapshot.numberOfTitle[name] ?? -1
            // Of sections with the same title the first one counts.
            if title >= 0, !snapshot.hasSection[title] || sectionOfTitle[title] >= 0 { title = -1 }
            if title >= 0 { sectionOfTitle[title] = sections.count }
            sections.append(Section(id: id, position: position, title: title))
        }
    }

    private mutating func readItems(
        ofSection index: Int, _ snapshot: DatasetSnapshot, _ forgets: ForgottenColumns, _ connection: Connection
    ) throws {
        let title = sections[index].title
        // Mostly the items come in the order that the snapshot has: then no key needs to be looked up.
        let expected = title >= 0 ? snapshot.itemOrder[title] : []
        var next = 0
        let rows = try connection.cached(
            """
            SELECT id, position, key, width, height, x, y, payload\(ItemTrait.numberList(of: "i"))
            FROM item AS i WHERE section_id = ?1 ORDER BY position
            """)
        rows.bind(sections[index].id, at: 1)
        defer { rows.rewind() }
        while try rows.step() {
            let isNext = next < expected.count && rows.isText(2, snapshot.key(ofItem: expected[next]))
            var key = isNext ? expected[next] : snapshot.numberOfKey[ExactString(rows.stringOrEmpty(2))] ?? -1
            if key >= 0, snapshot.sectionOfItem[key] < 0 { key = -1 }
            if next < expected.count, key == expected[next] { next += 1 }
            // Of items with the same key the one that was stored first counts.
            if key >= 0, itemOfKey[key] >= 0 {
                let other = itemOfKey[key]
                if items[other].id < rows.int64(0) {
                    key = -1
                } else {
                    (items[other].key, items[other].differs) = (-1, false)
                }
            }
            if key >= 0 { itemOfKey[key] = items.count }
            items.append(
                Item(
                    id: rows.int64(0), position: rows.double(1), section: index, key: key,
                    differs: key >= 0 && forgets.differs(rows, firstColumn: 3, from: snapshot.items[key])))
        }
    }
}
