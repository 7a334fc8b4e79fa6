import LayoutEngine
import LayoutSQLite
@testable import LayoutCache

/// What must hold of a store's derived rows after every preparation, checked by plain sums and sets.
struct StoreInvariants {
    private let connection: Connection
    private var problems: [String] = []

    private struct Band {
        var id: Int64
        var slot: Int
        var section: Int64?
        var firstPosition: Double
        var sums: BandSums
        var rowLimit: Int64
        var firstRow: Int64
    }

    /// The first problems found, or none.
    static func problems(_ connection: Connection) throws -> [String] {
        var check = StoreInvariants(connection: connection)
        try check.run()
        return check.problems
    }

    private init(connection: Connection) { self.connection = connection }

    private mutating func run() throws {
        var rowRanges: [(first: Int64, limit: Int64)] = []
        var rows = 0
        var blocks = 0
        var preparations: [(id: Int64, dataset: Int64, slotCount: Int, isFree: Bool)] = []
        try connection.forEachRow("SELECT id, dataset_id, slot_count, is_free FROM lc_preparation WHERE is_complete") {
            row in
            preparations.append((row.int64(0), row.int64(1), row.int(2), row.bool(3)))
        }
        for preparation in preparations {
            let bands = try bands(of: preparation.id)
            try checkOrder(bands, preparation.dataset, isFree: preparation.isFree)
            try checkSums(bands, preparation.id, slotCount: preparation.slotCount)
            for band in bands {
                rowRanges.append((band.firstRow, band.rowLimit))
                rows += band.sums.elements
                blocks += try checkBlocks(band, plane: preparation.isFree ? -preparation.id : band.id)
            }
        }
        rowRanges.sort { $0.first < $1.first }
        for (one, next) in zip(rowRanges, rowRanges.dropFirst()) {
            expect(one.limit <= next.first, "rows of two bands overlap at \(next.first)")
        }
        let nextRow = try connection.first("SELECT next_row FROM lc_counter", as: Int64.self) ?? 0
        expect((rowRanges.last?.limit ?? 0) <= nextRow, "rows beyond the counter")
        // Unfinished preparations hold rows of their own; none are expected here.
        let isAlone =
            try connection.first("SELECT count(*) FROM lc_preparation WHERE NOT is_complete", as: Int.self) == 0
        guard isAlone else { return }
        try expectCount("lc_attributes", rows)
        try expectCount("lc_block", blocks)
        try expectCount("lc_run WHERE changes > 0 OR item_count IS NULL OR is_restructured", 0)
        try expectCount("lc_measured", 0)
        try expectCount(
            """
            section AS s WHERE (SELECT sum(r.item_count) FROM lc_run AS r WHERE r.section_id = s.id)
              IS NOT (SELECT count(*) FROM item AS i WHERE i.section_id = s.id)
            """, 0)
        try expectCount(
            """
            lc_run AS r WHERE item_count <> (SELECT count(*) FROM item AS i WHERE i.section_id = r.section_id
              AND i.position >= r.first_position AND i.position < coalesce((
                SELECT min(n.first_position) FROM lc_run AS n
                WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999))
            """, 0)
        try expectCount("lc_preparation WHERE layout_id IS NULL", 0)
        try expectCount(
            "lc_band AS b WHERE NOT EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = b.preparation_id)", 0)
        try expectCount(
            "lc_sum AS s WHERE NOT EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = s.preparation_id)", 0)
        try expectCount(
            """
            lc_section_element AS e WHERE NOT is_of_content AND NOT EXISTS (
              SELECT 1 FROM lc_band AS b WHERE b.section_id = e.section_id AND b.preparation_id = e.preparation_id)
            """, 0)
    }

