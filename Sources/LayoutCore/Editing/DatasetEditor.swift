internal import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Changes the rows of one data set, inside a transaction; the triggers note what becomes stale.
struct DatasetEditor {
    let connection: Connection
    let dataset: String
    let datasetID: Int64
    /// How many items the parts of the outline should hold.
    let limits: BandLimits
    /// The readers' knowledge of sum trees, in a transaction that has not prepared anything.
    let cache: SumCache?
    /// Whose sizes `resizeItem` changes; nil for the items' own.
    var measure: String?
    /// Items for the end of a section that are not written yet.
    var appended: AppendedItems

    /// Lengths beyond this are taken for mistakes, as in the tables' constraints.
    static let lengthRange = 0.0...NumberRange.limit

    init(_ connection: Connection, dataset: String, limits: BandLimits, cache: SumCache? = nil) throws {
        self.init(
            connection, dataset: dataset, datasetID: try DatasetRecord.id(of: dataset, in: connection), limits: limits,
            cache: cache)
    }

    /// Changes sizes in the measure of a layout, and the items of its data set.
    init(
        _ connection: Connection, layout name: String, limits: BandLimits = BandLimits(), cache: SumCache? = nil
    ) throws {
        let layout = try LayoutRecord.find(name, in: connection)
        self.init(
            connection,
            dataset: try connection.first("SELECT name FROM dataset WHERE id = ?1", layout.datasetID, as: String.self)
                ?? name,
            datasetID: layout.datasetID, limits: limits, cache: cache)
        measure = layout.measure
    }

    private init(
        _ connection: Connection, dataset: String, datasetID: Int64, limits: BandLimits, cache: SumCache?
    ) {
        self.cache = cache
        self.connection = connection
        self.dataset = dataset
        self.datasetID = datasetID
        self.limits = limits
        appended = AppendedItems()
    }

    /// Applies changes in order.
    mutating func apply(_ changes: [DatasetChange]) throws {
        if let followed = try FollowerRecord.of(datasetID, in: connection) {
            for change in changes where measure == nil || change.resizedItem == nil { try followed.check(change) }
        }
        var rest = changes[...]
        while let change = rest.first {
            // Many of these in a row become one statement.
            let resized = rest.prefix { $0.resizedItem != nil }
            if resized.isEmpty {
                try apply(change)
            } else {
                try writeAppended()
                try resize(resized.compactMap(\.resizedItem))
            }
            rest = rest.dropFirst(max(1, resized.count))
        }
        try writeAppended()
    }

    private mutating func apply(_ change: DatasetChange) throws {
        switch change {
        // So do the items of these.
        case .appendItems(let items, let section):
            for item in items { try append(item, section: section) }
            return
        case .appendSection(let title): return try appendSection(title)
        case .insertItem(let item, let path): return try insert(item, at: path)
        default: break
        }
        try writeAppended()
        try applyAlone(change)
        if change.movesItems { appended.forgetPlaces() }
    }

    /// Applies a change that needs no collecting: any except changes that add items or resize them, or append a
    /// section.
    private func applyAlone(_ change: DatasetChange) throws {
        switch change {
        case .insertItem, .appendItems, .appendSection, .resizeItem: break
        case .deleteItem(let item): try connection.run("DELETE FROM item WHERE id = ?1", find(item).id)
        case .moveItem(let item, let path): try move(item, to: path)
        case .place(let item, let x, let y):
            try check(SourceItem(x: x, y: y))
            try connection.run("UPDATE item SET x = ?2, y = ?3 WHERE id = ?1", find(item).id, x, y)
        case .updateKey(let item, let key): try updateKey(of: item, to: key)
        case .updatePayload(let item, let payload): try updatePayload(of: item, to: payload)
        case .updateSpans(let item, let span, let rowSpan):
            try check(SourceItem(span: span, rowSpan: rowSpan))
            try connection.run(
                "UPDATE item SET span = ?2, row_span = ?3 WHERE id = ?1", find(item).id, span, rowSpan)
        case .updateLevel(let item, let level):
            try check(SourceItem(level: level))
            try connection.run("UPDATE item SET level = ?2 WHERE id = ?1", find(item).id, level)
        case .updateSticky(let item, let level, let edge):
            try check(SourceItem(stickyLevel: level, stickyEdge: edge))
            try connection.run(
                "UPDATE item SET sticky_level = ?2, sticky_edge = ?3 WHERE id = ?1", find(item).id, level,
                edge?.rawValue)
        case .insertSection(let title, let index):
            try insertSection(title, at: try sectionOrder.position(at: index, excluding: nil))
        case .deleteSection(let index): try connection.run("DELETE FROM section WHERE id = ?1", sectionID(at: index))
        case .moveSection(let index, let destination):
            let id = try sectionID(at: index)
            let position = try sectionOrder.position(at: destination, excluding: id)
            try connection.run("UPDATE section SET position = ?2 WHERE id = ?1", id, position)
        case .updateTitle(let section, let title):
            try connection.run("UPDATE section SET title = ?2 WHERE id = ?1", sectionID(at: section), title)
        case .updateDefinition(let section, let definition):
            try connection.run("UPDATE section SET definition = ?2 WHERE id = ?1", sectionID(at: section), definition)
        case .resizeHeader(let section, let width, let height):
            try resize("header", ofSection: section, width: width, height: height)
        case .resizeFooter(let section, let width, let height):
            try resize("footer", ofSection: section, width: width, height: height)
        }
    }

