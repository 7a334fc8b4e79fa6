internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema

/// The sections and shown items of a snapshot's data set, in order, by their row ids, without items that folds hide.
///
/// They are read in parts, so that a view that asks the same snapshot gets its turn in between.
struct SnapshotItems: Sendable {
    private(set) var sections: [(id: Int64, title: String?)] = []
    private(set) var items: ContiguousArray<Int64> = []
    /// The beginning of each section among the items, and the end of the last one.
    private(set) var starts: ContiguousArray<Int> = [0]

    /// About a millisecond's worth.
    private static let part = 8192

    init(_ snapshot: LayoutSnapshot) throws {
        let hiding: Set<Int64>
        let branches: [Int64: [Range<Double>]]
        (sections, hiding, branches) = try snapshot.read { layout in
            var sections: [(id: Int64, title: String?)] = []
            try layout.connection.forEachRow(
                "SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position", layout.record.datasetID
            ) { sections.append(($0.int64(0), $0.string(1))) }
            let hidden = try layout.hidden()
            return (sections, hidden.sections, hidden.positions)
        }
        items.reserveCapacity(snapshot.numberOfItems)
        starts.reserveCapacity(sections.count + 1)
        // A part may hold many short sections, or a piece of a long one.
        var section = 0
        var position = -Double.infinity
        while section < sections.count {
            try Task.checkCancellation()
            if hiding.contains(sections[section].id) {
                starts.append(items.count)
                section += 1
            } else {
                try readPart(of: snapshot, without: hiding, branches, &section, &position)
            }
        }
    }

    private mutating func readPart(
        of snapshot: LayoutSnapshot, without hiding: Set<Int64>, _ branches: [Int64: [Range<Double>]],
        _ section: inout Int, _ position: inout Double
    ) throws {
        var (items, starts) = (items, starts)
        self.items = []
        var (current, last) = (section, position)
        let ids = sections
        try snapshot.read { layout in
            // The index has the ids.
            let isFollower = try DatasetRecord.standsForAnother(layout.record.datasetID, layout.connection)
            let rows = try layout.connection.cached(
                "SELECT \(isFollower ? "coalesce(original_id, id)" : "id") FROM item "
                    + "WHERE section_id = ?1 AND position > ?2 AND position < ?4 ORDER BY position LIMIT ?3")
            defer { rows.rewind() }
            var left = Self.part
            while left > 0, current < ids.count, !hiding.contains(ids[current].id) {
                rows.bind(ids[current].id, at: 1)
                rows.bind(last, at: 2)
                rows.bind(left, at: 3)
                let hidden = branches[ids[current].id]?.first { $0.lowerBound > last }
                rows.bind(hidden?.lowerBound ?? .infinity, at: 4)
                var count = 0
                while try rows.step() {
                    items.append(rows.int64(0))
                    count += 1
                }
                rows.rewind()
                let isOver = count < left
                left -= count + 1
                guard isOver else {
                    // Once a part: a second column of each row would take a fifth of the time.
                    last =
                        try items.last.flatMap {
                            try DatasetRecord.place(ofItem: $0, in: layout.record.datasetID, layout.connection)?
                                .position
                        } ?? -.infinity
                    break
                }
                if let hidden, hidden.upperBound < .infinity {
                    last = hidden.upperBound.nextDown
                    continue
                }
                starts.append(items.count)
                current += 1
                last = -.infinity
            }
        }
        (self.items, self.starts, section, position) = (items, starts, current, last)
    }

    func range(_ section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The keys and payloads of some items.
    static func contents(of ids: [Int64], in snapshot: LayoutSnapshot) throws -> [Int64: ItemContent] {
        var found: [Int64: ItemContent] = [:]
        var next = ids.startIndex
        while next < ids.endIndex {
            try Task.checkCancellation()
            let part = ids[next..<min(next + part / 8, ids.endIndex)]
            let contents = try snapshot.read { layout in
                let row = try layout.connection.cached("SELECT key, payload FROM item WHERE id = ?1")
                defer { row.rewind() }
                var contents: [(Int64, ItemContent)] = []
                for id in part {
                    row.bind(id, at: 1)
                    if try row.step() { contents.append((id, ItemContent(row))) }
                    row.rewind()
                }
                return contents
            }
            for (id, content) in contents { found[id] = content }
            next = part.endIndex
        }
        return found
    }
}

/// The contents of an item for its cell, as bytes: texts are compared so.
struct ItemContent: Sendable, Hashable {
    var key: [UInt8]?
    var payload: [UInt8]?

    /// - Parameter row: A row of a key and a payload.
    init(_ row: Statement) {
        key = row.string(0).map { Array($0.utf8) }
        payload = row.string(1).map { Array($0.utf8) }
    }
}
