internal import LayoutEngine
internal import LayoutSQLite

/// Looks up the bands of one preparation.
///
/// The index of sections is named if it is needed, because without statistics SQLite considers a scan of a whole
/// preparation as good.
struct Bands {
    let connection: Connection
    let preparationID: Int64

    init(_ connection: Connection, _ preparationID: Int64) {
        self.connection = connection
        self.preparationID = preparationID
    }

    func find(_ id: Int64) throws -> BandRecord? {
        try first("lc_band WHERE id = ?1 AND preparation_id = ?2", id, preparationID)
    }

    /// Refuses a preparation without any band, though its bands were made and its data set has sections. Nothing in it
    /// could be found, and nothing would be stale.
    ///
    /// - Throws: ``LayoutError`` `corrupt`.
    static func requireSome(of preparation: PreparationRecord, in connection: Connection) throws {
        guard preparation.isOutlined, !preparation.isRestructured else { return }
        let isEmpty =
            try connection.first(
                """
                SELECT EXISTS (SELECT 1 FROM section WHERE dataset_id = ?1)
                  AND NOT EXISTS (SELECT 1 FROM lc_band WHERE preparation_id = ?2)
                """,
                preparation.datasetID, preparation.id, as: Bool.self) ?? false
        if isEmpty { throw LayoutError.corrupt("the bands of preparation \(preparation.id) are missing from lc_band") }
    }

    func next(afterSlot slot: Int) throws -> BandRecord? {
        try first("lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot LIMIT 1", preparationID, slot)
    }

    func previous(beforeSlot slot: Int) throws -> BandRecord? {
        try first("lc_band WHERE preparation_id = ?1 AND slot < ?2 ORDER BY slot DESC LIMIT 1", preparationID, slot)
    }

    /// The first stale band from a slot on.
    ///
    /// - Parameter isProvisional: Whether only bands of that kind count.
    func nextStale(fromSlot slot: Int, isProvisional: Bool? = nil) throws -> BandRecord? {
        try next("stale", fromSlot: slot, isProvisional: isProvisional) { $0.isStale }
    }

    /// The first band in which items came or went since they were counted.
    func nextMiscounted() throws -> BandRecord? { try next("miscounted", fromSlot: .min) { $0.isMiscounted } }

    /// The first band with a mark from a slot on.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where the index of the mark names one without it: what removes the mark
    ///   would not take it out of there.
    private func next(
        _ mark: String, fromSlot slot: Int, isProvisional: Bool? = nil, isMarked: (BandRecord) -> Bool
    ) throws -> BandRecord? {
        let band = try first(
            """
            lc_band INDEXED BY lc_band_\(mark) WHERE preparation_id = ?1 AND slot >= ?2 AND is_\(mark)
              AND is_provisional = coalesce(?3, is_provisional)
            ORDER BY slot LIMIT 1
            """,
            preparationID, slot, isProvisional)
        if let band, !isMarked(band) {
            throw LayoutError.corrupt("lc_band_\(mark) names band \(band.id), which is not \(mark)")
        }
        return band
    }

    /// The first band of a section; the header of a collapsed one.
    func first(ofSection sectionID: Int64) throws -> BandRecord? {
        try first(ofSection: sectionID, "AND first_position = -1e301 AND begins_section ORDER BY slot")
    }

    func last(ofSection sectionID: Int64) throws -> BandRecord? {
        try first(ofSection: sectionID, "ORDER BY first_position DESC, slot DESC")
    }

    /// The band of a section that holds a position, the last one at infinity; on a canvas some band of the section.
    func holding(_ position: Double, ofSection sectionID: Int64) throws -> BandRecord? {
        try first(ofSection: sectionID, "AND first_position <= ?3 ORDER BY first_position DESC, slot DESC", position)
    }

    /// The band of a section after the bands that begin at a position.
    func following(_ position: Double, ofSection sectionID: Int64) throws -> BandRecord? {
        try first(ofSection: sectionID, "AND first_position > ?3 ORDER BY first_position", position)
    }

    /// The band of a section before the bands that begin at a position.
    func preceding(_ position: Double, ofSection sectionID: Int64) throws -> BandRecord? {
        try first(ofSection: sectionID, "AND first_position < ?3 ORDER BY first_position DESC", position)
    }

    private func first<each Argument: Bindable>(
        ofSection sectionID: Int64, _ rest: String, _ arguments: repeat each Argument
    ) throws -> BandRecord? {
        try first(
            "lc_band INDEXED BY lc_band_section WHERE section_id = ?1 AND preparation_id = ?2 \(rest) LIMIT 1",
            sectionID, preparationID, repeat each arguments)
    }