    /// Inserts an item alone.
    func insert(_ item: SourceItem, sectionID: Int64, position: Double) throws {
        try checkKey(item.key)
        var batch = ItemBatch()
        var mapper = SourceItemMapper()
        batch.append(try Self.values(of: item, by: &mapper, in: &batch.text), section: sectionID, position: position)
        try batch.insert(firstID: nil, on: connection)
    }

    /// - Parameter position: Its position.
    func insertSection(_ title: String?, at position: Double) throws {
        try connection.run(
            "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", datasetID, position, title)
    }

    private func move(_ item: ItemReference, to path: ItemIndexPath) throws {
        let found = try find(item)
        let sectionID = try sectionID(at: path.section)
        let position = try itemOrder(sectionID).position(at: path.item, excluding: found.id)
        try connection.run(
            "UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", found.id, sectionID, position)
    }

    private func updateKey(of item: ItemReference, to key: String?) throws {
        let id = try find(item).id
        let key = key == "" ? nil : key
        if let key, let other = try DatasetRecord.item(withKey: key, in: datasetID, connection), other.id != id {
            throw duplicate(key)
        }
        try connection.run("UPDATE item SET key = ?2 WHERE id = ?1", id, key)
    }

    private func updatePayload(of item: ItemReference, to payload: String?) throws {
        try check(SourceItem(payload: payload))
        try connection.run("UPDATE item SET payload = ?2 WHERE id = ?1", find(item).id, payload)
    }

    /// Refuses values that no item may have.
    private func check(_ item: SourceItem) throws {
        var text: ContiguousArray<UInt8> = []
        var mapper = SourceItemMapper()
        _ = try Self.values(of: item, by: &mapper, in: &text)
    }

    private func resize(_ items: [(item: ItemReference, width: ItemLength?, height: ItemLength?)]) throws {
        let ids = try ids(of: items.map(\.item))
        try resize(zip(ids, items).map { ResizedItem(itemID: $0, width: $1.width, height: $1.height) })
    }

    /// - Parameter part: `header` or `footer`.
    private func resize(_ part: String, ofSection section: Int, width: ItemLength?, height: ItemLength?) throws {
        try check(width?.value, "width")
        try check(height?.value, "height")
        try connection.run(
            """
            UPDATE section SET \(part)_width = CASE WHEN ?2 THEN ?3 ELSE \(part)_width END,
              \(part)_height = CASE WHEN ?4 THEN ?5 ELSE \(part)_height END
            WHERE id = ?1
            """,
            sectionID(at: section), width != nil, width?.value, height != nil, height?.value
        )
    }
}

extension DatasetChange {
    /// The change of an item's lengths, if nothing else changes.
    fileprivate var resizedItem: (item: ItemReference, width: ItemLength?, height: ItemLength?)? {
        guard case .resizeItem(let item, let width, let height) = self else { return nil }
        return (item, width, height)
    }

    /// Whether items or sections may have other indices afterwards.
    fileprivate var movesItems: Bool {
        switch self {
        case .resizeItem, .place, .updateKey, .updatePayload, .updateSpans, .updateLevel, .updateSticky, .updateTitle,
            .updateDefinition, .resizeHeader, .resizeFooter:
            false
        default: true
        }
    }
}
