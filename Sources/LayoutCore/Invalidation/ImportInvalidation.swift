internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Writes the outline of what a bulk load brings, and notes what that makes stale. It takes the place of the triggers
/// that would have done it row by row.
final class ImportInvalidation: ImportHooks {
    private let replacesItems: Bool
    private let outline: OutlineWriter

    init(_ mode: ImportMode, limits: BandLimits) {
        replacesItems = mode == .replace
        outline = OutlineWriter(limits)
    }

    func willBulkLoad(dataset: Int64, on connection: Connection) throws {
        try DerivedSchema.suspendTriggers(on: connection)
        guard replacesItems else { return }
        try connection.run(
            "DELETE FROM lc_run WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataset)
        for child in OwnedRows.ofItems {
            try connection.run(
                """
                DELETE FROM \(child.table) WHERE \(child.column) IN (
                  SELECT i.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = ?1)
                """,
                dataset)
        }
    }

    func didAppend(section: Int64, isNew: Bool, position: Double, level: Int, on connection: Connection) throws {
        try outline.append(
            section: section, isNew: isNew || replacesItems, position: position, level: level, on: connection)
    }

    func didBulkLoad(dataset: Int64, on connection: Connection) throws {
        try outline.finish(on: connection, marks: !replacesItems)
        try DatasetRecord.noteChange(of: dataset, in: connection)
        // Sections that no row named, and removed ones.
        try connection.run(
            """
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = ?1
              AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = section.id)
            """,
            dataset
        )
        try OwnedRows.removeOrphans(OwnedRows.ofSections, in: connection)
        if replacesItems {
            // Every item is another one: laying out afresh, beside what readers see, is the least work.
            try connection.run("UPDATE lc_preparation SET is_replaced = 1 WHERE dataset_id = ?1", dataset)
        }
        try connection.run("UPDATE lc_preparation SET is_restructured = 2 WHERE dataset_id = ?1", dataset)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }
}

/// Makes the runs of an outline as items are appended, section by section or in turns.
final class OutlineWriter {
    private struct OpenRun {
        /// Of the first run that this load wrote in the section.
        let beginning: Double
        var runsBefore = 0
        var firstPosition: Double
        var count = 0
        var leastLevel = Int.max

        init(firstPosition: Double) {
            beginning = firstPosition
            self.firstPosition = firstPosition
        }

        mutating func goOn(at position: Double) {
            runsBefore += 1
            firstPosition = position
            count = 0
            leastLevel = .max
        }
    }

    private let limits: BandLimits
    private var open: [Int64: OpenRun] = [:]
    /// The existing sections with new items: a band of each must be marked.
    private var grown: Set<Int64> = []
    /// The ones of these in which items are counted afterward.
    private var recounted: Set<Int64> = []
    private var lastSection: Int64?
    private var last = OpenRun(firstPosition: 0)
    private var sections = ContiguousArray<Int64>()
    private var positions = ContiguousArray<Double>()
    private var counts = ContiguousArray<Int64>()
    private var levels = ContiguousArray<Int64>()

    init(_ limits: BandLimits) { self.limits = limits }

    /// Takes note of an item at the end of a section.
    ///
    /// - Parameters:
    ///   - isNew: Whether the section was made by this load, or emptied by it.
    ///   - level: The item's level in an outline; -1: not known.
    @inline(__always)
    func append(section: Int64, isNew: Bool, position: Double, level: Int, on connection: Connection) throws {
        if section != lastSection { try change(to: section, isNew: isNew, position: position, on: connection) }
        if last.count == limits.run {
            finish(section, last)
            last.goOn(at: position)
            if counts.count >= 4096 { try flush(on: connection) }
        }
        last.count += 1
        last.leastLevel = min(last.leastLevel, level)
    }

    private func change(to section: Int64, isNew: Bool, position: Double, on connection: Connection) throws {
        if let lastSection { open[lastSection] = last }
        lastSection = section
        // A section's earlier items are in separate runs.
        if !isNew, grown.insert(section).inserted { try recount(section, from: position, on: connection) }
        last = open[section] ?? OpenRun(firstPosition: isNew ? Outline.beginning : position)
    }

    /// Leaves runs that are there already, of items that were removed a moment ago, to be counted again.
    private func recount(_ section: Int64, from position: Double, on connection: Connection) throws {
        let last = try connection.first(
            "SELECT max(first_position) FROM lc_run WHERE section_id = ?1", section, as: Double?.self)
        guard let last = last.flatMap(\.self), last >= position else { return }
        recounted.insert(section)
        try connection.run(
            """
            UPDATE lc_run SET changes = max(changes, 2), item_count = NULL, least_level = NULL, revision = random(),
              former_revision = NULL
            WHERE section_id = ?1 AND first_position >=
              (SELECT max(first_position) FROM lc_run WHERE section_id = ?1 AND first_position < ?2)
            """,
            section, position)
    }

    private func finish(_ section: Int64, _ run: OpenRun) {
        guard !recounted.contains(section) else { return }
        sections.append(section)
        positions.append(run.firstPosition)
        counts.append(Int64(run.count))
        levels.append(Int64(run.leastLevel))
    }

    /// Writes the rest.
    ///
    /// - Parameter marks: Whether to mark the bands for new items.
    func finish(on connection: Connection, marks: Bool) throws {
        if let lastSection { open[lastSection] = last }
        for (section, run) in open { finish(section, run) }
        try flush(on: connection)
        let outline = Outline(connection: connection, limits: limits)
        for (section, run) in open
        where grown.contains(section) || run.runsBefore * limits.run + run.count > limits.estimated {
            try outline.gatherChapters(ofSection: section, in: run.beginning...run.firstPosition)
        }
        guard marks else { return }
        // The band that a section ended with takes what was appended.
        for section in grown {
            try connection.run(
                """
                UPDATE lc_run SET changes = 2, item_count = NULL, least_level = NULL, revision = random(),
                  former_revision = NULL
                WHERE section_id = ?1 AND changes = 0 AND first_position =
                  (SELECT max(first_position) FROM lc_run WHERE section_id = ?1)
                """,
                section
            )
        }
    }

    private func flush(on connection: Connection) throws {
        guard counts.count > 0 else { return }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_run (section_id, first_position, item_count, least_level)
            SELECT c0, c1, c2, nullif(c3, -1) FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: counts.count,
                columns: [.integers(sections), .doubles(positions), .integers(counts), .integers(levels)]))
        sections.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
    }
}