    /// All bands of a section in order. O(bands of the section).
    ///
    /// - Parameter sectionID: nil for those of the content as a whole.
    func all(ofSection sectionID: Int64?) throws -> [BandRecord] {
        try all(
            "lc_band INDEXED BY lc_band_section WHERE section_id IS ?1 AND preparation_id = ?2 ORDER BY slot",
            sectionID, preparationID)
    }

    func ofContent() throws -> [BandRecord] { try all(ofSection: nil) }

    func forEach(_ body: (BandRecord) throws -> Void) throws {
        try connection.forEachRow(
            "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 ORDER BY slot", preparationID
        ) { try body(try BandRecord($0)) }
    }

    /// The state that a band's solver carried over from the band before it; nil if there is none.
    func state(of band: BandRecord) throws -> [Double]? {
        try connection.first(
            // By its id, because bands that came since may have pushed it to another slot.
            "SELECT state FROM lc_band WHERE id = ?1", band.id, as: String?.self)?.map(BandRecord.StateText.decode)
    }

    func summary(of band: BandRecord) throws -> String? {
        try connection.first("SELECT summary FROM lc_band WHERE id = ?1", band.id, as: String?.self) ?? nil
    }

    /// Forgets that a line begins with the first item of a band that was never laid out.
    func forgetLine(_ id: Int64) throws {
        try connection.run(
            "UPDATE lc_band SET state = NULL WHERE id = ?1 AND is_estimated AND state = ?2", id,
            BandRecord.StateText.beginsLine
        )
    }

    func markMiscounted(_ id: Int64) throws {
        try connection.run(
            "UPDATE lc_band SET is_stale = 1, is_miscounted = 1 WHERE id = ?1 AND NOT is_miscounted", id)
    }

    private static let marking =
        "UPDATE lc_band SET is_stale = 1, is_provisional = 0, state = CASE WHEN orthogonal = 0 THEN state"
    private static let needsMark = "(NOT is_stale OR is_provisional OR orthogonal <> 0 AND state IS NOT NULL)"

    /// Marks bands of a section.
    ///
    /// - Parameter last: The position with which its last band begins, to mark its first band and that one; nil to mark
    ///   all.
    func markStale(ofSection sectionID: Int64, onlyEndsTo last: Double? = nil) throws {
        let ends = last == nil ? "?3 IS NULL" : "first_position IN (-1e301, ?3)"
        // No item of an orthogonal section changed.
        let state = last == nil ? "" : " WHEN NOT is_stale THEN '[]' ELSE state"
        try connection.run(
            """
            \(Self.marking)\(state) END WHERE preparation_id = ?2 AND \(Self.needsMark) AND slot IN (
              SELECT slot FROM lc_band INDEXED BY lc_band_section
              WHERE section_id = ?1 AND preparation_id = ?2 AND \(ends))
            """,
            sectionID, preparationID, last)
    }

    /// Marks the bands of a section that were laid out by what was known of it, while one of them was never laid out.
    func markProvisional(ofSection sectionID: Int64) throws {
        try connection.run(
            """
            WITH own AS MATERIALIZED (SELECT slot, is_estimated FROM lc_band INDEXED BY lc_band_section
              WHERE section_id = ?1 AND preparation_id = ?2)
            UPDATE lc_band SET is_stale = 1, is_provisional = 1
            WHERE preparation_id = ?2 AND NOT is_stale AND NOT is_header AND slot IN (SELECT slot FROM own)
              AND EXISTS (SELECT 1 FROM own WHERE is_estimated)
            """, sectionID, preparationID)
    }

    func markStale(_ id: Int64) throws {
        try connection.run("\(Self.marking) END WHERE id = ?1 AND \(Self.needsMark)", id)
    }

    /// Marks the one band of an orthogonal section, in which items changed at some positions alone.
    ///
    /// Its state is a list of where such ranges begin and end. Too many of them, or a mark of the whole, remove it.
    func markStale(_ band: BandRecord, at positions: Range<Double>) throws {
        // JSON has no word for an infinity.
        let ends = BandRecord.StateText.encode([positions.lowerBound, min(positions.upperBound, -Outline.beginning)])
        try connection.run(
            """
            UPDATE lc_band SET is_stale = 1, state = CASE WHEN NOT is_stale THEN ?2
              WHEN length(state) < 1000 THEN replace(rtrim(state, ']') || ',' || ltrim(?2, '['), '[,', '[') END
            WHERE id = ?1
            """, band.id, ends)
    }

    var count: Int {
        get throws {
            try connection.first("SELECT count(*) FROM lc_band WHERE preparation_id = ?1", preparationID, as: Int.self)
                ?? 0
        }
    }

    private func hasAny(_ index: String, _ condition: String) throws -> Bool {
        try connection.has(
            "SELECT 1 FROM lc_band INDEXED BY \(index) WHERE preparation_id = ?1 AND \(condition) LIMIT 1",
            preparationID)
    }

