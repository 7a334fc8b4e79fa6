import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// How SQLite goes about the queries, by `EXPLAIN QUERY PLAN`.
@Suite struct PlanTests {
    private static let flow = #"{"layout":"flow","header":{"height":20},"pinHeaders":true}"#

    private func prepared(_ json: String = flow) throws -> TestStore {
        let test = try TestStore(limits: TestStore.wholeLimits)
        // Enough rows that reading all of a table is dearer than searching it, by SQLite's own reckoning.
        try test.fill(1...3000, sections: 3, "section_id, position, height", "1 + i % 3, i, 44")
        try test.prepareWall(json)
        return test
    }

    private func plan(_ sql: String, _ test: TestStore) throws -> [String] {
        try test.store.pool.writeWithoutTransaction { connection in
            var steps: [String] = []
            try connection.forEachRow("EXPLAIN QUERY PLAN \(sql)") { row in steps.append(row.stringOrEmpty(3)) }
            return steps
        }
    }

    /// The tables and indices that grow with the data and that a statement reads from their first row on, not from one
    /// it looked for.
    ///
    /// Found in the program that SQLite makes of it, since a plan names tables by their short names only.
    private func scanned(_ sql: String, _ test: TestStore) throws -> [String] {
        try test.store.pool.writeWithoutTransaction { connection in
            var names: [Int: String] = [:]
            try connection.forEachRow(
                """
                SELECT rootpage, name FROM sqlite_schema WHERE rootpage > 0
                  AND tbl_name IN ('lc_band', 'lc_block', 'lc_detail', 'lc_sum', 'lc_run', 'item', 'section',
                    'lc_section_element', 'lc_frozen_lines')
                """
            ) { row in names[row.int(0)] = row.stringOrEmpty(1) }
            var cursors: [Int: String] = [:]
            var scanned: [String] = []
            try connection.forEachRow("EXPLAIN \(sql)") { row in
                switch row.stringOrEmpty(1) {
                case "OpenRead", "ReopenIdx": cursors[row.int(2)] = names[row.int(3)]
                case "Rewind", "Last": scanned += cursors[row.int(2)].map { [$0] } ?? []
                default: break
                }
            }
            return scanned
        }
    }

    @Test("A scan of a table that grows is noticed")
    func growingScan() throws {
        let test = try prepared()
        #expect(try scanned("SELECT max(y_0) FROM lc_block", test) == ["lc_block"])
        #expect(try scanned("SELECT b.id FROM lc_band AS b WHERE b.length > 3", test) == ["lc_band"])
        #expect(try scanned("SELECT id FROM item WHERE id = 3", test).isEmpty)
    }

    @Test("The view goes from bands to blocks to rows", arguments: [false, true])
    func visible(isAnalyzed: Bool) throws {
        let test = try prepared()
        // Statistics must not talk the planner into another order.
        if isAnalyzed { try test.store.pool.writeWithoutTransaction { try $0.execute("ANALYZE") } }
        let query = "SELECT * FROM visible WHERE layout = 'wall'"
        let steps = try plan(query, test)
        #expect(try scanned(query, test).isEmpty)
        // In the views, b is a band or a block, r an entry of the R*Tree, i an item.
        #expect(steps.contains { $0.hasPrefix("SEARCH b USING PRIMARY KEY (preparation_id=? AND slot>? AND slot<?)") })
        #expect(steps.contains { $0.hasPrefix("SEARCH b USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") })
        #expect(steps.contains { $0.hasPrefix("SEARCH i USING INTEGER PRIMARY KEY (rowid=?)") })
        // Six constraints: column 0 to 5 with < or > each (B is ≤, D is ≥).
        let trees = steps.filter { $0.hasPrefix("SCAN r VIRTUAL TABLE INDEX 2:") }
        #expect(!trees.isEmpty)
        for tree in trees {
            let constraints = tree.drop { $0 != ":" }.dropFirst().prefix { $0 != " " }
            #expect(constraints.count == 12, "\(tree)")
            #expect(Set(stride(from: 1, to: 12, by: 2).map { Array(constraints)[$0] }) == Set("012345"), "\(tree)")
        }
    }

