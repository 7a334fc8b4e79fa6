import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Changes that leave a store whole in itself, and wrong.
@Suite struct SilenceTests {
    static let changedConstants: [String] = [
        "axis = 1 - axis", "is_mirrored = 1 - is_mirrored", "is_free = 1 - is_free",
        "section_spacing = section_spacing + 1", "cross_length = 17", "wraps = 1 - wraps", "wrap_spacing = 3",
        "wraps_across = 1 - wraps_across", "cross_wrap_spacing = 4", "pin_start = 5", "pin_end = 5",
        "z_stride = z_stride + 1", "kind = 'table'", "is_complete = 0", "is_outlined = 0",
    ]

    @Test(
        "Verifying compares a preparation's constants with its definition",
        arguments: TestSettings.drawn(5, of: changedConstants))
    func constants(_ change: String) throws {
        let damaged = try DamagedStore()
        try damaged.strike(["UPDATE lc_preparation SET \(change)"])
        #expect(try !damaged.store.verify().isWhole)
    }

    /// Statements that change rows.
    static let changes = DataFile("Silence.txt").cases

    /// A block of a cell or more that differ in nothing but their frames.
    private static let fullBlock =
        "id = (SELECT min(id) FROM lc_block WHERE count > 1 AND element IS NULL AND detail_count = 0)"

    @Test(
        "Verifying in depth notices what is whole in itself and wrong", arguments: TestSettings.drawn(14, of: changes))
    func rows(_ change: DataFile.Case) throws {
        let damaged = try DamagedStore()
        try damaged.strike([change.text.replacing("{full}", with: Self.fullBlock)])
        // None of them is without a text.
        #expect(try damaged.store.verify(deep: true).problems.min() ?? "" != "")
        // A caller that repairs has not always run a deep check before.
        let report = try damaged.store.verify(repair: true)
        #expect(!report.repairs.isEmpty && report.isWhole, "\(report)")
        #expect(try damaged.store.verify(deep: true).isWhole)
    }

    /// The bands of a section, the last first; item 148 is in that one.
    private static let bands = "FROM lc_band WHERE section_id = 2 AND preparation_id = 1 ORDER BY slot DESC"

    private static let beginning = "FROM lc_band WHERE section_id = 2 AND preparation_id = 1 AND begins_section"

    @Test(
        "Verifying in depth compares the parts that no change touches, and reports what it could not compare",
        arguments: [
            // The first band of the section, and the one before the band in which something changed.
            ("UPDATE lc_block SET x_0 = x_0 + 0.5 WHERE id = (SELECT id << 20 \(beginning))", "what its items give"),
            (
                "UPDATE lc_block SET x_0 = x_0 + 0.5 WHERE id = (SELECT id << 20 \(bands) LIMIT 1 OFFSET 1)",
                "what its items give"
            ),
            (
                "DELETE FROM lc_section_element WHERE section_id = 2 AND preparation_id = 1 AND edge <> 1",
                "does not hold what section 2 shows"
            ),
        ])
    func untouched(_ change: String, _ problem: String) throws {
        let damaged = try DamagedStore()
        let isInLast = "SELECT first_position < 148 AND NOT begins_section \(Self.bands) LIMIT 1"
        #expect(try damaged.test.first(isInLast, as: Bool.self) == true)
        try damaged.test.execute("UPDATE item SET height = 99 WHERE id = 148")
        let whole = try damaged.store.verify(deep: true)
        #expect(whole.isWhole && whole.uncomparedBands > 0, "\(whole)")
        #expect(whole.notes.contains { $0.hasPrefix("preparation 1: ") && $0.contains("skipped") })
        try damaged.strike([change])
        let report = try damaged.store.verify(deep: true)
        #expect(report.problems.contains { $0.contains(problem) }, "\(report)")
        #expect(try damaged.store.verify(repair: true).isWhole)
        let repaired = try damaged.store.verify(deep: true)
        #expect(repaired.uncomparedBands == 0 && repaired.notes.isEmpty, "\(repaired)")
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
            #expect(whole.isWhole && whole.uncomparedBands > 0, "\(restructuring): \(whole)")
            try damaged.strike([change])
            #expect(try !damaged.store.verify(deep: true).isWhole, "\(restructuring)")
        }
    }
}
