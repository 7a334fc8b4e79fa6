import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The places of rows in the backgrounds of their sections.
@Suite struct RowPositionTests {
    private func makeStore(_ json: String) throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 1), (2, 1, 2), (3, 1, 3)",
            "INSERT INTO item (id, section_id, position) VALUES (10, 1, 5), (11, 1, 6), (12, 1, 7), (20, 2, 1)",
            "INSERT INTO item (id, section_id, position) VALUES (31, 3, 2), (30, 3, 1)")
        try test.prepareWall(json, 100, 400)
        try test.execute("UPDATE viewport SET x = 0, y = 0, width = 100, height = 400 WHERE layout = 'wall'")
        return test
    }

    /// The places by id, as SQL and Swift give them, which must agree.
    private func positions(_ test: TestStore, height: Double = 400) throws -> [Int64: String] {
        let layout = test.wall
        let cells = try layout.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 100, height: height))
        var found: [Int64: String] = [:]
        for cell in cells {
            guard let id = cell.itemID, let path = cell.indexPath else {
                #expect(cell.rowPosition == nil)
                continue
            }
            found[id] = cell.rowPosition?.rawValue
            #expect(try layout.layoutAttributesForItem(at: path)?.rowPosition == cell.rowPosition)
        }
        try test.withConnectionOfApp { app in
            for view in ["visible", "visible_btree", "visible_in('wall', 0, 0, 100, \(height))"] {
                var rows: [Int64: String] = [:]
                try app.forEachRow(
                    "SELECT item_id, row_position FROM \(view) WHERE layout = 'wall' AND row_position IS NOT NULL"
                ) { rows[$0.int64(0)] = $0.string(1) }
                #expect(rows == found, "\(view)")
            }
        }
        return found
    }

    @Test("In a table with a background each row is the first, a middle one, the last or the only one of its section")
    func positions() throws {
        let test = try makeStore(#"{"layout":"table","background":{}}"#)
        #expect(try positions(test) == [10: "first", 11: "middle", 12: "last", 20: "only", 30: "first", 31: "last"])
        try test.execute("DELETE FROM item WHERE id IN (10, 30)", "UPDATE item SET position = 9 WHERE id = 11")
        try test.store.prepare("wall")
        #expect(try positions(test) == [12: "first", 11: "last", 20: "only", 31: "only"])
    }

    @Test("Items side by side are of one row, also where their section alone has columns, and a wide one has its own")
    func columns() throws {
        let test = try makeStore(#"{"layout":"table","background":{},"columns":2}"#)
        #expect(try positions(test) == [10: "first", 11: "first", 12: "last", 20: "only", 30: "only", 31: "only"])
        try test.execute("UPDATE item SET span = 2 WHERE id = 11")
        try test.store.prepare("wall")
        #expect(try positions(test) == [10: "first", 11: "middle", 12: "last", 20: "only", 30: "only", 31: "only"])
        let other = try makeStore(#"{"layout":"table","background":{}}"#)
        try other.execute(#"UPDATE section SET definition = '{"columns":3}' WHERE id = 1"#)
        try other.store.prepare("wall")
        #expect(try positions(other) == [10: "only", 11: "only", 12: "only", 20: "only", 30: "first", 31: "last"])
    }

    @Test("In rows of several items that are filled at random, each has the place of its row, in whichever band it is")
    func randomColumns() throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed)
            let columns = Int.random(in: 2...4, using: &random)
            let test = try TestStore.ofOneSection(
                items: Int.random(in: 1...60, using: &random), height: "10 + i % 3",
                definition: #"{"layout":"table","background":{},"columns":\#(columns)}"#,
                container: LayoutSize(width: 100, height: 400))
            try test.execute("UPDATE item SET span = id * 7 % 3 WHERE id % 4 = 0")
            try test.store.prepare("wall")
            // Filled from the rules: the row of each item.
            var rows: [(id: Int64, row: Int)] = []
            var (row, used) = (0, 0)
            try test.read { connection in
                try connection.forEachRow("SELECT id, coalesce(span, 1) FROM item ORDER BY position") { item in
                    let span = item.int(1) == 0 ? columns : min(item.int(1), columns)
                    if used + span > columns { (row, used) = (row + 1, 0) }
                    used += span
                    rows.append((item.int64(0), row))
                }
            }
            let expected = Dictionary(
                uniqueKeysWithValues: rows.map { id, own in
                    (id, row == 0 ? "only" : own == 0 ? "first" : own == row ? "last" : "middle")
                })
            try test.execute("UPDATE viewport SET x = 0, y = 0, width = 100, height = 4000 WHERE layout = 'wall'")
            #expect(try positions(test, height: 4000) == expected, "seed \(seed)")
        }
    }

    @Test(
        "Elsewhere no row has a place, and nothing looks for one",
        arguments: [#"{"layout":"table"}"#, #"{"layout":"flow","background":{}}"#])
    func others(json: String) throws {
        let test = try makeStore(json)
        #expect(try positions(test) == [:])
        let view = try test.first("SELECT sql FROM sqlite_schema WHERE name = 'visible'", as: String.self)
        #expect(view?.contains("lc_row_position") == false)
    }

    @Test("A file shows places of rows beside cells that move, in whichever order the layouts are prepared")
    func besideMotion() throws {
        let test = try makeStore(#"{"layout":"table","background":{}}"#)
        try test.define("cards", #"{"layout":"card","motion":"fade"}"#, 100, 400)
        try test.store.prepare("cards")
        try test.execute("UPDATE viewport SET x = 0, y = 20, width = 100, height = 90 WHERE layout = 'cards'")
        #expect(try positions(test).count == 6)
        #expect(try test.count("visible WHERE layout = 'cards' AND opacity < 1") > 0)
        #expect(try test.store.verify(deep: true).isClean)
    }
}
