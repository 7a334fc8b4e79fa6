internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Items that changes put at the ends of sections, collected so that many of them become one statement.
struct AppendedItems {
    /// The end of a section that items are put at.
    struct Place {
        var sectionID: Int64
        var nextPosition: Double
        /// Whether it was without items.
        var wasEmpty: Bool
        /// The number of its items, including unwritten ones; nil while that is unknown.
        var count: Int?
    }

    var places: [Int: Place] = [:]
    var batch = ItemBatch()
    /// The places of the batch's items, in the same order.
    var rows: [(section: Int, position: Double)] = []
    /// Keys in the batch, which no query can see yet.
    var keys: Set<String> = []
    /// The same keys in their original order, for a search in the table.
    var keysInOrder: [String] = []
    var mapper = SourceItemMapper()

    /// How many sections the data set has; nil while that is not known.
    var sectionCount: Int?
    /// The position of the next section; nil while that is unknown.
    var nextSectionPosition: Double?

    /// Forgets what is known of the sections, which have changed.
    mutating func forgetPlaces() {
        places.removeAll()
        sectionCount = nil
        nextSectionPosition = nil
    }
}

extension DatasetEditor {
    /// The number of items from which it is quicker to remove the triggers and write the outline. Putting them back
    /// costs as much as some hundred rows. An arbitrary number of runs in the region where both take as long.
    private var bulkCount: Int { 4 * limits.run }
    /// The maximum number of collected items: their indexes are built at once if they are the first of all. An
    /// arbitrary number; each item costs about a hundred bytes, and the changes more.
    private static let batchLimit = 1 << 18

    /// Inserts an item, or collects it where its place is the end of its section.
    mutating func insert(_ item: SourceItem, at path: ItemIndexPath) throws {
        let (section, index) = (path.section, path.item)
        let place = try place(ofSection: section)
        if place.count == index { return try append(item, section: section) }
        // Counting a huge section would cost more than to insert; so the end is looked for in what is written.
        try writeAppended()
        let order = itemOrder(place.sectionID)
        let gap = try order.gap(at: index, excluding: nil)
        if gap.before != nil, gap.after == nil {
            appended.places[section]?.count = index
            return try append(item, section: section)
        }
        let position = try order.position(in: gap)
        try insert(item, sectionID: place.sectionID, position: position)
        if let after = gap.after, position >= after.position {
            // Rows moved to make room, the last one perhaps with them.
            appended.places[section] = nil
        } else if let count = place.count {
            // Before the end, which stays in place.
            appended.places[section]?.count = count + 1
        }
    }

    /// Makes a section after all existing ones, which are not changed, with the items collected for it.
    mutating func appendSection(_ title: String?) throws {
        let index =
            try appended.sectionCount
            ?? connection.first("SELECT count(*) FROM section WHERE dataset_id = ?1", datasetID, as: Int.self) ?? 0
        // One without a position is given one by a trigger, which costs more than to insert it.
        let position = try appended.nextSectionPosition ?? endOfSections
        try insertSection(title, at: position)
        appended.nextSectionPosition = ItemLoader.position(after: position)
        appended.places[index] = AppendedItems.Place(
            sectionID: connection.lastInsertRowID, nextPosition: 0, wasEmpty: true, count: 0)
        appended.sectionCount = index + 1
    }

    /// The position behind all sections.
    private var endOfSections: Double {
        get throws {
            let last = try connection.first(
                "SELECT max(position) FROM section WHERE dataset_id = ?1", datasetID, as: Double?.self)
            return last.flatMap(\.self).map { ItemLoader.position(after: $0) } ?? 0
        }
    }

    mutating func append(_ item: SourceItem, section: Int) throws {
        if let key = item.key, !key.isEmpty {
            guard appended.keys.insert(key).inserted else { throw duplicate(key) }
            appended.keysInOrder.append(key)
        }
        var place = try place(ofSection: section)
        let values = try Self.values(of: item, by: &appended.mapper, in: &appended.batch.text)
        appended.batch.append(values, section: place.sectionID, position: place.nextPosition)
        appended.rows.append((section, place.nextPosition))
        place.nextPosition = ItemLoader.position(after: place.nextPosition)
        if let count = place.count { place.count = count + 1 }
        appended.places[section] = place
        if appended.rows.count >= Self.batchLimit { try writeAppended() }
    }

    private mutating func place(ofSection section: Int) throws -> AppendedItems.Place {
        if let place = appended.places[section] { return place }
        // A section that is appended to has been written.
        let id = try sectionID(at: section)
        let last = try connection.first("SELECT max(position) FROM item WHERE section_id = ?1", id, as: Double?.self)
        let position = last.flatMap(\.self)
        let place = AppendedItems.Place(
            sectionID: id, nextPosition: position.map { ItemLoader.position(after: $0) } ?? 0,
            wasEmpty: position == nil,
            count: position == nil ? 0 : nil)
        appended.places[section] = place
        return place
    }

    /// Writes what was collected.
    mutating func writeAppended() throws {
        guard !appended.rows.isEmpty else { return }
        let isBulk = appended.rows.count >= bulkCount
        let isFirst = try isBulk && connection.first("SELECT 1 FROM item LIMIT 1", as: Int.self) == nil
        if !isFirst { for key in appended.keysInOrder { try checkKey(key) } }
        if !isBulk {
            try appended.batch.insert(firstID: nil, on: connection)
        } else {
            try DerivedSchema.suspendTriggers(on: connection)
            let outline = OutlineWriter(limits)
            for row in appended.rows {
                guard let place = appended.places[row.section], !place.wasEmpty else { continue }
                try outline.append(
                    section: place.sectionID, isNew: false, position: row.position, level: -1, on: connection)
            }
            var indexes = ItemIndexes()
            if isFirst { try indexes.drop(on: connection) }
            try indexes.willInsert(appended.batch.sections, on: connection)
            try appended.batch.insert(firstID: nil, on: connection)
            try indexes.restore(on: connection)
            try outline.finish(on: connection, marks: true)
            // The runs and bands of such a section may be of items that went a moment ago.
            for place in appended.places.values where place.wasEmpty {
                try Outline.forget(section: place.sectionID, in: connection)
            }
            try DatasetRecord.noteChange(of: datasetID, in: connection)
            try DerivedSchema.resumeTriggers(on: connection, afterLoading: datasetID)
        }
        for row in appended.rows { appended.places[row.section]?.wasEmpty = false }
        appended.rows.removeAll(keepingCapacity: true)
        appended.keys.removeAll(keepingCapacity: true)
        appended.keysInOrder.removeAll(keepingCapacity: true)
    }
}
