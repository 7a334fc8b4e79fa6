internal import LayoutSQLite
internal import LayoutSchema

/// The sections of a data set in their order, and how many items each holds: for a layout that was never prepared.
struct UnpreparedItems: Sendable {
    private let sections: [(id: Int64, items: Int)]

    /// O(sections + runs of the outline).
    init(ofDataset datasetID: Int64, in connection: Connection) throws {
        sections = try connection.rows(
            """
            SELECT s.id, \(Outline.itemCountSQL("s.id")) FROM section AS s WHERE s.dataset_id = ?1 ORDER BY s.position
            """, datasetID
        ) { ($0.int64(0), $0.int(1)) }
    }

    var sectionCount: Int { sections.count }
    /// How many items all sections hold.
    var itemCount: Int { itemCount(beforeSection: sections.count) }

    /// The number of items in a section; 0 if it does not exist.
    func itemCount(inSection index: Int) -> Int { sections.indices.contains(index) ? sections[index].items : 0 }

    /// How many items come before a section that exists, or before the end.
    func itemCount(beforeSection index: Int) -> Int { sections[..<index].reduce(0) { $0 + $1.items } }

    /// The row id of the item at an index path; nil if there is none.
    func id(at path: ItemIndexPath, in connection: Connection) throws -> Int64? {
        guard sections.indices.contains(path.section) else { return nil }
        return try OrderedRows(itemsOfSection: sections[path.section].id, in: connection).id(at: path.item)
    }

    /// The index path of an item by its row id; nil if the data set does not hold it.
    func indexPath(ofItem id: Int64, in layout: LayoutReader) throws -> ItemIndexPath? {
        guard let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection),
            let section = sections.firstIndex(where: { $0.id == place.sectionID })
        else { return nil }
        let outline = Outline(connection: layout.connection)
        return ItemIndexPath(
            section: section, item: try outline.rank(of: place.position, inSection: place.sectionID, from: -.infinity))
    }

    /// The index path of the item with a rank among all items; nil if there is none.
    func indexPath(atRank rank: Int) -> ItemIndexPath? {
        guard rank >= 0 else { return nil }
        var left = rank
        for (index, section) in sections.enumerated() {
            if left < section.items { return ItemIndexPath(section: index, item: left) }
            left -= section.items
        }
        return nil
    }
}
