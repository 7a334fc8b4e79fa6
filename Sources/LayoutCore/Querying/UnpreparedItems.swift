internal import LayoutSQLite
internal import LayoutSchema

/// The sections and items of a data set in their order, without a layout that holds them: for one that was never
/// prepared.
struct UnpreparedItems {
    let connection: Connection
    let datasetID: Int64

    init(_ layout: LayoutReader) {
        connection = layout.connection
        datasetID = layout.record.datasetID
    }

    /// How many sections there are. O(sections).
    var sectionCount: Int {
        get throws {
            try connection.first("SELECT count(*) FROM section WHERE dataset_id = ?1", datasetID, as: Int.self) ?? 0
        }
    }

    /// How many items all sections hold. O(runs of the outline).
    var itemCount: Int {
        get throws { try itemCount(ofSections: "?2 IS NULL") }
    }

    /// The number of items in a section; 0 if it does not exist.
    func itemCount(inSection index: Int) throws -> Int {
        guard let sectionID = try section(at: index) else { return 0 }
        return try itemCount(ofSections: "s.id = ?2", sectionID)
    }

    /// The row id of the item at an index path; nil if there is none.
    func id(at path: ItemIndexPath) throws -> Int64? {
        guard path.item >= 0, let sectionID = try section(at: path.section) else { return nil }
        return try OrderedRows(itemsOfSection: sectionID, in: connection).id(at: path.item)
    }

    /// The index path of an item by its row id; nil if the data set does not hold it.
    func indexPath(ofItem id: Int64) throws -> ItemIndexPath? {
        guard let (sectionID, position) = try DatasetRecord.place(ofItem: id, in: datasetID, connection),
            let section = try connection.first(
                """
                SELECT count(*) FROM section
                WHERE dataset_id = ?1 AND position < (SELECT position FROM section WHERE id = ?2)
                """,
                datasetID, sectionID, as: Int.self)
        else { return nil }
        let outline = Outline(connection: connection)
        return ItemIndexPath(
            section: section, item: try outline.rank(of: position, inSection: sectionID, from: -.infinity))
    }

    /// How many items come before a section. O(runs of the outline before it).
    func itemCount(beforeSection index: Int) throws -> Int {
        guard let sectionID = try section(at: index) else { return 0 }
        return try itemCount(ofSections: "s.position < (SELECT position FROM section WHERE id = ?2)", sectionID)
    }

    /// The index path of the item with a rank among all items; nil if the rank is too large. O(runs of the outline).
    func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        guard rank >= 0 else { return nil }
        let sections = try connection.cached(
            """
            SELECT \(Outline.itemCountSQL("s.id")) FROM section AS s WHERE s.dataset_id = ?1 ORDER BY s.position
            """)
        sections.bindAll(datasetID)
        defer { sections.rewind() }
        var left = rank
        var index = 0
        while try sections.step() {
            let count = sections.int(0)
            if left < count { return ItemIndexPath(section: index, item: left) }
            left -= count
            index += 1
        }
        return nil
    }

    private func section(at index: Int) throws -> Int64? {
        guard index >= 0 else { return nil }
        return try OrderedRows(sectionsOfDataset: datasetID, in: connection).id(at: index)
    }

    private func itemCount(ofSections condition: String, _ sectionID: Int64? = nil) throws -> Int {
        try connection.first(
            """
            SELECT coalesce(sum(\(Outline.itemCountSQL("s.id"))), 0) FROM section AS s
            WHERE s.dataset_id = ?1 AND \(condition)
            """,
            datasetID, sectionID, as: Int.self) ?? 0
    }
}
