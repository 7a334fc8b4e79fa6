internal import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Changes the rows of one data set, inside a transaction; the triggers note what becomes stale.
struct DatasetEditor {
    let connection: Connection
    let datasetID: Int64
    /// How many items the parts of the outline should hold.
    let limits: BandLimits
    /// The readers' knowledge of sum trees, in a transaction that has not prepared anything.
    let cache: SumCache?
    /// Whose sizes `resizeItem` changes; nil for the items' own.
    var measure: String?
    /// Items for the ends of sections, collected so that many of them become one statement.
    private var appended = ItemLoader.Batch()
    private var ends: [Int: SectionEnd] = [:]
    /// Keys of collected items, which no query can see yet.
    private var keys: Set<String> = []
    /// The keys in their original order, for a search in the table.
    private var keysInOrder: [String] = []
    /// The number of the data set's sections, and the position after them; nil while that is not known.
    private var endOfSections: (sections: Int, position: Double)?

    /// The end of a section that items are put at.
    private struct SectionEnd {
        var sectionID: Int64
        var nextPosition: Double
        var wasEmpty: Bool
        /// The number of its items, including unwritten ones; nil while that is unknown.
        var count: Int?
        /// The position of the first item that is not written yet; nil if there is none.
        var firstUnwritten: Double?
    }

    init(_ connection: Connection, dataset: String, limits: BandLimits, cache: SumCache? = nil) throws {
        (self.connection, self.limits, self.cache) = (connection, limits, cache)
        datasetID = try DatasetRecord.id(of: dataset, in: connection)
    }

    /// Changes sizes in the measure of a layout, and the items of its data set.
    init(
        _ connection: Connection, layout name: String, limits: BandLimits = BandLimits(), cache: SumCache? = nil
    ) throws {
        let layout = try LayoutRecord.find(name, in: connection)
        (self.connection, self.limits, self.cache) = (connection, limits, cache)
        (datasetID, measure) = (layout.datasetID, layout.measure)
    }

    /// The name of the data set, for messages.
    private var dataset: String {
        get throws { try connection.first("SELECT name FROM dataset WHERE id = ?1", datasetID, as: String.self) ?? "" }
    }

    mutating func apply(_ changes: [DatasetChange]) throws {
        if let followed = try FollowerRecord.of(datasetID, in: connection) {
            for change in changes {
                if case .resizeItem = change, measure != nil { continue }
                try followed.check(change)
            }
        }
        var rest = changes[...]
        while let change = rest.first {
            // Many of these in a row are found together, and written together.
            let edits = rest.prefix { $0.editedItem != nil }
            if edits.isEmpty { try apply(change) } else { try apply(edits: edits) }
            rest = rest.dropFirst(max(1, edits.count))
        }
        try writeAppended()
    }

    /// Gives items other sizes and places; of several for one item the last one counts.
    private mutating func apply(edits: ArraySlice<DatasetChange>) throws {
        try writeAppended()
        var sizes: [Resize] = []
        var places: [Int64: SourceItem] = [:]
        for (id, change) in zip(try ids(of: edits.compactMap(\.editedItem)), edits) {
            switch change {
            case .resizeItem(_, let width, let height):
                sizes.append(Resize(itemID: id, width: width, height: height))
            case .place(_, let x, let y): places[id] = SourceItem(x: x, y: y)
            default: break
            }
        }
        if !sizes.isEmpty { try resize(sizes) }
        if !places.isEmpty { try update(places, ["x", "y"]) }
    }

    /// Gives items the values of others in some columns.
    private func update(_ items: [Int64: SourceItem], _ columns: Set<String>) throws {
        var batch = ItemLoader.Batch()
        // The batch's sections are the items themselves.
        for (id, item) in items.sorted(by: { $0.key < $1.key }) { try batch.append(item, section: id, position: 0) }
        try batch.update(ForgottenColumns(names: columns), keepsOthers: true, on: connection)
    }

