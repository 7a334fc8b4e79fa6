internal import LayoutSQLite

/// Changes the rows of one data set, inside a transaction; the triggers note what becomes stale.
struct DataSetEditor {
    let connection: Connection
    let dataset: String
    let datasetID: Int64

    /// Lengths beyond this are taken for mistakes, as in the tables' constraints.
    private static let lengthRange = 0.0...1e9
    private static let coordinateRange = -1e9...1e9

    /// Whose sizes `resizeItem` changes; nil for the items' own.
    var measure: String?

    init(_ connection: Connection, dataset: String) throws {
        self.connection = connection
        self.dataset = dataset
        datasetID = try DatasetRecord.id(of: dataset, in: connection)
    }

    /// Changes sizes in the measure of a layout, and the items of its data set.
    init(_ connection: Connection, layout name: String) throws {
        let layout = try LayoutRecord.find(name, in: connection)
        self.connection = connection
        dataset = try connection.first("SELECT name FROM dataset WHERE id = ?1", layout.datasetID, as: String.self) ?? name
        datasetID = layout.datasetID
        measure = layout.measure
    }

    func apply(_ change: DataSetChange) throws {
        switch change {
        case .insertItem(let item, let section, let index): try insert(item, section: section, at: index)
        case .deleteItem(let item): try connection.run("DELETE FROM item WHERE id = ?1", find(item).id)
        case .moveItem(let item, let section, let index): try move(item, toSection: section, at: index)
        case .resizeItem(let item, let width, let height): try resize(item, width: width, height: height)
        case .insertSection(let title, let index):
            let position = try sectionOrder.position(at: index, excluding: nil)
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", datasetID, position, title
            )
        case .deleteSection(let index): try connection.run("DELETE FROM section WHERE id = ?1", sectionID(at: index))
        case .moveSection(let index, let destination):
            let id = try sectionID(at: index)
            let position = try sectionOrder.position(at: destination, excluding: id)
            try connection.run("UPDATE section SET position = ?2 WHERE id = ?1", id, position)
        }
    }

    private func insert(_ item: ItemDescription, section: Int, at index: Int) throws {
        for (name, length) in [("width", item.width), ("height", item.height)] { try check(length, name) }
        if let key = item.key, try itemID(key: key) != nil {
            throw LayoutStoreError(.exists, "the data set “\(dataset)” has an item with the key “\(key)” already")
        }
        for (name, coordinate) in [("x", item.x), ("y", item.y)] { try check(coordinate, name, in: Self.coordinateRange) }
        if let payload = item.payload, try !isObject(payload) {
            throw LayoutStoreError(.invalidArgument, "the payload is not a JSON object: \(payload)")
        }
        let sectionID = try sectionID(at: section)
        let position = try itemOrder(sectionID).position(at: index, excluding: nil)
        try connection.run(
            """
            INSERT INTO item (section_id, position, key, width, height, x, y, payload)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            sectionID, position, item.key, item.width, item.height, item.x, item.y, item.payload
        )
    }

    private func move(_ item: ItemReference, toSection section: Int, at index: Int) throws {
        let found = try find(item)
        let sectionID = try sectionID(at: section)
        let position = try itemOrder(sectionID).position(at: index, excluding: found.id)
        try connection.run("UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", found.id, sectionID, position)
    }

    private func resize(_ item: ItemReference, width: ItemLength?, height: ItemLength?) throws {
        try check(width?.value, "width")
        try check(height?.value, "height")
        let id = try find(item).id
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height) VALUES (?1, ?2, ?4, ?6)
                ON CONFLICT (item_id, measure) DO UPDATE SET
                  width = CASE WHEN ?3 THEN excluded.width ELSE width END,
                  height = CASE WHEN ?5 THEN excluded.height ELSE height END
                """,
                measure, id, width != nil, width?.value, height != nil, height?.value
            )
            return
        }
        // A size that is what it was marks nothing.
        try connection.run(
            """
            UPDATE item SET width = CASE WHEN ?2 THEN ?3 ELSE width END, height = CASE WHEN ?4 THEN ?5 ELSE height END
            WHERE id = ?1
            """,
            id, width != nil, width?.value, height != nil, height?.value
        )
    }

    func check(_ number: Double?, _ name: String, in range: ClosedRange<Double> = lengthRange) throws {
        guard let number, !range.contains(number) else { return }
        let least = range.lowerBound < 0 ? "-1e9" : "0"
        throw LayoutStoreError(.invalidArgument, "the \(name) \(number) is not between \(least) and 1e9 points")
    }

    private func isObject(_ payload: String) throws -> Bool {
        try connection.first(
            "SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'object' ELSE 0 END", payload, as: Bool.self
        ) == true
    }

    // MARK: Finding

    /// - Throws: ``LayoutStoreError`` `notFound`.
    func find(_ item: ItemReference) throws -> (id: Int64, sectionID: Int64) {
        switch item {
        case .id(let id):
            if let sectionID = try DatasetRecord.section(ofItem: id, in: datasetID, connection) { return (id, sectionID) }
        case .key(let key):
            if let found = try itemID(key: key) { return found }
        case .index(let section, let index):
            let sectionID = try sectionID(at: section)
            if let id = try itemOrder(sectionID).id(at: index) { return (id, sectionID) }
        }
        throw LayoutStoreError(.notFound, "the data set “\(dataset)” has no \(Self.text(item))")
    }

    /// The ids of several items, as they are before anything changes: neighbours are found one from the other.
    ///
    /// - Throws: ``LayoutStoreError`` `notFound`.
    func ids(of items: [ItemReference]) throws -> [Int64] {
        var last: (section: Int, item: Int, position: Double, order: OrderedRows)?
        return try items.map { item in
            guard case .index(let section, let index) = item else { return try find(item).id }
            if let known = last, known.section == section, known.item + 1 == index,
                let row = try known.order.next(after: known.position, excluding: nil)
            {
                last = (section, index, row.position, known.order)
                return row.id
            }
            let order = itemOrder(try sectionID(at: section))
            guard let row = try order.row(at: index, excluding: nil) else { return try find(item).id }
            last = (section, index, row.position, order)
            return row.id
        }
    }

    private static func text(_ item: ItemReference) -> String {
        let text = item.description
        return text.hasPrefix("the ") ? String(text.dropFirst(4)) : text
    }

    private func itemID(key: String) throws -> (id: Int64, sectionID: Int64)? {
        try DatasetRecord.item(withKey: key, in: datasetID, connection)
    }

    private func sectionID(at index: Int) throws -> Int64 {
        guard let id = try sectionOrder.id(at: index) else {
            throw LayoutStoreError(.notFound, "the data set “\(dataset)” has no section \(index)")
        }
        return id
    }

    private var sectionOrder: OrderedRows {
        OrderedRows(connection: connection, kind: .sections(datasetID: datasetID))
    }

    private func itemOrder(_ sectionID: Int64) -> OrderedRows {
        OrderedRows(connection: connection, kind: .items(sectionID: sectionID))
    }
}