    /// The number of items in bands that were never laid out. O(stale bands).
    var estimatedItems: Int {
        get throws {
            try connection.first(
                """
                SELECT coalesce(sum(item_count), 0) FROM lc_band INDEXED BY lc_band_stale
                WHERE preparation_id = ?1 AND is_stale AND is_estimated
                """, preparationID, as: Int.self) ?? 0
        }
    }

    var hasEstimated: Bool { get throws { try hasAny("lc_band_stale", "is_stale AND is_estimated") } }

    private func first<each Argument: Bindable>(
        _ source: String, _ arguments: repeat each Argument
    ) throws -> BandRecord? {
        try connection.firstRow("SELECT \(BandRecord.columns) FROM \(source)", repeat each arguments) { row in
            try BandRecord(row)
        }
    }

    func all<each Argument: Bindable>(_ source: String, _ arguments: repeat each Argument) throws -> [BandRecord] {
        try connection.rows("SELECT \(BandRecord.columns) FROM \(source)", repeat each arguments) { row in
            try BandRecord(row)
        }
    }
}

/// The bands that folds hide. Each run of them follows the header of its section, or the band that ends with the
/// collapsed item: that one is shown for it.
extension Bands {
    /// The runs of hidden slots that have a slot in a range, in order. O(log bands + runs).
    func hidden(in slots: ClosedRange<Int>) throws -> [ClosedRange<Int>] {
        let rows = try connection.cached(
            """
            SELECT slot, hidden_until FROM lc_band INDEXED BY lc_band_fold
            WHERE preparation_id = ?1 AND hidden_until >= ?2 ORDER BY hidden_until
            """)
        rows.bindAll(preparationID, slots.lowerBound)
        defer { rows.rewind() }
        var found: [ClosedRange<Int>] = []
        while try rows.step() {
            let header = try rows.int(0, in: Statement.DerivedNumber.slot, "lc_band.slot")
            let last = try rows.int(1, in: Statement.DerivedNumber.slot, "lc_band.hidden_until")
            guard header < slots.upperBound, header < last else { break }
            found.append(header + 1...last)
        }
        return found
    }

    func isHidden(_ band: BandRecord) throws -> Bool { try !hidden(in: band.slot...band.slot).isEmpty }

    var hasHidden: Bool { get throws { try hasAny("lc_band_fold", "hidden_until IS NOT NULL") } }

    /// The slot of the first section that is shown as its header, which may be one that pins.
    var firstHeader: Int? {
        get throws {
            try connection.first(
                """
                SELECT min(slot) FROM lc_band INDEXED BY lc_band_fold
                WHERE preparation_id = ?1 AND hidden_until IS NOT NULL AND is_header
                  AND element_count + section_element_count > 0
                """, preparationID, as: Int?.self) ?? nil
        }
    }

    /// The bands that hide others, in the order of these. O(folds).
    func covers() throws -> [BandRecord] {
        try all(
            """
            lc_band INDEXED BY lc_band_fold WHERE preparation_id = ?1 AND hidden_until IS NOT NULL
            ORDER BY hidden_until
            """, preparationID)
    }

    /// The bands that end with a collapsed item, and are in some slots or hide bands there.
    func endingWithFolds(in slots: ClosedRange<Int>) throws -> [BandRecord] {
        try hidden(in: slots.lowerBound...slots.upperBound + 1)
            .compactMap { try next(afterSlot: $0.lowerBound - 2) }.filter(\.endsWithFold)
    }

    /// The positions that a band hides, which ends with a collapsed item.
    func hiddenPositions(after cover: BandRecord) throws -> Range<Double>? {
        guard let sectionID = cover.sectionID, let first = try next(afterSlot: cover.slot)?.firstPosition else {
            return nil
        }
        let end = try next(afterSlot: cover.lastSlot).flatMap { $0.sectionID == sectionID ? $0.firstPosition : nil }
        return first < end ?? .infinity ? first..<(end ?? .infinity) : nil
    }

    /// The positions that folds hide, by section, in order: all of a collapsed section. O(folds · log bands).
    func hiddenPositions() throws -> [Int64: [Range<Double>]] {
        var found: [Int64: [Range<Double>]] = [:]
        for cover in try covers() {
            guard let sectionID = cover.sectionID,
                let hidden = try cover.isHeader ? -.infinity..<(.infinity) : hiddenPositions(after: cover)
            else { continue }
            found[sectionID, default: []].append(hidden)
        }
        return found
    }

    /// How many bands are looked at together. An arbitrary number: at half of it, as many statements again are run.
    private static let bandsReadTogether = 64