    private mutating func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
        if !condition, problems.count < 8 { problems.append(problem()) }
    }

    private mutating func expectCount(_ rows: String, _ expected: Int) throws {
        let count = try connection.first("SELECT count(*) FROM \(rows)", as: Int.self) ?? 0
        expect(count == expected, "\(count) instead of \(expected) rows in \(rows)")
    }

    private mutating func bands(of preparation: Int64) throws -> [Band] {
        var bands: [Band] = []
        var stale = 0
        try connection.forEachRow(
            """
            SELECT id, slot, section_id, first_position, length, item_count, element_count, cross_length,
              overhang_before, overhang_after, first_row, row_limit, begins_section, summary, is_stale, cell_count
            FROM lc_band WHERE preparation_id = ?1 ORDER BY slot
            """,
            preparation
        ) { row in
            let position = row.double(3)
            if row.bool(14) { stale += 1 }
            expect(row.int(15) == row.int(5), "band \(row.int64(0)) has \(row.int(15)) cells for \(row.int(5)) items")
            bands.append(
                Band(
                    id: row.int64(0), slot: row.int(1), section: row.isNull(2) ? nil : row.int64(2),
                    firstPosition: position,
                    sums: BandSums(
                        length: row.double(4), items: row.int(5), elements: row.int(6),
                        sections: row.int(12), crossLength: row.double(7),
                        overhangBefore: row.double(8), overhangAfter: row.double(9),
                        summary: SectionSummary(text: row.string(13))),
                    rowLimit: row.int64(11), firstRow: row.int64(10)))
        }
        expect(stale == 0, "\(stale) bands of preparation \(preparation) are stale")
        return bands
    }

    /// Bands stand in the order of sections, and part the positions of each among them.
    private mutating func checkOrder(_ bands: [Band], _ dataset: Int64, isFree: Bool) throws {
        for (one, next) in zip(bands, bands.dropFirst()) {
            expect(one.slot < next.slot, "slot \(one.slot) is taken twice")
        }
        expect(bands.first.map { $0.slot >= 1 } ?? true, "a slot before the first")
        var sections: [Int64] = []
        for band in bands { if let section = band.section, sections.last != section { sections.append(section) } }
        var wanted: [Int64] = []
        try connection.forEachRow("SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", dataset) { row in
            wanted.append(row.int64(0))
        }
        expect(sections == wanted, "sections \(sections) instead of \(wanted)")
        for section in wanted {
            let own = bands.filter { $0.section == section }
            expect(own.first?.firstPosition == -.infinity, "section \(section) does not begin with its first band")
            if isFree {
                let count =
                    try connection.first(
                        "SELECT count(*) FROM item WHERE section_id = ?1", section, as: Int.self) ?? 0
                expect(own.reduce(0) { $0 + $1.sums.items } == count, "section \(section) holds not all of its items")
                continue
            }
            for (index, band) in own.enumerated() {
                let low = band.firstPosition
                let high = index + 1 < own.count ? own[index + 1].firstPosition : .infinity
                expect(low < high, "bands of section \(section) are not in order of position")
                let count =
                    try connection.first(
                        "SELECT count(*) FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3",
                        section, low, high, as: Int.self) ?? 0
                expect(count == band.sums.items, "band \(band.id) holds \(band.sums.items) cells instead of \(count)")
            }
        }
    }

    /// Each node of the tree holds the sums of the slots below it, and there are no more nodes.
    private mutating func checkSums(_ bands: [Band], _ preparation: Int64, slotCount: Int) throws {
        let tree = SumTree(connection: connection, preparationID: preparation, readsSummaries: true)
        let last = bands.last?.slot ?? 0
        expect(last <= slotCount, "slot \(last) lies beyond the tree of \(slotCount)")
        var nodes = 0
        var span = 1
        for level in 1...12 where slotCount > 0 && (level == 1 || span < slotCount) {
            span *= 16
            for node in 0...(slotCount - 1) / span {
                nodes += 1
                var sums = BandSums()
                for band in bands where (band.slot - 1) / span == node { sums.add(band.sums) }
                guard var found = try tree.node(node, level: level) else {
                    expect(false, "node \(node) of level \(level) of \(preparation) is missing")
                    continue
                }
                // The order of adding may differ where lengths are no multiples of 1/64.
                if abs(found.length - sums.length) <= 1e-9 * max(1, abs(sums.length)) { found.length = sums.length }
                expect(
                    found == sums, "node \(node) of level \(level) of \(preparation) holds \(found) instead of \(sums)")
            }
        }
        try expectCount("lc_sum WHERE preparation_id = \(preparation)", nodes)
    }

    /// Every row of a band lies in exactly one block, and within it; returns the number of blocks.
    private mutating func checkBlocks(_ band: Band, plane: Int64) throws -> Int {
        var covered: [Int64] = []
        var blocks = 0
        var boxes: [(rows: ClosedRange<Int64>, box: [Double])] = []
        try connection.forEachRow(
            """
            SELECT block >> 7, (block >> 7) + (block & 127), x0, x1, y0, y1, plane0, plane1 FROM lc_block
            WHERE plane1 >= ?1 AND plane0 <= ?1 AND band_id = ?2
            """,
            Double(plane), band.id
        ) { row in
            blocks += 1
            boxes.append((row.int64(0)...row.int64(1), (2..<6).map { row.double($0) }))
        }
        for (rows, box) in boxes {
            covered.append(contentsOf: rows)
            try connection.forEachRow(
                "SELECT x, y, width, height FROM lc_attributes WHERE id BETWEEN ?1 AND ?2", rows.lowerBound,
                rows.upperBound
            ) { row in
                let (x, y, width, height) = (row.double(0), row.double(1), row.double(2), row.double(3))
                expect(
                    x >= box[0] && x + width <= box[1] && y >= box[2] && y + height <= box[3],
                    "a row of band \(band.id) sticks out of its block")
            }
        }
        let rows = band.firstRow..<band.firstRow + Int64(band.sums.elements)
        expect(covered.sorted() == Array(rows), "blocks of band \(band.id) do not cover its rows once each")
        let stored = try connection.first(
            "SELECT count(*) FROM lc_attributes WHERE id >= ?1 AND id < ?2", rows.lowerBound, rows.upperBound,
            as: Int.self)
        expect(stored == rows.count, "band \(band.id) lacks rows")
        expect(
            band.firstRow + Int64(rows.count) <= band.rowLimit, "band \(band.id) holds more rows than are kept for it")
        return blocks
    }
}
