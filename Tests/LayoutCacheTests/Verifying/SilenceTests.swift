import LayoutSQLite
import Testing
@testable import LayoutCache

/// Changes that leave a store whole in itself, and wrong.
@Suite struct SilenceTests {
    static let changedConstants: [String] = [
        "axis = 1 - axis", "is_mirrored = 1 - is_mirrored", "is_free = 1 - is_free",
        "section_spacing = section_spacing + 1",
        "cross_length = 17", "wraps = 1 - wraps", "wrap_spacing = 3", "wraps_across = 1 - wraps_across",
        "cross_wrap_spacing = 4", "pin_start = 5",
        "pin_end = 5", "z_stride = z_stride + 1", "kind = 'table'", "is_complete = 0", "is_outlined = 0",
    ]

    @Test("Verifying compares a preparation's constants with its definition", arguments: changedConstants)
    func constants(_ change: String) throws {
        let damaged = try DamagedStore()
        #expect(try damaged.store.verify().isClean)
        try damaged.strike(["UPDATE lc_preparation SET \(change)"])
        #expect(try !damaged.store.verify().isClean)
    }

    /// A block of a cell or more that differ in nothing but their frames.
    private static let fullBlock =
        "id = (SELECT min(id) FROM lc_block WHERE count > 1 AND element IS NULL AND detail_count = 0)"

    static let changedRows: [String] = [
        "UPDATE lc_block SET x_1 = x_1 + 0.5 WHERE \(fullBlock)",
        "UPDATE lc_block SET width_1 = width_1 / 2 WHERE \(fullBlock)",
        "UPDATE lc_block SET z_index = z_index + 1 WHERE \(fullBlock)",
        "UPDATE lc_block SET item_shift = item_shift + 1 WHERE numbers = 0 AND item_shift IS NOT NULL",
        "UPDATE lc_block SET first = first + 1 WHERE \(fullBlock)",
        "UPDATE lc_block SET number_1 = number_1 + 1 WHERE numbers = 2",
        "UPDATE lc_block SET numbers = 0 WHERE numbers = 2",
        "UPDATE lc_block SET element = 1 WHERE \(fullBlock)",
        "UPDATE lc_block SET shift = (shift + 1) % 8 WHERE \(fullBlock)",
        "UPDATE lc_block SET max_y = min_y WHERE \(fullBlock)",
        "UPDATE lc_block SET count = count - 1 WHERE \(fullBlock)", "DELETE FROM lc_block WHERE \(fullBlock)",
        "DELETE FROM lc_block WHERE id = 0",
        "UPDATE lc_block SET detail_count = 0 WHERE detail_count > 0",
        "DELETE FROM lc_detail WHERE id = (SELECT min(id) FROM lc_detail)",
        "UPDATE lc_detail SET z_index = z_index + 1 WHERE id = (SELECT min(id) FROM lc_detail)",
        "INSERT INTO lc_detail (id, z_index) SELECT (id << 4) + 15, 3 FROM lc_block WHERE id > 0 AND detail_count = 0 "
            + "AND count < 15 LIMIT 1",
        "INSERT INTO lc_detail (id, z_index) VALUES (99 << 40, 3)",
        "UPDATE lc_band SET first_item_id = first_item_id + 1 WHERE cell_count > 0 AND slot < 4",
        "UPDATE lc_band SET orthogonal = 1 - abs(orthogonal)", "UPDATE lc_section_element SET y = y + 1",
        "UPDATE lc_section_element SET pins = 1 - pins", "UPDATE lc_section_element SET z_index = z_index + 1",
        "UPDATE lc_section_element SET reserve = reserve + 1", "DELETE FROM lc_section_element",
        "DELETE FROM lc_section_element WHERE section_id = 2",
        "UPDATE lc_element_kind SET name = 'other'",
        "UPDATE lc_element_kind SET moves_with_cells = 1 - moves_with_cells",
        "DELETE FROM lc_element_kind",
        // Two items change places behind the triggers' back, and what a trigger marked is gone.
        "UPDATE item SET height = 99 WHERE id = 7; UPDATE lc_run SET changes = 0, changed_position = NULL",
        "UPDATE item SET position = 1.5 WHERE id = 90; UPDATE lc_run SET changes = 0, changed_position = NULL",
        "UPDATE lc_run SET item_count = item_count + 1 WHERE first_position = -9e999 AND section_id = 1; "
            + "UPDATE lc_run SET item_count = item_count - 1 WHERE section_id = 1 AND first_position = "
            + "(SELECT max(first_position) FROM lc_run WHERE section_id = 1)",
        "UPDATE lc_sum SET length = length + 1", "UPDATE lc_sum SET items = items + 1 WHERE level = 1 AND node = 0",
        "UPDATE lc_band SET state = '[0.5,0.5,0.5]' WHERE state IS NOT NULL",
        // An entry of another band, one that is too small, and one that bounds nothing.
        "UPDATE lc_rtree SET plane0 = plane0 + 1, plane1 = plane1 + 1 WHERE id = (SELECT min(id) FROM lc_rtree)",
        "UPDATE lc_rtree SET y1 = y0 WHERE id = (SELECT min(id) FROM lc_rtree)",
        "DELETE FROM lc_rtree WHERE id = (SELECT min(id) FROM lc_rtree)",
        "INSERT INTO lc_rtree VALUES (99 << 17, 0, 1, 0, 1, 0, 1)",
        // The mark claims that sections changed, and they did not.
        "UPDATE lc_preparation SET is_restructured = 1; UPDATE lc_block SET width_1 = width_1 / 2 WHERE \(fullBlock)",
    ]

