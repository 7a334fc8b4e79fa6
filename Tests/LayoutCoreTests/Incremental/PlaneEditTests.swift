import LayoutCore
import LayoutEngine
import LayoutRepair
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// Changes of single items of a canvas, against the same rows laid out by plain rules.
struct PlaneEditTests {
    @Test("After random changes a canvas shows what its rows say, in the order of the rows")
    func randomChanges() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed &* 17 &+ 3)
            let (test, layout, data) = try TestStore.prepared(
                .canvas, seed, sections: 1...3, items: 100...700, sliceDuration: .seconds(600), using: &random)
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            for batch in 0..<40 {
                try script.change(times: Int.random(in: 1...6, using: &random), using: &random)
                let held = try batch % 5 == 0 ? test.wall.snapshot() : nil
                let before = try held?.layoutAttributesForElements(in: Self.everywhere)
                try test.store.prepare("wall")
                let reference = try test.reference("wall")
                guard
                    expectSameElements(
                        try test.elements("element_frames", layout: "wall"), reference.elements, "\(script)")
                else { return }
                expectSameElements(
                    try test.elements("item_frames", layout: "wall"), reference.elements, "item_frames, \(script)")
                let rect = LayoutRect(x: 100, y: 50, width: 300, height: 400)
                expectSameElements(
                    try test.wall.layoutAttributesForElements(in: rect).map(ElementRow.init),
                    reference.elements(in: rect), "\(rect), \(script)")
                #expect(try test.wall.contentSize() == reference.contentSize, "\(script)")
                #expect(try held?.layoutAttributesForElements(in: Self.everywhere) == before, "\(script)")
                held?.close()
                let problems = try test.read { try StoreInvariants.problems($0) }
                #expect(problems.isEmpty, "\(script)")
                #expect(try test.lines("SELECT rtreecheck('lc_rtree')") == ["ok"], "\(script)")
                guard problems.isEmpty else { return }
            }
            let verification = try test.store.verify(deep: true)
            #expect(verification.isWhole, "\(verification.problems), \(script)")
        }
    }

    @Test(
        "A change of one item of a canvas writes two blocks at most",
        arguments: [
            "UPDATE item SET x = 10, y = 10 WHERE id = 2000", "UPDATE item SET width = 31 WHERE id = 2000",
            "UPDATE item SET position = 9000 WHERE id = 2000", "DELETE FROM item WHERE id = 2000",
            "INSERT INTO item (section_id, position, width, height, x, y) VALUES (1, 700.5, 9, 9, 300, 300)",
            "INSERT INTO item (section_id, position, width, height, x, y) VALUES (1, 90000, 9, 9, 300, 300)",
            "INSERT INTO item (section_id, width, height, x, y) VALUES (1, 9, 9, 300, 300)",
            "UPDATE item SET position = NULL, x = 300, y = 300 WHERE id = 2000",
        ])
    func blocksWritten(_ change: String) throws {
        let test = try board(items: 4000)
        // A full block would be divided, and with it its band.
        try test.execute("DELETE FROM item WHERE x < 400 AND y < 400 AND id % 3 = 0")
        try test.store.prepare("wall")
        let before = try Set(test.lines("SELECT * FROM lc_block"))
        try test.execute(change)
        try test.execute("UPDATE item SET x = x + 1 WHERE id > 4000")
        #expect(try test.lines("SELECT count(*) FROM visible WHERE NOT stale") == ["0"])
        try test.store.prepare("wall")
        let written = try Set(test.lines("SELECT * FROM lc_block")).subtracting(before).count
        #expect(written <= 2, "\(written) blocks")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, change)
    }

    @Test("Of more changes than are noted, each canvas of the data set shows what the rows say")
    func manyChanges() throws {
        let test = try board(items: 9000)
        try test.define("other", #"{"layout":"canvas"}"#, 9, 9)
        try test.store.prepare("other")
        for change in ["id % 3 = 0", "id % 2 = 1", "id = 7", "true", "id = 9"] {
            try test.execute("UPDATE item SET x = y, y = x + 5 WHERE \(change)")
            try test.store.prepare("wall")
            expectSameElements(
                try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, change)
        }
        #expect(try test.lines("SELECT max(stale) FROM element_frames WHERE layout = 'other'") == ["1"])
        try test.store.prepare("other")
        expectSameElements(
            try test.elements("element_frames", layout: "other"), try test.reference("other").elements, "other")
    }

    @Test("The cells of a rectangle come from the top down, and those nearest to a point from near to far")
    func cellsOfPlaces() throws {
        let test = try board(items: 600)
        try test.store.apply([.place(.id(5), x: 101, y: 102), .moveItem(.id(3), to: [0, 599])], to: "data")
        try test.store.apply([.place(.id(3), x: 100, y: 100)], to: "data")
        try test.store.prepare("wall")
        let wall = test.wall
        let all = try wall.layoutAttributesForElements(in: Self.everywhere)
        let point = LayoutPoint(x: 103, y: 104)
        #expect(try wall.indexPath(at: point) == [0, 599])
        let rect = LayoutRect(x: 90, y: 90, width: 90, height: 90)
        #expect(
            try wall.cells(in: rect)
                == all.filter { $0.frame.overlaps(rect) }.sorted { $0.indexPath?.item ?? 0 > $1.indexPath?.item ?? 0 })
        func distance(_ cell: LayoutAttributes) -> Double {
            let (x, y) = (
                min(max(point.x, cell.frame.x), cell.frame.maxX), min(max(point.y, cell.frame.y), cell.frame.maxY)
            )
            return ((x - point.x) * (x - point.x) + (y - point.y) * (y - point.y)).squareRoot()
        }
        for limit in [1, 7, 90, 700] {
            let found = try wall.cells(nearestTo: point, limit: limit).map(distance)
            #expect(found == all.map(distance).sorted().prefix(limit).map(\.self), "\(limit)")
        }
    }

    @Test("A note that comes while all others change places stands between them")
    func newAmongMoved() throws {
        let test = try board(items: 4)
        try test.execute("INSERT INTO section (id, dataset_id, position) VALUES (2, 1, 2)")
        try test.execute("INSERT INTO item (id, section_id, position, x, y) VALUES (9, 2, 1, 5, 5)")
        try test.store.prepare("wall")
        try test.execute(
            "UPDATE item SET position = position + 500 WHERE section_id = 1",
            "UPDATE item SET section_id = 1, position = 502.5 WHERE id = 9")
        try test.store.prepare("wall")
        let ids = try (0..<5).map { try test.wall.layoutAttributesForItem(at: [0, $0])?.itemID }
        #expect(ids == [1, 2, 9, 3, 4])
    }

    @Test("Notes for a canvas that was removed are not for the one that is made in its place")
    func notesOfRemoved() throws {
        let test = try board(items: 40)
        try test.execute("INSERT INTO item (id, section_id, position, x, y) VALUES (99, 1, 20.5, 5, 5)")
        try test.store.removeLayout("wall")
        try test.define("wall", #"{"layout":"canvas"}"#, 99, 99)
        try test.store.prepare("wall")
        try test.execute("UPDATE item SET x = 7 WHERE id = 3")
        try test.store.prepare("wall")
        try test.expectWhole("")
    }

    private static let everywhere = LayoutRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)

    /// A canvas of notes in rows of 60, prepared.
    private func board(items: Int) throws -> TestStore {
        let test = try TestStore(limits: BandLimits())
        try test.fill(
            1...items, "id, section_id, position, width, height, x, y",
            "i, 1, i, 20 + i % 7, 30, i * 37 % 60 * 25, i / 60 * 35")
        try test.prepareWall(#"{"layout":"canvas"}"#, 99, 99)
        return test
    }
}