    @Test("One item and the items of one section are found through indexes", arguments: ["flow", "canvas"])
    func oneItem(kind: String) throws {
        let test = try prepared(#"{"layout":"\#(kind)"}"#)
        // Of these sections, and as if there were a thousand of a thousand items each.
        let many = """
            UPDATE sqlite_stat1 SET stat = n.stat FROM (SELECT 'item_order' AS idx, '1000000 1000 1' AS stat
              UNION ALL SELECT 'lc_band', '16000 16000 1' UNION ALL SELECT 'lc_band_id', '16000 1'
              UNION ALL SELECT 'lc_band_head', '1000 1000 1 1' UNION ALL SELECT 'lc_band_section', '16000 16 16 1') AS n
            WHERE n.idx = sqlite_stat1.idx; ANALYZE sqlite_schema
            """
        for statistics in ["", "ANALYZE", many] {
            try test.store.pool.writeWithoutTransaction { try $0.execute(statistics) }
            for condition in [
                "key = 'k700'", "item_id = 700", "layout = 'wall' AND key = 'k700'", "section = 1", "section_id = 2",
                "item_id = (SELECT id FROM item WHERE section_id = 1 AND position = 699)",
            ] {
                let sql = "SELECT * FROM item_frames WHERE \(condition)"
                #expect(try scanned(sql, test).isEmpty, "\(statistics) \(sql)")
                // The band of an item, and the first one of its section.
                for band in condition.hasPrefix("section") ? ["b"] : ["b", "g"] where statistics.isEmpty {
                    let columns = "section_id=? AND preparation_id=? AND first_position=?"
                    let step = "SEARCH \(band) USING INDEX lc_band_section (\(columns))"
                    #expect(try plan(sql, test).contains { $0.hasPrefix(step) }, "\(sql)")
                }
            }
            let neighbours = """
                SELECT b.item FROM item_frames AS a JOIN item_frames AS b ON b.layout = a.layout
                  AND b.section = a.section AND b.item BETWEEN a.item - 1 AND a.item + 1 WHERE a.item_id = 700
                """
            #expect(try !scanned(neighbours, test).contains("item"))
        }
    }

    @Test("One section is found among the sections' first bands, and only its own bands and blocks are read")
    func oneSection() throws {
        let test = try prepared()
        for isAnalyzed in [false, true] {
            if isAnalyzed { try test.store.pool.writeWithoutTransaction { try $0.execute("ANALYZE") } }
            for rows in [
                "section_frames WHERE layout = 'wall' AND section = 1",
                "element_frames WHERE layout = 'wall' AND section = 1",
                "element_frames WHERE layout = 'wall' AND section_id = 2",
                "element_frames WHERE layout = 'wall' AND section = 1 AND kind = 'cell' AND item = 4",
            ] {
                // Stale parts are looked for among all runs that are marked.
                let sql = "SELECT * FROM \(rows)"
                #expect(try scanned(sql, test).allSatisfy { $0 == "lc_run" || $0 == "section_order" }, "\(sql)")
                let steps = try plan(sql, test)
                #expect(steps.contains { $0.hasPrefix("SEARCH g USING INDEX lc_band_head (preparation_id=?)") })
                let own = "SEARCH b USING INDEX lc_band_section (section_id=? AND preparation_id=?"
                #expect(steps.contains { $0.hasPrefix(own) }, "\(sql)")
            }
            let join = "SELECT max(e.y) FROM section AS s JOIN element_frames AS e ON e.section_id = s.id"
            #expect(try plan(join, test).filter { $0.hasPrefix("MATERIALIZE") } == ["MATERIALIZE b"])
        }
    }

    @Test("Items are exported in the order of the indexes, and nothing is sorted")
    func export() throws {
        let test = try prepared()
        let steps = try plan(LayoutStore.exportedItems(ofOne: false), test)
        #expect(steps.contains { $0.hasPrefix("SEARCH i USING INDEX item_order") })
        #expect(!steps.contains { $0.contains("TEMP B-TREE") })
    }

    @Test("A condition on the layout keeps the views from going through other layouts")
    func oneLayout() throws {
        let test = try prepared()
        let queries = [
            "SELECT * FROM section_frames WHERE layout = 'wall' AND section = 2",
            "SELECT * FROM section_frames WHERE layout = 'wall'",
            "SELECT * FROM element_frames WHERE layout = 'wall' AND key = 'k700'",
        ]
        func steps(_ sql: String) throws -> Int {
            var count = 0
            return try test.store.pool.writeWithoutTransaction { connection in
                try connection.forEachRow("SELECT 1 FROM lc_band") { _ in }
                connection.setProgressHandler(everyInstructions: 1) {
                    count += 1
                    return true
                }
                try connection.forEachRow(sql) { _ in }
                connection.setProgressHandler(nil)
                return count
            }
        }
        let one = try queries.map(steps)
        for index in 1..<6 {
            try test.define("other \(index)", #"{"layout":"table"}"#, 320, 480)
            try test.store.prepare("other \(index)")
        }
        for (sql, one) in zip(queries, one) {
            // A few hundred steps distinguish the other layouts.
            let six = try steps(sql)
            #expect(Double(six) < Double(one) * 1.1 + 1000, "\(sql): \(one) steps, and \(six) with six layouts")
        }
    }
}
