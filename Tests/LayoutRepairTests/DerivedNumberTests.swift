import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Numbers from derived rows, at any extreme: an error with a remedy, never a trap or a loop.
@Suite struct DerivedNumberTests {
    private static let numbers = ["9223372036854775807", "-9223372036854775808", "1000000000"]
    private static let lengths = ["9e999", "1e308"]

    private static let countedColumns: KeyValuePairs = [
        "lc_band": "slot item_count cell_count element_count first_cell first_item_id orthogonal id",
        "lc_block": "first number_0 z_index element item_shift id", "lc_detail": "z_index element item item_shift id",
        "lc_preparation": "slot_count revision z_stride", "lc_schema": "next_band",
        "lc_sum": "items elements sections node level counts_3 only_child", "lc_number": "number",
        "lc_run": "item_count", "lc_section_element": "z_index edge element ordinal", "lc_rtree_node": "nodeno",
    ]

    private static let measuredColumns: KeyValuePairs = [
        "lc_band": "length cross_length overhang_before overhang_after first_position",
        "lc_block": "x_0 width_1 max_x", "lc_sum": "length overhang_after length_3",
        "lc_preparation": "section_spacing wrap_spacing container_width", "lc_section_element": "start reserve",
        "lc_frozen_lines": "top_end bottom_start right_start",
    ]

    private static let others: [String] = [
        "DELETE FROM lc_element_kind", "DELETE FROM lc_number WHERE number > 2",
        "DELETE FROM lc_sum", "DELETE FROM lc_band WHERE slot % 2 = 0", "DELETE FROM lc_block WHERE id % 3 = 0",
        "DELETE FROM lc_rtree", "DELETE FROM lc_detail", "UPDATE lc_band SET state = 'nonsense'",
        "UPDATE lc_band SET state = '[1e400]'", "UPDATE lc_band SET state = NULL",
        "UPDATE lc_band SET summary = '1e999x5'", "UPDATE lc_band SET section_id = 99",
        "UPDATE lc_band SET is_estimated = 1, is_stale = 1", "UPDATE lc_preparation SET dataset_id = 7",
        "UPDATE lc_preparation SET layout_id = layout_id + 1 WHERE id = 5",
        "INSERT INTO lc_replaced VALUES ('section', 1)", "DELETE FROM lc_run", "UPDATE lc_run SET changes = 3",
    ]

    /// One of some values, another for each column, so that every column and every value has its turn. All of them in a
    /// run that has time.
    private static func inTurn(_ values: [String], _ turn: Int) -> [String] {
        TestSettings.takesAll ? values : [values[turn % values.count]]
    }

    static var strikes: [String] {
        var strikes = others
        for (table, columns) in countedColumns {
            for column in columns.split(separator: " ") {
                for number in inTurn(numbers, strikes.count) {
                    let last = "(SELECT max(\(column)) FROM \(table))"
                    strikes.append("UPDATE OR REPLACE \(table) SET \(column) = \(number) WHERE \(column) = \(last)")
                }
            }
        }
        for (table, columns) in measuredColumns {
            for column in columns.split(separator: " ") {
                for length in inTurn(lengths, strikes.count) {
                    strikes.append("UPDATE OR REPLACE \(table) SET \(column) = \(length)")
                }
            }
        }
        return strikes
    }

    @Test(
        "A damaged number ends in an error or an answer, in reading, preparing and verifying, and is repaired",
        arguments: TestSettings.drawn(20, of: strikes))
    func survives(_ strike: String) throws {
        let damaged = try DamagedStore()
        let before = try DamagedStore.prepared.get()
        try damaged.strike([strike])
        func attempt(_ body: () throws -> Void) throws {
            do {
                try body()
            } catch {
                let explained = try #require(LayoutError(explaining: error), "\(error)")
                #expect(explained.code == .corrupt, "\(explained)")
                #expect(explained.advice?.contains("repair") == true)
                #expect(!explained.message.contains("while executing"))
            }
        }
        try attempt { try damaged.readEverything() }
        let isInOrder = try damaged.store.verify(deep: true).isWhole
        if isInOrder {
            for (name, elements) in try damaged.elements() { expectSameElements(elements, before[name] ?? [], name) }
        }
        try attempt { try damaged.prepareEverything() }
        let report = try damaged.store.verify(repair: true, deep: true)
        #expect(report.isWhole, "\(report)")
        try damaged.readEverything()
        try damaged.prepareEverything()
        #expect(try damaged.store.verify(deep: true).isWhole)
        for (name, elements) in try damaged.elements() {
            expectSameElements(elements, try DamagedStore.preparedAgain.get()[name] ?? [], name)
        }
    }

    @Test(
        "An index of what is stale or miscounted that names what is not ends in an error, and is repaired",
        .timeLimit(.minutes(1)), arguments: [("lc_band_stale", "is_stale"), ("lc_band_miscounted", "is_miscounted")])
    func staleIndex(_ index: String, _ mark: String) throws {
        let damaged = try DamagedStore()
        try damaged.test.execute("UPDATE item SET height = 99 WHERE id = 148")
        let ours = "CREATE INDEX \(index) ON lc_band (preparation_id, slot)"
        // Written while it is an index of all bands.
        for (sql, next) in [(ours, "REINDEX \(index)"), (ours + " WHERE \(mark)", "")] {
            try damaged.strike([
                "PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = '\(sql)' WHERE name = '\(index)'",
                "PRAGMA writable_schema = RESET", next,
            ])
        }
        for name in DamagedStore.layouts {
            let error = #expect(throws: LayoutError.self) {
                let rect = LayoutRect(x: 0, y: 0, width: 400, height: 4000)
                _ = try damaged.store.layout(name).layoutAttributesForElements(in: rect, preparing: .visible)
                try damaged.store.prepare(name)
            }
            #expect(error?.code == .corrupt && error?.message.contains(index) == true, "\(name)")
        }
        #expect(try damaged.store.verify(repair: true, deep: true).isWhole)
        try damaged.prepareEverything()
    }

    @Test("No stored number is an infinity, for which SQL text, as of sqldiff, has no word")
    func infinities() throws {
        try DamagedStore().test.read { connection in
            let columns = try connection.names(
                """
                SELECT t.name || '.' || c.name
                FROM pragma_table_list AS t CROSS JOIN pragma_table_xinfo(t.name) AS c
                WHERE t.schema = 'main' AND t.type IN ('table', 'shadow') AND c.type = 'REAL'
                """)
            #expect(columns.contains("lc_run.first_position"))
            for column in columns {
                let table = column.prefix { $0 != "." }
                let count = try connection.first(
                    "SELECT count(*) FROM \(table) WHERE abs(\(column)) = 9e999", as: Int.self)
                #expect(count == 0, "\(column)")
            }
        }
    }
}
