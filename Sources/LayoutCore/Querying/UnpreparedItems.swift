internal import LayoutSQLite
internal import LayoutSchema

/// The sections of a data set in their order, and how many items each holds: for a layout that was never prepared.
struct UnpreparedItems: Sendable {
    private var ids: [Int64] = []
    /// The numbers of items before each section, and of all items at last.
    private var starts = [0]

    /// O(sections + runs of the outline).
    init(ofDataset datasetID: Int64, in connection: Connection) throws {
        try connection.forEachRow(
            """
            SELECT s.id, \(Outline.itemCountSQL("s.id")) FROM section AS s WHERE s.dataset_id = ?1 ORDER BY s.position
            """, datasetID
        ) {
            ids.append($0.int64(0))
            starts.append(starts[starts.count - 1] &+ $0.int(1))
        }
    }

    var sectionCount: Int { ids.count }
    /// How many items all sections hold.
    var itemCount: Int { starts[sectionCount] }

    /// The number of items in a section; 0 if it does not exist.
    func itemCount(inSection index: Int) -> Int { ids.indices.contains(index) ? starts[index + 1] &- starts[index] : 0 }

    /// How many items come before a section that exists.
    func itemCount(beforeSection index: Int) -> Int { starts[index] }

    /// The row id of the item at an index path; nil if there is none.
    func id(at path: ItemIndexPath, in connection: Connection) throws -> Int64? {
        guard ids.indices.contains(path.section) else { return nil }
        return try OrderedRows(itemsOfSection: ids[path.section], in: connection).id(at: path.item)
    }

    /// The index path of an item by its row id; nil if the data set does not hold it.
    func indexPath(ofItem id: Int64, in layout: LayoutReader) throws -> ItemIndexPath? {
        guard let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection),
            let section = ids.firstIndex(of: place.sectionID)
        else { return nil }
        let outline = Outline(connection: layout.connection)
        return ItemIndexPath(
            section: section, item: try outline.rank(of: place.position, inSection: place.sectionID, from: -.infinity))
    }

    /// The index path of the item with a rank among all items; nil if there is none.
    func indexPath(atRank rank: Int) -> ItemIndexPath? {
        guard rank >= 0, rank < itemCount else { return nil }
        let section = (0..<sectionCount).first(inOrder: { starts[$0 + 1] > rank })
        return ItemIndexPath(section: section, item: rank - starts[section])
    }
}
