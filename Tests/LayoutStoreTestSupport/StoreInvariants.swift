import LayoutEngine
package import LayoutSQLite
import LayoutCore

/// The invariants of a store's derived rows after every preparation, checked by plain sums and sets.
package struct StoreInvariants {
    private let connection: Connection
    private var problems: [String] = []

    private struct Band {
        var id: Int64
        var slot: Int
        var section: Int64?
        var firstPosition: Double
        var sums: Sums
        var firstItemID: Int64?
    }

    /// The sums of a band, or of a node of the tree.
    private struct Sums: Equatable {
        var length = 0.0
        var items = 0
        var elements = 0
        var sections = 0
        var crossLength = 0.0
        var overhangBefore = 0.0
        var overhangAfter = 0.0
        var summary = SectionMeasure.Summary.unknown

        mutating func add(_ other: Sums) {
            length += other.length
            items += other.items
            elements += other.elements
            sections += other.sections
            crossLength = max(crossLength, other.crossLength)
            overhangBefore = max(overhangBefore, other.overhangBefore)
            overhangAfter = max(overhangAfter, other.overhangAfter)
            summary = summary.merged(with: other.summary)
        }
    }

    /// The first problems found, or none.
    package static func problems(_ connection: Connection) throws -> [String] {
        var check = StoreInvariants(connection: connection)
        try check.run()
        return check.problems
    }

    private init(connection: Connection) { self.connection = connection }

    private mutating func run() throws {
        var counts = (blocks: 0, details: 0, entries: 0)
        var preparations: [(id: Int64, dataset: Int64, slotCount: Int, isFree: Bool)] = []
        try connection.forEachRow("SELECT id, dataset_id, slot_count, is_free FROM lc_preparation WHERE is_complete") {
            row in preparations.append((row.int64(0), row.int64(1), row.int(2), row.bool(3)))
        }
        for preparation in preparations {
            let bands = try bands(of: preparation.id)
            try checkOrder(bands, preparation.dataset, isFree: preparation.isFree)
            try checkSums(bands, preparation.id, slotCount: preparation.slotCount)
            for band in bands {
                let held = try checkBlocks(band, plane: preparation.isFree ? -preparation.id : band.id)
                counts = (counts.blocks + held.blocks, counts.details + held.details, counts.entries + held.entries)
            }
        }
        let nextBand = try connection.first("SELECT max(next_band) FROM lc_schema", as: Int64.self) ?? 0
        let lastBand = try connection.first("SELECT coalesce(max(id), 0) FROM lc_band", as: Int64.self) ?? 0
        expect(lastBand < nextBand, "band \(lastBand) is beyond the counter")
        // Unfinished preparations hold separate rows; none are expected here.
        let isAlone =
            try connection.first("SELECT count(*) FROM lc_preparation WHERE NOT is_complete", as: Int.self) == 0
        guard isAlone else { return }
        try expectCount("lc_block WHERE id <> 0", counts.blocks)
        try expectCount("lc_detail WHERE id > 15", counts.details)
        try expectCount("lc_rtree", counts.entries)
        for rows in [
            "lc_run WHERE changes > 0 OR item_count IS NULL", "lc_measured", "lc_section_mark WHERE kind = 'resized'",
            "lc_preparation WHERE layout_id IS NULL",
            "lc_band AS b WHERE NOT EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = b.preparation_id)",
            "lc_sum AS s WHERE NOT EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = s.preparation_id)",
            """
            section AS s WHERE (SELECT sum(r.item_count) FROM lc_run AS r WHERE r.section_id = s.id)
              IS NOT (SELECT count(*) FROM item AS i WHERE i.section_id = s.id)
            """,
            """
            lc_run AS r WHERE item_count <> (SELECT count(*) FROM item AS i WHERE i.section_id = r.section_id
              AND i.position >= r.first_position AND i.position < coalesce((
                SELECT min(n.first_position) FROM lc_run AS n
                WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999))
            """,
            """
            lc_section_element AS e WHERE NOT is_of_content AND NOT EXISTS (
              SELECT 1 FROM lc_band AS b
              WHERE b.section_id = e.section_id AND b.preparation_id IN (e.preparation_id, -e.preparation_id))
            """,
            """
            lc_frozen_lines AS e WHERE NOT EXISTS (
              SELECT 1 FROM lc_band AS b
              WHERE b.section_id = e.section_id AND b.preparation_id IN (e.preparation_id, -e.preparation_id))
            """,
        ] { try expectCount(rows, 0) }
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
              overhang_before, overhang_after, first_item_id, begins_section, summary, is_stale, cell_count
            FROM lc_band WHERE preparation_id = ?1 ORDER BY slot
            """,
            preparation
        ) { row in
            let position = row.double(3)
            if row.bool(13) { stale += 1 }
            expect(row.int(14) <= row.int(5), "band \(row.int64(0)) has \(row.int(14)) cells for \(row.int(5)) items")
            bands.append(
                Band(
                    id: row.int64(0), slot: row.int(1), section: row.isNull(2) ? nil : row.int64(2),
                    firstPosition: position,
                    sums: Sums(
                        length: row.double(4), items: row.int(5), elements: row.int(6), sections: row.int(11),
                        crossLength: row.double(7), overhangBefore: row.double(8), overhangAfter: row.double(9),
                        summary: SectionMeasure.Summary(text: row.string(12))),
                    firstItemID: row.isNull(10) ? nil : row.int64(10)))
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
            expect(own.first?.firstPosition == -1e301, "section \(section) does not begin with its first band")
            if isFree {
                let count =
                    try connection.first("SELECT count(*) FROM item WHERE section_id = ?1", section, as: Int.self) ?? 0
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

    /// Each node of the tree holds the sums of the slots below it, and there are no more nodes. Empty ones may be
    /// missing. The views tell what comes before each band.
    private mutating func checkSums(_ bands: [Band], _ preparation: Int64, slotCount: Int) throws {
        let last = bands.last?.slot ?? 0
        expect(last <= slotCount, "slot \(last) is beyond the tree of \(slotCount)")
        var nodes = 0
        var span = 1
        for level in 1...12 where slotCount > 0 && (level == 1 || span < slotCount) {
            span *= 16
            for node in 0...(slotCount - 1) / span {
                var sums = Sums()
                for band in bands where (band.slot - 1) / span == node { sums.add(band.sums) }
                guard var found = try self.sums(preparation, level, node) else {
                    expect(sums == Sums(), "node \(node) of level \(level) of \(preparation) is missing")
                    continue
                }
                nodes += 1
                // The order of adding may differ where lengths are no multiples of 1/64.
                if abs(found.length - sums.length) <= 1e-9 * max(1, abs(sums.length)) { found.length = sums.length }
                expect(
                    found == sums, "node \(node) of level \(level) of \(preparation) holds \(found) instead of \(sums)")
            }
        }
        try expectCount("lc_sum WHERE preparation_id = \(preparation)", nodes)
        var before = Sums()
        var firstItem = 0
        for band in bands {
            if band.sums.sections > 0 { firstItem = before.items }
            let section = before.sections + band.sums.sections - 1
            try connection.forEachRow(
                "SELECT origin, counts >> 31, counts & 2147483647 FROM lc_band "
                    + "NATURAL JOIN lc_band_origin NATURAL JOIN lc_band_index WHERE id = ?1", band.id
            ) { row in
                expect(
                    abs(row.double(0) - before.length) <= 1e-9 * max(1, abs(before.length))
                        && (band.section == nil || row.int(1) == before.items - firstItem && row.int(2) == section),
                    "band \(band.id) of \(preparation) does not begin after those before it")
            }
            before.add(band.sums)
        }
    }

    /// The sums of a node as the tree has them; nil if it is missing.
    private func sums(_ preparation: Int64, _ level: Int, _ node: Int) throws -> Sums? {
        var found: Sums?
        try connection.forEachRow(
            """
            SELECT length, items, elements, sections, cross_length, overhang_before, overhang_after, summary
            FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 AND node = ?3
            """, preparation, level, node
        ) { row in
            found = Sums(
                length: row.double(0), items: row.int(1), elements: row.int(2), sections: row.int(3),
                crossLength: row.double(4), overhangBefore: row.double(5), overhangAfter: row.double(6),
                summary: SectionMeasure.Summary(text: row.string(7)))
        }
        return found
    }

    /// Every element of a band is inside its block, and every block inside the entry of the R*Tree that bounds it.
    /// Returns how many blocks, details and entries there are.
    private mutating func checkBlocks(_ band: Band, plane: Int64) throws -> (blocks: Int, details: Int, entries: Int) {
        let first = band.id * 1_048_576
        var numbers: [Int64] = []
        var elements = 0
        var details = 0
        try connection.forEachRow(
            """
            SELECT f.block_id, f.number, f.x >= f.min_x AND f.y >= f.min_y AND f.x + f.width <= f.max_x
              AND f.y + f.height <= f.max_y, f.detail_count, d.id IS NOT NULL,
              (SELECT count(*) FROM lc_rtree AS r WHERE r.id = f.block_id / 8 AND r.plane0 <= ?2 AND r.plane1 >= ?2
                AND r.x0 <= f.min_x AND r.x1 >= f.max_x AND r.y0 <= f.min_y AND r.y1 >= f.max_y),
              f.width >= 0
            FROM lc_frame AS f LEFT JOIN lc_detail AS d ON d.id = f.block_id * 16 + f.number
            WHERE f.block_id BETWEEN ?1 AND ?1 + 1048575 ORDER BY 1, 2
            """,
            first, Double(plane)
        ) { row in
            if numbers.last != row.int64(0) - first { numbers.append(row.int64(0) - first) }
            if row.bool(6) { elements += 1 }
            if row.bool(4) { details += 1 }
            expect(row.bool(2), "an element of band \(band.id) sticks out of its block")
            expect(row.int(5) == 1, "a block of band \(band.id) sticks out of its entry")
        }
        expect(numbers == Array(0..<Int64(numbers.count)), "blocks of band \(band.id) are not numbered from 0")
        expect(elements == band.sums.elements, "band \(band.id) lacks elements")
        let counted = try connection.first(
            "SELECT coalesce(sum(detail_count), 0) FROM lc_block WHERE id BETWEEN ?1 AND ?1 + 1048575", first,
            as: Int.self)
        expect(counted == details, "band \(band.id) lacks details")
        return (numbers.count, details, (numbers.count + 7) / 8)
    }
}