    @Test("Verifying in depth notices what is whole in itself and wrong", arguments: changedRows)
    func rows(_ change: String) throws {
        let damaged = try DamagedStore()
        let whole = try damaged.store.verify(deep: true)
        #expect(whole.isClean, "\(whole.problems)")
        try damaged.strike([change])
        #expect(try !damaged.store.verify(deep: true).isClean)
        // A caller that repairs has not always run a deep check before.
        let report = try damaged.store.verify(repair: true)
        #expect(!report.repairs.isEmpty && report.isClean, "\(report)")
        #expect(try damaged.store.verify(deep: true).isClean)
    }

    @Test("Verifying in depth compares the parts that no change touches, and reports what it could not compare")
    func untouched() throws {
        let damaged = try DamagedStore()
        try damaged.test.execute("UPDATE item SET height = 99 WHERE id = 148")
        let whole = try damaged.store.verify(deep: true)
        #expect(whole.isClean && whole.uncomparedBands > 0, "\(whole)")
        #expect(whole.notes.contains { $0.hasPrefix("preparation 1: ") && $0.contains("skipped") })
        let first = "SELECT id << 20 FROM lc_band WHERE section_id = 2 AND begins_section AND preparation_id = 1"
        try damaged.strike(["UPDATE lc_block SET x_0 = x_0 + 0.5 WHERE id = (\(first))"])
        let report = try damaged.store.verify(deep: true)
        #expect(report.problems.contains { $0.contains("is not what its items give") }, "\(report)")
        #expect(try damaged.store.verify(repair: true).isClean)
        let repaired = try damaged.store.verify(deep: true)
        #expect(repaired.uncomparedBands == 0 && repaired.notes.isEmpty, "\(repaired)")
    }

    @Test("Verifying in depth compares the band before the one in which something changed")
    func bandBefore() throws {
        let damaged = try DamagedStore()
        let last = "FROM lc_band WHERE section_id = 2 AND preparation_id = 1 ORDER BY slot DESC LIMIT 1"
        #expect(
            try damaged.test.first("SELECT first_position < 148 AND NOT begins_section \(last)", as: Bool.self) == true)
        try damaged.test.execute("UPDATE item SET height = 99 WHERE id = 148")
        try damaged.strike(["UPDATE lc_block SET x_0 = x_0 + 0.5 WHERE id = (SELECT id << 20 \(last) OFFSET 1)"])
        let report = try damaged.store.verify(deep: true)
        #expect(report.problems.contains { $0.contains("is not what its items give") }, "\(report)")
    }

    @Test("Verifying in depth compares elements that count from a section's beginning while its end must be laid out")
    func beginning() throws {
        let damaged = try DamagedStore()
        try damaged.test.execute("UPDATE item SET height = 99 WHERE id = 148")
        try damaged.strike([
            "DELETE FROM lc_section_element WHERE section_id = 2 AND preparation_id = 1 AND edge <> 1"
        ])
        let report = try damaged.store.verify(deep: true)
        #expect(report.problems.contains { $0.contains("does not hold what section 2 shows") }, "\(report)")
    }

    @Test(
        "Verifying in depth compares the sections that stayed while other ones came, went and changed places",
        arguments: [
            "UPDATE lc_block SET width_0 = width_0 / 2 WHERE id IN "
                + "(SELECT id << 20 FROM lc_band WHERE section_id = 3)",
            "DELETE FROM lc_section_element WHERE section_id = 3",
            "UPDATE lc_band SET state = '[0.5,0.5,0.5]' WHERE state IS NOT NULL AND section_id = 3",
        ])
    func otherSections(_ change: String) throws {
        for restructuring in [
            "INSERT INTO section (dataset_id, position, title) VALUES (1, 0, 'first')",
            "DELETE FROM section WHERE id = 1", "UPDATE section SET position = 9 WHERE id = 2",
        ] {
            let damaged = try DamagedStore()
            try damaged.test.execute(restructuring)
            let whole = try damaged.store.verify(deep: true)
            #expect(whole.isClean && whole.uncomparedBands > 0, "\(restructuring): \(whole)")
            try damaged.strike([change])
            #expect(try !damaged.store.verify(deep: true).isClean, "\(restructuring)")
        }
    }
}
