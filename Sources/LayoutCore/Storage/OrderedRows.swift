internal import LayoutSQLite

/// The rows of `item` or `section` below one parent, in the order of their positions.
struct OrderedRows {
    let connection: Connection
    private let table: String
    /// The id of a row: an item's original, if it stands for one.
    private let name: String
    private let parentColumn: String
    private let parentID: Int64
    /// The readers' knowledge of sum trees, in a transaction that has not prepared anything.
    private let cache: SumCache?

    init(itemsOfSection id: Int64, in connection: Connection) {
        (table, name, parentColumn, parentID) = ("item", "coalesce(original_id, id)", "section_id", id)
        (cache, self.connection) = (nil, connection)
    }

    init(sectionsOfDataset id: Int64, cache: SumCache? = nil, in connection: Connection) {
        (table, name, parentColumn, parentID) = ("section", "id", "dataset_id", id)
        (self.cache, self.connection) = (cache, connection)
    }

    func id(at index: Int) throws -> Int64? { try row(at: index)?.id }

    /// The positions of the two rows around the place at an index; nil beyond the first or the last.
    ///
    /// - Parameter excluding: A row that is about to move, and does not count.
    func gap(at index: Int, excluding: Int64? = nil) throws -> (before: Double?, after: Double?) {
        guard index >= 0 else { throw LayoutError(.notFound, "an index cannot be negative: \(index)") }
        // Nil for a row that comes from elsewhere. Up to its place, all others have the indices without it.
        let own = try excluding.flatMap {
            try connection.first(
                "SELECT position FROM \(table) WHERE id = ?1 AND \(parentColumn) = ?2", $0, parentID, as: Double.self)
        }
        func next(after position: Double?) throws -> Double? {
            let next = try first(after: position ?? -.infinity)
            return next != nil && next == own ? try first(after: own ?? .infinity) : next
        }
        var before = index == 0 ? nil : try row(at: index - 1)?.position
        if let own, let row = before, row >= own { before = try next(after: row) }
        guard index == 0 || before != nil else {
            throw LayoutError(.notFound, "the index \(index) is out of range: the \(table)s end before it")
        }
        return (before, try next(after: before))
    }

    /// An order key that puts a row at an index: ``position(in:)`` of the gap there.
    func position(at index: Int, excluding: Int64? = nil) throws -> Double {
        try position(in: gap(at: index, excluding: excluding))
    }

    /// The position of the last row.
    func last() throws -> Double? {
        try connection.first(
            "SELECT max(position) FROM \(table) WHERE \(parentColumn) = ?1", parentID, as: Double?.self) ?? nil
    }

    /// An order key for a row behind all others.
    func end() throws -> Double { try last().map { Self.position(after: $0) } ?? 0 }

    /// The first position after another.
    func first(after position: Double) throws -> Double? { try first(from: position.nextUp)?.position }

    /// The next whole number, or, far out, where these are no longer distinct, the next representable number.
    static func position(after position: Double) -> Double {
        let next = position.rounded(.down) + 1
        return next > position ? next : position.nextUp
    }

    /// An order key in a gap: between its neighbours, or a step beyond the first or the last.
    ///
    /// If two neighbours are so close that no number is between them, some of the rows after them are spread out to
    /// make room.
    func position(in gap: (before: Double?, after: Double?)) throws -> Double {
        guard let after = gap.after else { return gap.before.map { Self.position(after: $0) } ?? 0 }
        return try Self.positions(1, after: gap.before, before: after)?.first ?? makeRoom(after: gap.before ?? after)
    }

    /// Positions for a number of rows before one, and after another one if there is one; nil if no numbers are free
    /// between them.
    static func positions(_ count: Int, after before: Double?, before end: Double) -> ContiguousArray<Double>? {
        let step = before.map { (end - $0) / Double(count + 1) } ?? max(1, end.rounded(.up).ulp)
        let start = before ?? end.rounded(.up) - step * Double(count + 1)
        let positions = ContiguousArray((1...count).map { start + step * Double($0) })
        var last = before ?? -.infinity
        for position in positions {
            guard position > last, position < end else { return nil }
            last = position
        }
        return positions
    }

