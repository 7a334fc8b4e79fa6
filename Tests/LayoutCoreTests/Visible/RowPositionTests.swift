import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The places of rows in the backgrounds of their sections.
@Suite struct RowPositionTests {
    /// The places by id, as a rectangle and as single cells have them, which must agree.
    private func positions(_ test: TestStore) throws -> [Int64: String] {
        let rect = LayoutRect(x: 0, y: 0, width: 100, height: 4000)
        var found: [Int64: String] = [:]
        for element in try test.wall.layoutAttributesForElements(in: rect) {
            guard let id = element.itemID, let path = element.indexPath else {
                #expect(element.rowPosition == nil)
                continue
            }
            found[id] = element.rowPosition?.rawValue
            #expect(try test.cell(path)?.rowPosition == element.rowPosition)
        }
        return found
    }

    /// The positions by the rules: from the row of each item, and the last row of its section.
    private func expected(_ test: TestStore, columns: [Int]) throws -> [Int64: String] {
        var expected: [Int64: String] = [:]
        for (index, columns) in columns.enumerated() {
            var rows: [(id: Int64, row: Int)] = []
            var (row, used) = (0, 0)
            try test.read { connection in
                let items = "SELECT id, coalesce(span, 1) FROM item WHERE section_id = \(index + 1) ORDER BY position"
                try connection.forEachRow(items) { item in
                    let span = item.int(1) == 0 ? columns : min(item.int(1), columns)
                    if used + span > columns { (row, used) = (row + 1, 0) }
                    used += span
                    rows.append((item.int64(0), row))
                }
            }
            for (id, own) in rows {
                expected[id] = row == 0 ? "only" : own == 0 ? "first" : own == row ? "last" : "middle"
            }
        }
        return expected
    }

    @Test(
        """
        In a table with a background each item is in the first row, a middle one, the last or the only one of its \
        section, in whichever band it is, after changes too
        """)
    func places() throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            let (common, sections) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random))
            let test = try TestStore()
            try test.fill(
                0...Int.random(in: 0...60, using: &random), sections: sections, "section_id, position, height, span",
                "1 + i % \(sections), i, 10 + i % 3, CASE WHEN i % 4 = 0 THEN i * 7 % 3 END")
            // Some sections have their own number of columns.
            let columns = (0..<sections).map { _ in
                Bool.random(using: &random) ? common : Int.random(in: 1...4, using: &random)
            }
            for (index, own) in columns.enumerated() where own != common {
                try test.execute("UPDATE section SET definition = '{\"columns\":\(own)}' WHERE id = \(index + 1)")
            }
            try test.prepareWall(#"{"layout":"table","background":{},"columns":\#(common)}"#, 100, 400)
            #expect(try positions(test) == expected(test, columns: columns), "seed \(seed)")
            try test.execute("DELETE FROM item WHERE id % 3 = 1", "UPDATE item SET position = -id WHERE id % 5 = 0")
            try test.store.prepare("wall")
            #expect(try positions(test) == expected(test, columns: columns), "seed \(seed), after changes")
        }
    }

    @Test("Elsewhere no row has a place", arguments: [#"{"layout":"table"}"#, #"{"layout":"flow","background":{}}"#])
    func others(json: String) throws {
        let test = try TestStore.ofTwoSections()
        try test.prepareWall(json, 100, 400)
        #expect(try positions(test) == [:])
    }
}
