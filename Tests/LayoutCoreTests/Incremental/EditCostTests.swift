import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The cost of an edit, counted in items that are laid out.
///
/// In a grid an item that comes or goes moves all items after it, and no frame. So an edit lays out its neighbourhood,
/// also after a hundred others. If everything after it really moves, an edit costs no more than the first preparation.
@Suite struct EditCostTests {
    /// A kind of grid, or another layout.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var json: String
        /// Whether an edit lays out its neighbourhood.
        var isLocal = true
        /// Whether items of other sizes end lines early.
        var dependsOnSizes = false

        var testDescription: String { name }

        static let grids = [
            Case(name: "flow", json: #"{"layout":"flow","header":{"height":30}}"#, dependsOnSizes: true),
            Case(
                name: "dividing",
                json: """
                    {"layout":"compositional","sections":[{"group":{"size":{"width":{"fractionalWidth":1},"height":60},
                      "count":4,"dividing":{"size":{"width":80,"height":60}}}}]}
                    """),
            Case(
                name: "badges",
                json: """
                    {"layout":"compositional","sections":[{"interGroupSpacing":2,
                      "group":{"size":{"width":{"fractionalWidth":1},"height":60},"count":3,"repeating":
                        {"size":{"width":80,"height":60},"supplementaries":[{"elementKind":"badge",
                          "size":{"width":9,"height":9},"anchor":["top"]}]}}}]}
                    """),
            Case(name: "columns", json: #"{"layout":"table","columns":3,"columnSpacing":4}"#, dependsOnSizes: true),
            Case(name: "sheet", json: #"{"layout":"spreadsheet","columns":5,"rowHeights":[30,9],"frozenRows":1}"#),
            Case(name: "wide sheet", json: #"{"layout":"spreadsheet","columns":40}"#),
        ]

        /// Sections that scroll at a right angle: each is one band.
        static let rows = [
            row(
                "continuous",
                #""group":{"size":{"width":200,"height":60},"count":4,"dividing":{"size":{"width":9,"height":9}}}"#),
            row(
                "groupPagingCentered",
                """
                "interGroupSpacing":3,"contentInsets":7,"decorations":[{"elementKind":"background"}],
                "boundaryItems":[{"elementKind":"header","size":{"width":90,"height":20},"alignment":"top"},
                  {"elementKind":"footer","size":{"width":90,"height":9},"alignment":"bottom",
                   "pinToVisibleBounds":true}],
                "group":{"size":{"width":{"fractionalWidth":0.3},"height":90},"edgeSpacing":{"top":{"flexible":0}},
                  "subitems":[{"size":{"width":{"fractionalWidth":0.5},"height":90}},
                    {"axis":"vertical","size":{"width":{"fractionalWidth":0.5},"height":90},"count":2,"dividing":
                      {"size":{"width":{"fractionalWidth":1},"height":1}}}]}
                """),
            row(
                "paging", #""group":{"size":{"width":70,"height":90},"frames":[[0,0,30,40,2],[33,1,20.3,50,1]]}"#,
                #""rightToLeft":true,"#),
            row(
                "groupPaging",
                """
                "motion":"wheel","group":{"size":{"width":70,"height":40},"count":1,
                  "repeating":{"size":{"width":70,"height":40}}}
                """),
        ]

        private static func row(_ scrolling: String, _ section: String, _ start: String = "") -> Case {
            Case(
                name: scrolling,
                json: """
                    {"layout":"compositional",\(start)"sections":[{"orthogonalScrolling":"\(scrolling)",\(section)}]}
                    """)
        }

        static let others = [
            Case(name: "table", json: #"{"layout":"table"}"#), Case(name: "card", json: #"{"layout":"card"}"#),
            Case(name: "waterfall", json: #"{"layout":"waterfall","columns":2}"#, isLocal: false),
            Case(name: "justified", json: #"{"layout":"justified","rowHeight":60}"#, isLocal: false),
            Case(name: "canvas", json: #"{"layout":"canvas"}"#, isLocal: false),
        ]
    }

    /// Enough for an edit's neighbourhood to be a part of them.
    private static let itemCount = TestSettings.takesAll ? 20_000 : 6000

    /// Prepares in one slice; returns how many items were laid out.
    private func prepare(_ test: TestStore, _ scope: PreparationExtent = .everything(from: nil)) throws -> Int {
        try test.store.pool.write { connection in
            let limits = BandLimits(slice: .max, sliceDuration: .seconds(3600))
            let preparer = try Preparer(connection, layout: "wall", limits: limits, cache: test.store.sumCache)
            var solved = 0
            var isDone = false
            while !isDone {
                let outcome = try preparer.step(scope)
                solved += outcome.itemsLaidOut
                isDone = outcome.isDone
            }
            return solved
        }
    }

    private static func makeStore(_ layout: Case, items: Int, limits: BandLimits) throws -> TestStore {
        let test = try TestStore(limits: limits)
        try test.fill(
            1...items, sections: 2, "id, section_id, position, width, height, x, y",
            "i, 1 + (i > \(items) * 0.9), i, 80, 60, i % 4 * 90, i / 4 * 70")
        try test.define("wall", layout.json, 360, 640)
        return test
    }

    /// One change, with the number of places that it touches, and of items that get another size.
    private func edit(
        _ items: Int, isSizing: Bool, _ random: inout SeededGenerator
    ) -> (sql: String, places: Int, odd: Int) {
        let id = Int.random(in: 1...items, using: &random)
        let other = Int.random(in: 1...items, using: &random)
        switch Int.random(in: 0..<(isSizing ? 10 : 8), using: &random) {
        case 0, 1: return ("DELETE FROM item WHERE id = \(id)", 1, 0)
        case 2, 3:
            return (
                """
                INSERT OR IGNORE INTO item (section_id, position, width, height, x, y)
                SELECT section_id, position - \(Double.random(in: 0.25..<0.4, using: &random)), 80, 60, 5, 6
                FROM item WHERE id >= \(id) LIMIT 1
                """, 1, 0
            )
        case 4:
            return (
                """
                UPDATE OR IGNORE item SET position = (SELECT position FROM item WHERE id = \(other)) + 0.125
                WHERE id = \(id)
                """, 2, 0
            )
        case 5: return ("DELETE FROM item WHERE id BETWEEN \(id) AND \(id + 9)", 1, 0)
        case 6:
            return (
                """
                INSERT OR IGNORE INTO item (section_id, position, width, height, x, y)
                SELECT section_id, position + 0.0625, 80, 60, 7, 8 FROM item WHERE id BETWEEN \(id) AND \(id + 5)
                """, 1, 0
            )
        case 7: return ("UPDATE item SET payload = '{}' WHERE id = \(id)", 0, 0)
        case 8: return ("UPDATE item SET width = 170 WHERE id = \(id)", 1, 1)
        default: return ("UPDATE item SET height = \(Int.random(in: 40...90, using: &random)) WHERE id = \(id)", 1, 1)
        }
    }

    @Test(
        "An edit lays out its neighbourhood, also after a hundred others",
        arguments: TestSettings.drawn(1, of: Case.grids + Case.others) + TestSettings.drawn(1, of: Case.rows))
    func neighbourhood(_ layout: Case) throws {
        let count = Self.itemCount
        let limits = BandLimits()
        // Some bands around the place, and those of the section's end.
        let neighbourhood = 8 * max(limits.maximum, layout.name == "wide sheet" ? 400 : 0)
        try TestSettings.forEachSeed(rounds: 1) { seed in
            var random = SeededGenerator(seed: seed)
            let test = try Self.makeStore(layout, items: count, limits: limits)
            #expect(try prepare(test) == count)
            let bands = try test.read { try $0.first("SELECT count(*) FROM lc_band", as: Int.self) ?? 0 }
            var odd = 0
            for number in 1...(layout.isLocal ? 100 : 10) {
                let edit = edit(count, isSizing: number > 60 && layout.isLocal, &random)
                try test.execute(edit.sql)
                odd += edit.odd
                let solved = try prepare(test)
                let barriers = layout.dependsOnSizes ? odd : 0
                let limit = layout.isLocal ? (edit.places * 2 + barriers) * neighbourhood : count + neighbourhood
                #expect(solved <= limit, "seed \(seed), edit \(number): \(edit.sql)")
            }
            let rows = try test.read { try $0.first("SELECT count(*) FROM lc_band", as: Int.self) ?? 0 }
            #expect(rows <= bands * 3 / 2, "seed \(seed): \(rows) bands")
            try test.expectSameAsAfresh("seed \(seed)")
            try test.expectWhole("seed \(seed)")
            // A tenth of all items.
            try test.execute("DELETE FROM item WHERE id % 10 = 3")
            #expect(try prepare(test) <= count * 21 / 20, "seed \(seed)")
            try test.expectSameAsAfresh("seed \(seed)")
        }
    }

    @Test(
        "A long grid has long bands, also after edits, unless sizes end lines and items have several",
        arguments: TestSettings.drawn(2, of: Case.grids), [false, true])
    func longBands(_ layout: Case, isVaried: Bool) throws {
        var random = SeededGenerator(seed: 1)
        let count = 800
        let limits = BandLimits(target: 8, maximum: 16, minimum: 2, run: 16, estimated: 128, repeating: 200)
        let test = try Self.makeStore(layout, items: count, limits: limits)
        if isVaried { try test.execute("UPDATE item SET height = 60 + id % 3") }
        for _ in 0..<6 {
            try test.store.prepare("wall")
            let bands = try test.read { try $0.first("SELECT count(*) FROM lc_band", as: Int.self) ?? 0 }
            #expect((bands < count / 12) != (isVaried && layout.dependsOnSizes), "\(bands) bands")
            try test.execute(edit(count, isSizing: false, &random).sql)
        }
        try test.store.prepare("wall")
        try test.expectSameAsAfresh("\(layout.name)")
    }

    @Test(
        "A header, a footer and insets along the scroll axis change the ends of their section",
        arguments: TestSettings.drawn(2, of: Case.grids + Case.others) + TestSettings.drawn(1, of: Case.rows))
    func ends(_ layout: Case) throws {
        let count = Self.itemCount
        let limits = BandLimits()
        // A canvas has none of them, and a spreadsheet no header and no footer.
        let hasInsets = layout.name != "canvas"
        let hasBars = hasInsets && !layout.name.hasSuffix("sheet")
        let isRow = Case.rows.contains { $0.name == layout.name }
        // The first band and the last one; in a waterfall what it takes until all columns are as before.
        let limit = 3 * max(limits.maximum, layout.name == "wide sheet" ? 400 : 0)
        try TestSettings.forEachSeed(rounds: 1) { seed in
            var random = SeededGenerator(seed: seed)
            let test = try Self.makeStore(layout, items: count, limits: limits)
            _ = try prepare(test)
            for column in ["header_height", "footer_height", "inset_top", "inset_bottom"].shuffled(using: &random) {
                let section = Int.random(in: 1...2, using: &random)
                try test.execute(
                    "UPDATE section SET \(column) = \(Int.random(in: 1...90, using: &random)) WHERE id = \(section)")
                let isUsed = column.hasPrefix("inset") ? hasInsets : hasBars
                #expect(try test.store.isStale("wall") == isUsed, "seed \(seed): \(column)")
                let stale = try test.read {
                    try $0.first("SELECT count(*) FROM element_frames WHERE kind = 'cell' AND stale", as: Int.self) ?? 0
                }
                // One band is all of an orthogonal section.
                #expect(stale <= (isRow ? count : limit) && (stale > 0) == isUsed, "seed \(seed): \(column)")
                let solved = try prepare(test)
                #expect(solved <= limit && (solved > 0 || !isUsed), "seed \(seed): \(column), \(solved) items")
            }
            try test.expectSameAsAfresh("seed \(seed)")
            // Sections come, go and change places beside the long ones.
            for edit in [
                "INSERT INTO section (dataset_id, position) VALUES (1, -1), (1, 1.5), (1, 9)",
                "UPDATE section SET position = 5 - position WHERE id > 2",
                "DELETE FROM section WHERE id > 2",
            ] {
                try test.execute(edit)
                #expect(try prepare(test) <= limit, "seed \(seed): \(edit)")
                try test.expectSameAsAfresh("seed \(seed): \(edit)")
            }
            try test.expectWhole("seed \(seed)")
        }
    }

    @Test(
        "In slices of any size, and after looks at any place, a grid is as laid out afresh",
        arguments: TestSettings.drawn(2, of: Case.grids) + TestSettings.drawn(2, of: Case.rows))
    func slices(_ layout: Case) throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed)
            let count = 400
            let limits = seed % 2 == 0 ? TestStore.tinyLimits : TestStore.wholeLimits
            let test = try Self.makeStore(layout, items: count, limits: limits)
            try test.store.prepare("wall")
            for number in 1...40 {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    try test.execute(edit(count, isSizing: seed % 3 > 0, &random).sql)
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let bar = ["header_height", "footer_height", "inset_top"].randomElement(using: &random) ?? ""
                    try test.execute("UPDATE section SET \(bar) = \(number) / 4.0 WHERE id = 1 + \(number % 2)")
                }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    let y = Double.random(in: 0...6000, using: &random)
                    try test.wall.prepare(in: LayoutRect(x: 0, y: y, width: 360, height: 300))
                }
                if Int.random(in: 0..<3, using: &random) > 0 { try test.store.prepare("wall") }
                guard number % 8 == 0 else { continue }
                try test.store.prepare("wall")
                try test.expectSameAsAfresh("seed \(seed), edit \(number)")
                try test.expectWhole("seed \(seed), edit \(number)")
            }
        }
    }
}