    private mutating func apply(_ change: DatasetChange) throws {
        switch change {
        case .appendItems, .appendSection, .insertItem: break
        default:
            try writeAppended()
            // It may move items and sections.
            ends = [:]
            endOfSections = nil
        }
        switch change {
        // These are applied together.
        case .resizeItem, .place: break
        case .appendItems(let items, let section): for item in items { try append(item, section: section) }
        case .appendSection(let title): try appendSection(title)
        case .insertItem(let item, let path): try insert(item, at: path)
        case .deleteItem(let item): try connection.run("DELETE FROM item WHERE id = ?1", find(item).id)
        case .moveItem(let item, let path):
            let id = try find(item).id
            let sectionID = try sectionID(at: path.section)
            let position = try itemOrder(sectionID).position(at: path.item, excluding: id)
            try connection.run("UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", id, sectionID, position)
        case .updateKey(let item, let key): try updateKey(of: item, to: key)
        case .updatePayload(let item, let payload):
            try update([find(item).id: SourceItem(payload: payload)], ["payload"])
        case .updateSpans(let item, let span, let rowSpan):
            try update([find(item).id: SourceItem(span: span, rowSpan: rowSpan)], ["span", "row_span"])
        case .updateLevel(let item, let level): try update([find(item).id: SourceItem(level: level)], ["level"])
        case .updateSticky(let item, let level, let edge):
            let item = try find(item).id
            try update([item: SourceItem(stickyLevel: level, stickyEdge: edge)], ["sticky_level", "sticky_edge"])
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

    func insertSection(_ title: String?, at position: Double) throws {
        try connection.run(
            "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", datasetID, position, title)
    }

    private func updateKey(of item: ItemReference, to key: String?) throws {
        let id = try find(item).id
        let key = key == "" ? nil : key
        if let key, let other = try DatasetRecord.item(withKey: key, in: datasetID, connection), other.id != id {
            throw try duplicate(key)
        }
        try connection.run("UPDATE item SET key = ?2 WHERE id = ?1", id, key)
    }

    /// - Parameter part: `header` or `footer`.
    private func resize(_ part: String, ofSection section: Int, width: ItemLength?, height: ItemLength?) throws {
        try check(width, height)
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
    /// The item of a change of its size or place alone.
    fileprivate var editedItem: ItemReference? {
        switch self {
        case .resizeItem(let item, _, _), .place(let item, _, _): item
        default: nil
        }
    }
}

extension DatasetEditor {
    /// The maximum number of collected items: their indexes are built at once if they are the first of all. An
    /// arbitrary number: each item costs about a hundred bytes, and half as many are written twice as often.
    private static let batchLimit = 1 << 18

    /// Inserts an item, or collects it where its place is the end of its section.
    mutating func insert(_ item: SourceItem, at path: ItemIndexPath) throws {
        let (section, index) = (path.section, path.item)
        let place = try end(ofSection: section)
        if place.count == index { return try append(item, section: section) }
        // Counting a huge section would cost more than to insert; so the end is looked for in what is written.
        try writeAppended()
        let order = itemOrder(place.sectionID)
        let gap = try order.gap(at: index, excluding: nil)
        if gap.before != nil, gap.after == nil {
            ends[section]?.count = index
            return try append(item, section: section)
        }
        let position = try order.position(in: gap)
        try checkKey(item.key)
        try appended.append(item, section: place.sectionID, position: position)
        try appended.insert(firstID: nil, on: connection)
        if let after = gap.after, position >= after.position {
            // Rows moved to make room, the last one perhaps with them.
            ends[section] = nil
        } else if let count = place.count {
            // Before the end, which stays in place.
            ends[section]?.count = count + 1
        }
    }

    /// Makes a section after all existing ones, which are not changed, with the items collected for it.
    mutating func appendSection(_ title: String?) throws {
        let end =
            try endOfSections ?? connection.firstRow(
                "SELECT count(*), max(position) FROM section WHERE dataset_id = ?1", datasetID
            ) { ($0.int(0), $0.isNull(1) ? 0 : ItemLoader.position(after: $0.double(1))) } ?? (0, 0)
        // One without a position is given one by a trigger, which costs more than to insert it.
        try insertSection(title, at: end.position)
        ends[end.sections] = SectionEnd(
            sectionID: connection.lastInsertRowID, nextPosition: 0, wasEmpty: true, count: 0)
        endOfSections = (end.sections + 1, ItemLoader.position(after: end.position))
    }

    mutating func append(_ item: SourceItem, section: Int) throws {
        if let key = item.key, !key.isEmpty {
            guard keys.insert(key).inserted else { throw try duplicate(key) }
            keysInOrder.append(key)
        }
        var place = try end(ofSection: section)
        try appended.append(item, section: place.sectionID, position: place.nextPosition)
        place.firstUnwritten = place.firstUnwritten ?? place.nextPosition
        place.nextPosition = ItemLoader.position(after: place.nextPosition)
        if let count = place.count { place.count = count + 1 }
        ends[section] = place
        if appended.count >= Self.batchLimit { try writeAppended() }
    }

    private mutating func end(ofSection section: Int) throws -> SectionEnd {
        if let place = ends[section] { return place }
        // A section that is appended to has been written.
        let id = try sectionID(at: section)
        let last = try connection.first("SELECT max(position) FROM item WHERE section_id = ?1", id, as: Double?.self)
        let position = last.flatMap(\.self)
        let place = SectionEnd(
            sectionID: id, nextPosition: position.map { ItemLoader.position(after: $0) } ?? 0,
            wasEmpty: position == nil, count: position == nil ? 0 : nil)
        ends[section] = place
        return place
    }

    mutating func writeAppended() throws {
        guard appended.count > 0 else { return }
        let isBulk = limits.isBulk(appended.count, of: 0)
        let isFirst = try isBulk && !connection.has("SELECT 1 FROM item LIMIT 1")
        if !isFirst { for key in keysInOrder { try checkKey(key) } }
        if !isBulk {
            try appended.insert(firstID: nil, on: connection)
        } else {
            try DerivedSchema.suspendTriggers(on: connection)
            for place in ends.values where !place.wasEmpty {
                guard let first = place.firstUnwritten else { continue }
                try Outline.forget(section: place.sectionID, from: first, in: connection)
            }
            var indexes = UserSchema.ItemIndexes()
            if isFirst { try indexes.drop(on: connection) }
            try indexes.willInsert(appended.sections, on: connection)
            try appended.insert(firstID: nil, on: connection)
            try indexes.restore(on: connection)
            // The runs and bands of such a section may be of items that went a moment ago.
            for place in ends.values where place.wasEmpty {
                try Outline.forget(section: place.sectionID, in: connection)
            }
            try DatasetRecord.noteChange(of: datasetID, in: connection)
            try DerivedSchema.resumeTriggers(on: connection, afterLoading: datasetID)
        }
        for (section, place) in ends where place.firstUnwritten != nil {
            ends[section]?.wasEmpty = false
            ends[section]?.firstUnwritten = nil
        }
        keys.removeAll(keepingCapacity: true)
        keysInOrder.removeAll(keepingCapacity: true)
    }

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
        throw LayoutError(.notFound, "the data set “\(try dataset)” has no \(Self.text(item))")
    }

    /// The ids of several items, as they are before anything changes: those at index paths are found together.
    ///
    /// - Throws: ``LayoutError`` `notFound`.
    func ids(of items: [ItemReference]) throws -> [Int64] {
        var ids = [Int64](repeating: 0, count: items.count)
        var indices: [Int: [(index: Int, number: Int)]] = [:]
        for (number, item) in items.enumerated() {
            if case .indexPath(let path) = item {
                indices[path.section, default: []].append((path.item, number))
            } else {
                ids[number] = try find(item).id
            }
        }
        for (section, unordered) in indices.sorted(by: { $0.key < $1.key }) {
            let wanted = unordered.sorted { $0.index < $1.index }
            let found = try itemOrder(sectionID(at: section)).ids(at: wanted.map(\.index))
            for (item, id) in zip(wanted, found) { ids[item.number] = id }
            for item in wanted[found.count...] { ids[item.number] = try find(items[item.number]).id }
        }
        return ids
    }

    static func text(_ item: ItemReference) -> String {
        let text = item.description
        return text.hasPrefix("the ") ? String(text.dropFirst(4)) : text
    }

    func sectionID(at index: Int) throws -> Int64 {
        guard let id = try sectionOrder.id(at: index) else {
            throw LayoutError(.notFound, "the data set “\(try dataset)” has no section \(index)")
        }
        return id
    }

    var sectionOrder: OrderedRows { OrderedRows(sectionsOfDataset: datasetID, cache: cache, in: connection) }

    func itemOrder(_ sectionID: Int64) -> OrderedRows { OrderedRows(itemsOfSection: sectionID, in: connection) }

    /// - Throws: ``LayoutError`` `exists` for a key that an item has.
    func checkKey(_ key: String?) throws {
        guard let key, !key.isEmpty, try DatasetRecord.item(withKey: key, in: datasetID, connection) != nil else {
            return
        }
        throw try duplicate(key)
    }

    func duplicate(_ key: String) throws -> LayoutError {
        LayoutError(.exists, "the data set “\(try dataset)” has an item with the key “\(key)” already")
    }

    /// Gives items that were found other lengths; of several for one item the last one counts.
    ///
    /// With one statement: since triggers run, SQLite keeps what it takes to undo each statement, which costs more than
    /// a row does.
    func resize(_ items: [Resize]) throws {
        try checkSource(items)
        var merged: [Int64: Resize] = [:]
        for item in items {
            try check(item.width, item.height)
            var known = merged[item.itemID] ?? item
            known.width = item.width ?? known.width
            known.height = item.height ?? known.height
            merged[item.itemID] = known
        }
        guard !merged.isEmpty else { return }
        let resized = merged.values.sorted { $0.itemID < $1.itemID }
        func columns(_ length: (Resize) -> ItemLength?) -> [ColumnBatch.Column] {
            let lengths = resized.map(length)
            return [
                .integers(ContiguousArray(lengths.map { $0 == nil ? 0 : 1 })),
                .doubles(ContiguousArray(lengths.map { $0?.value ?? .nan })),
            ]
        }
        let ids = ContiguousArray(resized.map(\.itemID))
        let batch = ColumnBatch(
            rowCount: ids.count, columns: [.integers(ids)] + columns { $0.width } + columns { $0.height })
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height)
                SELECT ?2, b.c0, CASE WHEN b.c1 THEN b.c2 ELSE m.width END, CASE WHEN b.c3 THEN b.c4 ELSE m.height END
                FROM column_batch(?1) AS b LEFT JOIN measurement AS m ON m.item_id = b.c0 AND m.measure = ?2 WHERE true
                ON CONFLICT (item_id, measure) DO UPDATE SET width = excluded.width, height = excluded.height
                """,
                batch: batch, measure)
        } else {
            // A size that is what it was marks nothing.
            try connection.run(
                """
                UPDATE item SET width = CASE WHEN b.c1 THEN b.c2 ELSE width END,
                  height = CASE WHEN b.c3 THEN b.c4 ELSE height END
                FROM column_batch(?1) AS b WHERE item.id = b.c0
                """,
                batch: batch)
        }
    }

    /// Whether a source that the data set follows gives lengths that would change.
    private func checkSource(_ items: [Resize]) throws {
        guard measure == nil, let followed = try FollowerRecord.of(datasetID, in: connection) else { return }
        try followed.checkSize(
            hasWidth: items.contains { $0.width != nil }, hasHeight: items.contains { $0.height != nil })
    }

    /// Lengths beyond the limit are taken for mistakes, as in the tables' constraints.
    func check(_ width: ItemLength?, _ height: ItemLength?) throws {
        for (length, name) in [(width, "width"), (height, "height")] {
            guard let number = length?.value, !(0...NumberRange.limit).contains(number) else { continue }
            throw LayoutError(.invalidArgument, "the \(name) \(number) is not between 0 and 1e9 points")
        }
    }

    /// An item that was found, and what is to become of its lengths.
    struct Resize: Sendable {
        var itemID: Int64
        /// Nil leaves it unchanged.
        var width: ItemLength?
        /// Nil leaves it unchanged.
        var height: ItemLength?
        /// Who gave the lengths: stored ones win over a cell's.
        var source = ItemSize.Source.user
    }
}

extension DatasetEditor.Resize {
    init(itemID: Int64, _ size: ItemSize, from source: ItemSize.Source) {
        self.init(
            itemID: itemID, width: size.width.map(ItemLength.points), height: size.height.map(ItemLength.points),
            source: source)
    }
}