    private static let bandsWithSections = """
        SELECT \(BandRecord.columnNames.map { "b." + $0 }.joined(separator: ", ")),
          \(SectionRecord.columns(isMeasured: true))
        FROM lc_band AS b LEFT JOIN section AS s ON s.id = b.section_id AND s.dataset_id = ?4
        \(SectionRecord.measured)
        WHERE b.preparation_id = ?2 AND b.slot >= ?3 ORDER BY b.slot LIMIT \(bandsReadTogether)
        """

    /// The consecutive sections from the one at a slot on. Each of them was never laid out and is one band for fewer
    /// items than `limit`.
    ///
    /// With small sections this is much less work than reading each band, and then its section.
    /// - Parameter index: The index of the first one's section.
    func unsolvedSections(
        fromSlot slot: Int, holdingFewerThan limit: Int, datasetID: Int64, index: Int, measure: String?
    ) throws -> [(band: BandRecord, section: SectionRecord)] {
        let rows = try connection.cached(Self.bandsWithSections)
        rows.bindAll(measure, preparationID, slot, datasetID)
        defer { rows.rewind() }
        var sections: [(band: BandRecord, section: SectionRecord)] = []
        // Whether a section is one band shows in the band after it.
        var candidate: (band: BandRecord, section: SectionRecord)?
        while try rows.step() {
            let band = try BandRecord(rows)
            if let whole = candidate.take(), band.beginsSection || band.endsContent { sections.append(whole) }
            guard band.beginsSection, band.isToBeLaidOut, band.isEstimated, band.sums.items < limit,
                !rows.isNull(BandRecord.columnNames.count)
            else { break }
            candidate = (
                band, SectionRecord(rows, from: BandRecord.columnNames.count, index: index + sections.count)
            )
        }
        return sections
    }

    /// Removes the rows of bands, and preparations that no reader sees any more.
    enum Removal {
        /// Whether a preparation is superseded and not removed yet.
        static func hasSuperseded(in connection: Connection) throws -> Bool {
            try connection.has("SELECT 1 FROM lc_preparation WHERE layout_id IS NULL LIMIT 1")
        }

        /// Removes bands of a superseded preparation, some at least, and more while `goesOn` returns true; the
        /// preparation once it has none. Returns whether nothing is left to remove.
        static func removeSlice(_ connection: Connection, while goesOn: (_ elements: Int) -> Bool) throws -> Bool {
            guard
                let id = try connection.first(
                    "SELECT id FROM lc_preparation WHERE layout_id IS NULL LIMIT 1", as: Int64.self)
            else { return true }
            var elements = 0
            repeat {
                // Bands that were laid out one after another have consecutive ids. A band may be long.
                var (bands, last) = (RangeSet<Int64>(), nil as Int64?)
                let most = elements + 4 * BlockTree.longBand
                try connection.forEachRow(
                    "SELECT id, slot, element_count FROM lc_band WHERE preparation_id = ?1 ORDER BY slot LIMIT 64", id
                ) { row in
                    guard elements < most else { return }
                    let band = Int64(try row.int(0, in: Statement.DerivedNumber.bandID, "lc_band.id"))
                    bands.insert(contentsOf: band..<band + 1)
                    last = row.int64(1)
                    elements += try row.int(2, in: Statement.DerivedNumber.bandCount, "lc_band.element_count") + 1
                }
                for range in bands.ranges { try BandBlocks.remove(ofBands: range, in: connection) }
                if let last {
                    try connection.takeAway(
                        from: "lc_band", "DELETE FROM lc_band WHERE preparation_id = ?1 AND slot <= ?2", id, last)
                    continue
                }
                for table in [
                    "lc_sum", "lc_section_element", "lc_frozen_lines", "lc_element_kind", "lc_moved", "lc_reordered",
                    "lc_written",
                ] { try connection.run("DELETE FROM \(table) WHERE preparation_id IN (?1, -?1)", id) }
                try connection.run("DELETE FROM lc_section_mark WHERE kind <> 'resized' AND owner = ?1", id)
                try connection.takeAway(from: "lc_preparation", "DELETE FROM lc_preparation WHERE id = ?1", id)
                return try !hasSuperseded(in: connection)
            } while goesOn(elements)
            return false
        }
    }
}

extension Connection {
    /// Changes or deletes rows that were just read, and that will not be read again after that.
    ///
    /// In a damaged file a row may be found by scanning its table, and not by its key. Then a loop that removes rows
    /// until none is left would never end.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where fewer rows were changed than wanted.
    func takeAway<each Argument: Bindable>(
        _ count: Int = 1, from table: String, _ sql: String, _ arguments: repeat each Argument
    ) throws {
        try run(sql, repeat each arguments)
        guard changes < count else { return }
        throw LayoutError.corrupt("\(table) holds a row that is not found by its key")
    }
}
