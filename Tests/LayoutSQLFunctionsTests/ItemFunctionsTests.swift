import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The SQL functions that find items and places, against plain SQL over the rows.
@Suite struct ItemFunctionsTests {
    /// Every item with its rank and indices, by counting.
    private static let items = """
        SELECT row_number() OVER (ORDER BY s.position, i.position) - 1,
          (SELECT count(*) FROM section AS t WHERE t.position < s.position),
          row_number() OVER (PARTITION BY s.id ORDER BY i.position) - 1, i.id, s.id, i.key, i.payload
        FROM item AS i JOIN section AS s ON s.id = i.section_id ORDER BY s.position, i.position
        """
    private static let columns = "rank, section, item, item_id, section_id, key, payload"

    @Test(
        "An item is found by its rank, its key and its id",
        arguments: [
            #"{"layout":"table","header":{"height":9}}"#, #"{"layout":"flow"}"#,
            #"{"layout":"waterfall","columns":3}"#, #"{"layout":"card","itemPitch":20}"#,
        ], [true, false])
    func ranks(_ json: String, isWhole: Bool) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 7 &+ 1)
            let test = try TestStore(limits: seed % 2 == 0 ? TestStore.tinyLimits : BandLimits())
            try test.execute(RandomDataSet().statements(sections: 4, items: 0...60, using: &random))
            try test.execute("UPDATE item SET key = 'key ' || id, payload = '{\"n\":' || id || '}'")
            try test.define("wall", json, 320, 480)
            for step in 0..<3 {
                if isWhole {
                    try test.store.prepare("wall")
                } else {
                    try test.wall.prepare(in: LayoutRect(x: 0, y: 100, width: 320, height: 200))
                }
                try test.withConnectionOfApp { app in
                    let expected = try app.lines(Self.items)
                    for (rank, line) in expected.enumerated() {
                        let context: Comment = "seed \(seed), step \(step), rank \(rank)"
                        let id = line.split(separator: "|")[3]
                        let questions = ["item_at('wall', \(rank))", "item_rank('wall', 'key \(id)')"]
                        for question in questions + ["item_rank('wall', \(id))"] {
                            let found = try app.lines("SELECT \(Self.columns) FROM \(question)")
                            #expect(found == [line], "\(context): \(question)")
                        }
                    }
                    let nothing = ["item_at('wall', \(expected.count))", "item_at('wall', -1)"]
                    for question in nothing + ["item_rank('wall', 'nix')", "item_rank('wall', -5)"] {
                        #expect(try app.lines("SELECT * FROM \(question)").isEmpty, "\(question)")
                    }
                }
                try test.execute(
                    "DELETE FROM item WHERE id % 7 = \(step)",
                    "INSERT INTO item (section_id, key, height) SELECT id, 'new \(step) ' || id, 30 FROM section",
                    "UPDATE item SET key = 'key ' || id, payload = '{\"n\":' || id || '}'")
            }
        }
    }

    @Test("The topmost cell of element_frames at a point is the one found there", arguments: ["table", "flow", "card"])
    func points(_ kind: String) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 11 &+ 5)
            let test = try TestStore()
            try test.execute(RandomDataSet().statements(sections: 3, items: 5...40, using: &random))
            let json = kind == "card" ? #"{"layout":"card","itemPitch":20}"# : #"{"layout":"\#(kind)"}"#
            try test.prepareWall(json)
            let height = try test.wall.contentSize().height
            try test.withConnectionOfApp { app in
                for _ in 0..<40 {
                    let (x, y) = (random.exactLength(in: -5...330), random.exactLength(in: -20...height + 20))
                    let expected = try app.lines(
                        """
                        SELECT section, item, item_id FROM element_frames WHERE layout = 'wall' AND kind = 'cell'
                          AND x <= \(x) AND \(x) < x + width AND y <= \(y) AND \(y) < y + height
                        ORDER BY z_index DESC, section DESC, item DESC LIMIT 1
                        """)
                    let found = try app.lines("SELECT section, item, item_id FROM item_at_point('wall', \(x), \(y))")
                    #expect(found == expected, "seed \(seed), \(x), \(y)")
                }
            }
        }
    }

    @Test("A fraction leads to a place, and the place to the fraction")
    func fractions() throws {
        let test = try TestStore.ofRandomRows(sections: 3, items: 30...40, seed: 4, TestStore.tableDefinition, 320, 480)
            .prepared()
        try test.withConnectionOfApp { app in
            for fraction in [0, 0.25, 0.5, 1, -2, 3] {
                let inside = min(max(fraction, 0), 1)
                let place = "place_at('wall', \(fraction))"
                let expected = "\(inside) * (content_height - container_height)"
                let there = try app.lines("SELECT p.x, p.y = \(expected), p.fraction FROM \(place) AS p, layout_status")
                #expect(there == ["0.0|1|\(inside)"], "\(place)")
                let back = try app.lines(
                    "SELECT abs(fraction - \(inside)) < 1e-9 FROM fraction_at('wall', 0, (SELECT y FROM \(place)))")
                #expect(back == ["1"], "\(place)")
            }
        }
    }

    @Test(
        "Invalid calls are refused in words",
        arguments: [
            ("item_at('wall', 1.5)", "item_at: the rank must be an integer"),
            ("item_at('wall', NULL)", "item_at: the rank must be an integer"),
            ("item_rank('wall', 1.5)", "item_rank: the item must be its key"),
            ("item_at_point('wall', 'a', 2)", "item_at_point: x must be a number"),
            ("place_at('wall', 9e999)", "place_at: fraction must be a finite number"),
            ("fraction_at('wall', 0, NULL)", "fraction_at: y must be a number"),
            ("item_at('nix', 0)", "nix"),
        ])
    func refusals(_ question: String, _ message: String) throws {
        let test = try TestStore()
        try test.fill(1...1, "section_id, height", "1, 5")
        try test.define("wall", #"{"layout":"table"}"#, 320, 480)
        try test.withConnectionOfApp { app in
            // A layout that was never prepared has the items of its data set.
            let unprepared = try app.lines("SELECT * FROM item_at('wall', 0)")
            #expect(unprepared == ["wall|0|0|0|1|1|NULL|NULL"])
            let error = #expect(throws: (any Error).self) { try app.lines("SELECT * FROM \(question)") }
            #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
        }
    }
}