    /// The ids of the rows at some indices, in ascending order; those after one that is not found are left out.
    ///
    /// The first one is looked for, and those soon after it are read on from there. To pass some tens of rows costs
    /// about as much as to look for one again.
    func ids(at indices: [Int]) throws -> [Int64] {
        var ids: [Int64] = []
        var rest = indices[...]
        while var index = rest.first, let start = try row(at: index) {
            let count = 1 + zip(rest, rest.dropFirst()).prefix { $1 - $0 <= 32 }.count
            let (end, known) = (rest[rest.startIndex + count - 1], ids.count)
            try connection.forEachRow(
                "SELECT \(name) FROM \(table) WHERE \(parentColumn) = ?1 AND position >= ?2 ORDER BY position LIMIT ?3",
                parentID, start.position, end - index + 1
            ) { row in
                while rest.first == index {
                    ids.append(row.int64(0))
                    rest.removeFirst()
                }
                index += 1
            }
            guard ids.count == known + count else { break }
        }
        return ids
    }

    func row(at index: Int) throws -> (id: Int64, position: Double)? {
        guard index >= 0 else { return nil }
        if table == "section" { return try preparedSection(index, datasetID: parentID) ?? first(skipping: index) }
        // A huge section is not counted from its beginning.
        let run = try Outline(connection: connection).beginning(before: index, inSection: parentID)
        return try first(from: run?.position ?? -.infinity, skipping: index - (run?.rank ?? 0))
    }

    private func first(
        from position: Double = -.infinity, skipping count: Int = 0
    ) throws -> (id: Int64, position: Double)? {
        try connection.firstRow(
            "SELECT \(name), position FROM \(table) WHERE \(parentColumn) = ?1 AND position >= ?2 "
                + "ORDER BY position LIMIT 1 OFFSET ?3", parentID, position, count
        ) { ($0.int64(0), $0.double(1)) }
    }

    /// The section at an index, so that many sections are not counted from the beginning. It is found by a layout that
    /// holds the data set's sections in the order in which they are now.
    private func preparedSection(_ index: Int, datasetID: Int64) throws -> (id: Int64, position: Double)? {
        guard let preparation = try PreparationRecord.holdingSections(ofDataset: datasetID, in: connection)
        else { return nil }
        let known = cache?.sums(of: preparation.id, revision: preparation.revision) ?? SumCache.Sums()
        let tree = SumTree(connection: connection, preparationID: preparation.id, known: known)
        let slot = try tree.descend(slotCount: preparation.slotCount) { $0.sections <= index }.slot
        guard let band = try Bands(connection, preparation.id).next(afterSlot: slot), band.beginsSection,
            let sectionID = band.sectionID,
            let position = try connection.first(
                "SELECT position FROM section WHERE id = ?1 AND dataset_id = ?2", sectionID, datasetID, as: Double.self
            )
        else { return nil }
        return (sectionID, position)
    }

    /// Spreads out the rows after a position, and returns the place that became free first.
    ///
    /// As many rows as it takes until their distances are comfortable again: some tens where only one
    /// place has seen many insertions.
    private func makeRoom(after position: Double) throws -> Double {
        var window = 32
        var formerStep = 0.0
        while true {
            var rows: [(id: Int64, position: Double)] = try connection.rows(
                """
                SELECT id, position FROM \(table) WHERE \(parentColumn) = ?1 AND position > ?2
                ORDER BY position LIMIT ?3
                """,
                parentID, position, window + 1
            ) { ($0.int64(0), $0.double(1)) }
            let isEnd = rows.count <= window
            // A distance of 1, or, where whole numbers are no longer distinct, one that is representable at twice the
            // size.
            let end = position.rounded(.down) + max(1, 2 * position.ulp) * Double(rows.count + 2)
            let bound = isEnd ? end : rows.removeLast().position
            let step = (bound - position) / Double(rows.count + 2)
            // A distance of many units in the last place leaves room for as many insertions as it has bits. Far
            // out no distance has that many units. There, two of them do once more rows no longer widen the step.
            let units = step / max(position.magnitude, bound.magnitude).ulp
            guard isEnd || units >= 1024 || units >= 2 && step < formerStep * 1.5 else {
                formerStep = step
                window *= 2
                continue
            }
            let moves = rows.enumerated().map { ($1.id, from: $1.position, to: position + step * Double($0 + 2)) }
            // First those that go down, from the first one on, and then those that go up, from the last one on. So no
            // two rows ever share a position.
            for (id, _, to) in moves.filter({ $0.to < $0.from }) + moves.filter({ $0.to >= $0.from }).reversed() {
                try connection.run("UPDATE \(table) SET position = ?2 WHERE id = ?1", id, to)
            }
            return position + step
        }
    }
}
