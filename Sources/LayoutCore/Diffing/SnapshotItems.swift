internal import LayoutSQLite
internal import LayoutSchema

/// The sections of a snapshot's data set, in order, and its items.
///
/// Items are known by their row ids; those that folds hide are left out. They are read in parts:
/// a view that asks the same snapshot gets its turn in between.
struct SnapshotItems: Sendable {
    let snapshot: LayoutSnapshot
    let sections: [Outline.Section]
    /// Whether its items stand for those of another data set, and are known by the ids of these.
    let isFollower: Bool
    /// The positions that folds hide, by section.
    private let hidden: [Int64: [Range<Double>]]

    /// About a millisecond's worth.
    private static let part = 8192

    init(_ snapshot: LayoutSnapshot) throws {
        self.snapshot = snapshot
        (sections, isFollower, hidden) = try snapshot.read { layout in
            (
                try Outline(connection: layout.connection).sections(ofDataset: layout.record.datasetID),
                try DatasetRecord.standsForAnother(layout.record.datasetID, layout.connection),
                try layout.bands.hiddenPositions()
            )
        }
    }

    // MARK: Parts

    /// The positions that folds hide of a section, in order.
    func hidden(inSection section: Int) -> [Range<Double>] { hidden[sections[section].id] ?? [] }

    /// The parts of a section whose revisions tell whether it is the same; with positions, the runs between them.
    func parts(ofSection section: Int, in positions: Range<Double>? = nil) throws -> [Outline.Part] {
        if let run = sections[section].run { return [run] }
        return try snapshot.read { layout in
            let outline = Outline(connection: layout.connection)
            return try positions.map { try outline.runs(ofSection: sections[section].id, in: $0) }
                ?? outline.parts(ofSection: sections[section].id)
        }
    }

    /// How many items a section has, hidden ones too: those at positions, or about all.
    func count(ofSection section: Int, in positions: Range<Double>? = nil) throws -> Int {
        try snapshot.read { layout in
            let (outline, id) = (Outline(connection: layout.connection), sections[section].id)
            guard let positions else { return try outline.itemCount(ofSection: id) }
            return try outline.itemCount(ofSection: id, from: positions.lowerBound, to: positions.upperBound)
        }
    }

    // MARK: Reading

    /// Some of the items, and the range of each wanted part among them.
    typealias Reading = (items: ContiguousArray<Int64>, ranges: [Range<Int>])

    /// Reads the shown items of sections between positions.
    func reading(_ parts: [(section: Int, positions: Range<Double>)]) throws -> Reading {
        var items: ContiguousArray<Int64> = []
        let ranges = try parts.map { part in
            let start = items.count
            var first = part.positions.lowerBound
            let id = sections[part.section].id
            for range in hidden(inSection: part.section) where range.upperBound > first {
                guard range.lowerBound < part.positions.upperBound else { break }
                try read(first, range.lowerBound, id, &items)
                first = range.upperBound
            }
            try read(first, part.positions.upperBound, id, &items)
            return start..<items.count
        }
        return (items, ranges)
    }

    private func read(
        _ first: Double, _ end: Double, _ sectionID: Int64, _ items: inout ContiguousArray<Int64>
    ) throws {
        var next: Double? = first
        while let first = next, first < end {
            try Task.checkCancellation()
            next = try snapshot.read { layout in
                // The index has the ids. A position is fetched once a part.
                let rows = try layout.connection.cached(
                    "SELECT \(isFollower ? "coalesce(original_id, id)" : "id"), position FROM item "
                        + "WHERE section_id = ?1 AND position >= ?2 AND position < ?4 ORDER BY position LIMIT ?3")
                defer { rows.rewind() }
                rows.bindAll(sectionID, first, Self.part, end)
                let full = items.count + Self.part
                while try rows.step() {
                    items.append(rows.int64(0))
                    if items.count == full { return rows.double(1).nextUp }
                }
                return nil
            }
        }
    }

    static func contents(of ids: [Int64], in snapshot: LayoutSnapshot) throws -> [Int64: Content] {
        var found: [Int64: Content] = [:]
        for first in stride(from: 0, to: ids.count, by: part / 8) {
            try Task.checkCancellation()
            let wanted = ContiguousArray(ids[first..<min(first + part / 8, ids.count)])
            try snapshot.read { layout in
                try layout.connection.forEachRow(
                    "SELECT i.key, i.payload, i.id FROM column_batch(?1) AS b CROSS JOIN item AS i ON i.id = b.c0",
                    batch: ColumnBatch(rowCount: wanted.count, columns: [.integers(wanted)])
                ) { found[$0.int64(2)] = Content($0) }
            }
        }
        return found
    }

    /// The contents of an item for its cell, as bytes: texts are compared so.
    struct Content: Sendable, Hashable {
        var key: [UInt8]?
        var payload: [UInt8]?

        /// - Parameter row: A row of a key and a payload.
        init(_ row: Statement) {
            key = row.string(0).map { Array($0.utf8) }
            payload = row.string(1).map { Array($0.utf8) }
        }
    }
}

extension LayoutSnapshot {
    /// The index paths of those of some items whose keys or payloads differ from an earlier state.
    package func changedItems(among ids: [Int64], since earlier: LayoutSnapshot) throws -> [ItemIndexPath] {
        let old = try SnapshotItems.contents(of: ids, in: earlier)
        let new = try SnapshotItems.contents(of: ids, in: self)
        return try ids.compactMap { id in
            guard let content = new[id], old[id] != content else { return nil }
            return try indexPath(of: .id(id))
        }
    }
}
