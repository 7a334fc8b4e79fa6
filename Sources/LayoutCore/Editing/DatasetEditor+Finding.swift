internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

extension DatasetEditor {
    func find(_ item: ItemReference) throws -> (id: Int64, sectionID: Int64) {
        switch item {
        case .key(let key):
            if let found = try DatasetRecord.item(withKey: key, in: datasetID, connection) { return found }
        case .id(let id):
            if let place = try DatasetRecord.place(ofItem: id, in: datasetID, connection) {
                return (id, place.sectionID)
            }
        case .indexPath(let path):
            let sectionID = try sectionID(at: path.section)
            if let id = try itemOrder(sectionID).id(at: path.item) { return (id, sectionID) }
        }
        throw LayoutError(.notFound, "the data set “\(dataset)” has no \(Self.text(item))")
    }

    /// The ids of several items, as they are before anything changes: neighbours are found together.
    ///
    /// - Throws: ``LayoutError`` `notFound`.
    func ids(of items: [ItemReference]) throws -> [Int64] {
        var ids: [Int64] = []
        ids.reserveCapacity(items.count)
        while ids.count < items.count {
            let first = items[ids.count]
            guard case .indexPath(let path) = first else {
                ids.append(try find(first).id)
                continue
            }
            let neighbours = items[ids.count...].enumerated().prefix { offset, item in
                item == .indexPath(ItemIndexPath(section: path.section, item: path.item &+ offset))
            }
            let found = try itemOrder(try sectionID(at: path.section)).ids(at: path.item, count: neighbours.count)
            // Which throws.
            if found.isEmpty { _ = try find(first) }
            ids += found
        }
        return ids
    }

    static func text(_ item: ItemReference) -> String {
        let text = item.description
        return text.hasPrefix("the ") ? String(text.dropFirst(4)) : text
    }

    func sectionID(at index: Int) throws -> Int64 {
        guard let id = try sectionOrder.id(at: index) else {
            throw LayoutError(.notFound, "the data set “\(dataset)” has no section \(index)")
        }
        return id
    }

    var sectionOrder: OrderedRows {
        OrderedRows(connection: connection, kind: .sections(datasetID: datasetID), cache: cache)
    }

    func itemOrder(_ sectionID: Int64) -> OrderedRows {
        OrderedRows(connection: connection, kind: .items(sectionID: sectionID), cache: cache)
    }

    /// - Throws: ``LayoutError`` `exists` for a key that an item has.
    func checkKey(_ key: String?) throws {
        guard let key, !key.isEmpty, try DatasetRecord.item(withKey: key, in: datasetID, connection) != nil else {
            return
        }
        throw duplicate(key)
    }

    func duplicate(_ key: String) -> LayoutError {
        LayoutError(.exists, "the data set “\(dataset)” has an item with the key “\(key)” already")
    }

    /// The row that an item becomes.
    ///
    /// - Parameter text: Grows by its key and payload.
    /// - Throws: ``LayoutError`` `invalidArgument`.
    static func values(
        of item: SourceItem, by mapper: inout SourceItemMapper, in text: inout ContiguousArray<UInt8>
    ) throws -> ItemValues {
        do {
            return try mapper.map(item, text: &text)
        } catch {
            throw LayoutError(.invalidArgument, error.message)
        }
    }
}
