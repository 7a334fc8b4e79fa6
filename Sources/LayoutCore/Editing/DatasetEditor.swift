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
    /// The ends of sections, and the numbers of their items, including unwritten ones; nil while that is unknown.
    private var ends: [Int: (end: ItemLoader.SectionEnd, count: Int?)] = [:]
    /// The number of the data set's sections, and the position after them; nil while that is not known.
    private var endOfSections: (sections: Int, position: Double)?

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
        // Many edits in a row are found together, and written together.
        var edits: [(item: ItemReference, edit: Edit)] = []
        for change in changes {
            if let edit = change.edit {
                edits.append(edit)
            } else {
                try apply(edits)
                edits = []
                try apply(change)
            }
        }
        try apply(edits)
        try writeAppended()
    }

    private mutating func apply(_ edits: [(item: ItemReference, edit: Edit)]) throws {
        guard !edits.isEmpty else { return }
        // A value that cannot be stored is reported before an item that is not there.
        try check(edits.map(\.edit))
        try writeAppended()
        try write(zip(ids(of: edits.map(\.item)), edits).map { ($0, $1.edit) })
    }

    /// Gives items other values; of several for one item the last one counts.
    ///
    /// One statement writes all that change the same columns. Since triggers run, SQLite keeps what it takes to undo
    /// each statement, which costs more than a row does.
    func write(_ edits: [(id: Int64, edit: Edit)]) throws {
        var groups: [(columns: Set<String>, values: [Int64: SourceItem])] = []
        for (id, edit) in edits where !edit.columns.isEmpty {
            // Earlier values of an item in some of these columns alone, or in others as well, are written before.
            if let last = groups.lastIndex(where: {
                $0.columns == edit.columns || $0.values[id] != nil && !$0.columns.isDisjoint(with: edit.columns)
            }), groups[last].columns == edit.columns {
                groups[last].values[id] = edit.values
            } else {
                groups.append((edit.columns, [id: edit.values]))
            }
        }
        for (columns, values) in groups {
            var batch = ItemLoader.Batch()
            // The batch's sections are the items themselves.
            for (id, item) in values.sorted(by: { $0.key < $1.key }) {
                try batch.append(item, section: id, position: 0)
            }
            let edited = ForgottenColumns(names: columns)
            if let measure, columns.isSubset(of: ["width", "height"]) {
                try batch.run(edited.editOfBatch(isInMeasure: true), on: connection, measure)
            } else {
                try batch.run(edited.editOfBatch(isInMeasure: false), on: connection)
            }
        }
    }

    /// - Throws: ``LayoutError`` `invalidArgument` for a value that no item can have.
    func check(_ edits: [Edit]) throws(LayoutError) {
        var batch = ItemLoader.Batch()
        for edit in edits { try batch.append(edit.values, section: 0, position: 0) }
    }

    private mutating func apply(_ change: DatasetChange) throws {
        switch change {
        case .appendItems(let items, let section): return try items.forEach { try append($0, section: section) }
        case .appendSection(let title): return try appendSection(title)
        case .insertItem(let item, let path): return try insert(item, at: path)
        default: break
        }
        try writeAppended()
        // It may move items and sections.
        ends = [:]
        endOfSections = nil
        switch change {
        case .deleteItem(let item): try connection.run("DELETE FROM item WHERE id = ?1", find(item))
        case .moveItem(let item, let path):
            let id = try find(item)
            let sectionID = try sectionID(at: path.section)
            let position = try itemOrder(sectionID).position(at: path.item, excluding: id)
            try connection.run("UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", id, sectionID, position)
        case .updateKey(let item, let key):
            let id = try find(item)
            let key = key == "" ? nil : key
            if let key, let other = try DatasetRecord.item(withKey: key, in: datasetID, connection), other.id != id {
                throw try duplicate(key)
            }
            try connection.run("UPDATE item SET key = ?2 WHERE id = ?1", id, key)
        case .insertSection(let title, let index):
            _ = try ItemLoader.insertSection(
                title, at: sectionOrder.position(at: index), in: datasetID, on: connection)
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
        default: return
        }
        try connection.checkChanges(1)
    }

    /// - Parameter part: `header` or `footer`.
    private func resize(_ part: String, ofSection section: Int, width: ItemLength?, height: ItemLength?) throws {
        try check([Self.lengths(width, height)])
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

extension DatasetEditor {
    /// New values of an item in some columns.
    typealias Edit = (columns: Set<String>, values: SourceItem)

    /// Other lengths; one that is nil stays as it is.
    fileprivate static func lengths(_ width: ItemLength?, _ height: ItemLength?) -> Edit {
        let columns = [width.map { _ in "width" }, height.map { _ in "height" }].compactMap(\.self)
        return (Set(columns), SourceItem(width: width?.value, height: height?.value))
    }
}

extension DatasetChange {
    /// The change of an item's values, if no item is found by these.
    fileprivate var edit: (item: ItemReference, edit: DatasetEditor.Edit)? {
        switch self {
        case .resizeItem(let item, let width, let height): (item, DatasetEditor.lengths(width, height))
        case .place(let item, let x, let y): (item, (["x", "y"], SourceItem(x: x, y: y)))
        case .updatePayload(let item, let payload): (item, (["payload"], SourceItem(payload: payload)))
        case .updateSpans(let item, let span, let rowSpan):
            (item, (["span", "row_span"], SourceItem(span: span, rowSpan: rowSpan)))
        case .updateLevel(let item, let level): (item, (["level"], SourceItem(level: level)))
        case .updateSticky(let item, let level, let edge):
            (item, (["sticky_level", "sticky_edge"], SourceItem(stickyLevel: level, stickyEdge: edge)))
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
        if try end(ofSection: section).count == index { return try append(item, section: section) }
        // Counting a huge section would cost more than to insert; so the end is looked for in what is written.
        try writeAppended()
        let place = try end(ofSection: section)
        let order = itemOrder(place.end.id)
        let gap = try order.gap(at: index)
        guard let after = gap.after else {
            ends[section]?.count = index
            return try append(item, section: section)
        }
        let position = try order.position(in: gap)
        try appended.append(item, section: place.end.id, position: position)
        try writeAppended()
        // Mostly before the end, which stays in place. Rows that made room may have moved the last one with them.
        ends[section] = position < after ? (place.end, place.count.map { $0 + 1 }) : nil
    }

    /// Makes a section after all existing ones, which are not changed, with the items collected for it.
    mutating func appendSection(_ title: String?) throws {
        let end =
            try endOfSections ?? (
                connection.first("SELECT count(*) FROM section WHERE dataset_id = ?1", datasetID, as: Int.self) ?? 0,
                sectionOrder.end()
            )
        // One without a position is given one by a trigger, which costs more than to insert it.
        let id = try ItemLoader.insertSection(title, at: end.position, in: datasetID, on: connection)
        ends[end.sections] = (ItemLoader.SectionEnd(id: id, next: 0, isNew: true), 0)
        endOfSections = (end.sections + 1, OrderedRows.position(after: end.position))
    }

    mutating func append(_ item: SourceItem, section: Int) throws {
        var place = try end(ofSection: section)
        try appended.append(item, section: place.end.id, position: place.end.append())
        place.count = place.count.map { $0 + 1 }
        ends[section] = place
        if appended.count >= Self.batchLimit { try writeAppended() }
    }

    private mutating func end(ofSection section: Int) throws -> (end: ItemLoader.SectionEnd, count: Int?) {
        if let place = ends[section] { return place }
        // A section that is appended to has been written.
        let id = try sectionID(at: section)
        let place = (end: ItemLoader.SectionEnd(id: id, next: try itemOrder(id).end()), count: nil as Int?)
        ends[section] = place
        return place
    }

    mutating func writeAppended() throws {
        guard appended.count > 0 else { return }
        let last = try connection.first("SELECT max(id) FROM item", as: Int64?.self).flatMap(\.self)
        try limits.write(appended.count, of: 0, in: [], ofDataset: datasetID, on: connection) { isBulk in
            guard isBulk else { return try appended.insert(on: connection) }
            var indexes = UserSchema.ItemIndexes()
            if last == nil { try indexes.drop(on: connection) }
            try indexes.willInsert(appended.sections, on: connection)
            try appended.insert(on: connection)
            try indexes.restore(on: connection)
            // A new section is not in the outline yet: all of it will be counted.
            for (end, _) in ends.values where !end.isNew {
                guard let first = end.first else { continue }
                try Outline.forget(section: end.id, from: first, in: connection)
            }
        }
        for section in ends.keys { ends[section]?.end.first = nil }
        // If they are the first of all, the index alone shows that no key is there twice.
        let repeats = "SELECT 1 FROM item WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1 LIMIT 1"
        if try last != nil || connection.has(repeats),
            let repeated = try ItemLoader.repeatedKey(
                from: last.map { $0 < .max ? $0 + 1 : .min } ?? .min, in: datasetID, on: connection)
        {
            throw try duplicate(repeated.key)
        }
    }

    /// - Throws: ``LayoutError`` `notFound`.
    func find(_ item: ItemReference) throws -> Int64 {
        let found: Int64? =
            switch item {
            case .key(let key): try DatasetRecord.item(withKey: key, in: datasetID, connection)?.id
            case .id(let id): try DatasetRecord.place(ofItem: id, in: datasetID, connection).map { _ in id }
            case .indexPath(let path): try itemOrder(sectionID(at: path.section)).id(at: path.item)
            }
        guard let found else { throw LayoutError(.notFound, "the data set “\(try dataset)” has no \(Self.text(item))") }
        return found
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
                ids[number] = try find(item)
            }
        }
        for (section, unordered) in indices.sorted(by: { $0.key < $1.key }) {
            let wanted = unordered.sorted { $0.index < $1.index }
            let found = try itemOrder(sectionID(at: section)).ids(at: wanted.map(\.index))
            for (item, id) in zip(wanted, found) { ids[item.number] = id }
            if found.count < wanted.count { _ = try find(items[wanted[found.count].number]) }
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

    func duplicate(_ key: String) throws -> LayoutError {
        LayoutError(.exists, "the data set “\(try dataset)” has an item with the key “\(key)” already")
    }

    /// An item that was found, and what is to become of its lengths.
    struct Resize: Sendable {
        var itemID: Int64
        /// Nil leaves it unchanged.
        var width: Double?
        /// Nil leaves it unchanged.
        var height: Double?
        /// Who gave the lengths: stored ones win over a cell's.
        var source = ItemSize.Source.user

        var edit: Edit { DatasetEditor.lengths(width.map(ItemLength.points), height.map(ItemLength.points)) }
    }
}
