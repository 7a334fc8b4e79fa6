import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// About how many elements a rectangle shows, which decides whether a page gets them or a picture from afar.
@Suite struct EstimateTests {
    private func estimate(_ test: TestStore, _ rect: LayoutRect) throws -> Double {
        try test.wall.read { try $0.estimatedCount(in: rect) }
    }

    /// 1,000 rows, 10 points high, in bands of 16 at most.
    private func table(_ keys: String = "") throws -> TestStore {
        try .ofOneSection(
            items: 1000, height: "10", definition: #"{"layout":"table"\#(keys)}"#,
            container: LayoutSize(width: 300, height: 400))
    }

    private func rect(_ y: Double, _ height: Double, x: Double = 0, width: Double = 300) -> LayoutRect {
        LayoutRect(x: x, y: y, width: width, height: height)
    }

    @Test("For rows one below another it is never less, at most a band more at each end, and proportional to width")
    func rows() throws {
        let test = try table().prepared()
        for first in stride(from: 0, to: 1000, by: 37) {
            for count in [1, 5, 40, 300, 1000] where first + count <= 1000 {
                let estimate = try estimate(test, rect(Double(first) * 10, Double(count) * 10))
                #expect(estimate >= Double(count) && estimate <= Double(count + 2 * 16), "\(first) \(count)")
            }
        }
        #expect(try estimate(test, rect(-500, 20_000)) == 1001)
        // Before, behind and beside the content there is nothing, and a rectangle without an area shows nothing.
        #expect(try estimate(test, rect(-500, 400)) <= 17)
        #expect(try estimate(test, rect(10_000, 500)) == 0)
        #expect(try estimate(test, rect(0, 10_000, x: 300)) == 0)
        #expect(try estimate(test, rect(0, 10_000, x: -300)) == 0)
        #expect(try estimate(test, rect(0, 0)) == 0)
        #expect(try estimate(test, rect(0, 10, width: 0)) == 0)
        #expect(try estimate(test, rect(-500, 20_000, x: 200, width: 900)) == 1001.0 / 3)
        #expect(try estimate(test, rect(-500, 20_000, x: -100, width: 250)) == 1001.0 / 2)
    }

    @Test("If each section has more elements than items and itself, so has each part of it")
    func decorations() throws {
        let test = try table(#","header":{"height":10},"footer":{"height":10}"#)
        try test.execute("UPDATE section SET position = position")
        try test.store.prepare("wall")
        // 1,000 rows, a header and a footer; counted are the rows and the section.
        #expect(abs(try estimate(test, rect(-500, 20_000)) - 1002) < 1e-6)
    }

    @Test("A layout that was never laid out is counted by its items")
    func estimated() throws {
        let test = try table()
        let wall = test.wall
        try wall.prepare(in: rect(0, 100))
        #expect(try estimate(test, rect(-1, 1e9)) == 1001)
        let never = try table()
        #expect(try estimate(never, rect(0, 100)) == 0)
    }

    @Test("A rectangle that shows a ring many times over shows its elements as often")
    func laps() throws {
        let test = try TestStore.ofOneSection(
            items: 10, width: "20", height: "20", definition: #"{"layout":"flow","axis":"horizontal","wraps":true}"#,
            container: LayoutSize(width: 100, height: 20)
        ).prepared()
        let wall = test.wall
        let length = try wall.contentSize().width
        let once = try estimate(test, LayoutRect(x: 0, y: 0, width: length, height: 20))
        #expect(once > 0)
        let often = try estimate(test, LayoutRect(x: 0, y: 0, width: 20 * length, height: 20))
        let shown = try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 20 * length, height: 20))
            .count
        #expect(often >= Double(shown) && often <= 3 * Double(shown), "\(often) of \(shown), \(once) of one")
    }

    @Test("On a canvas it is half of what the blocks in the rectangle can hold")
    func canvas() throws {
        let test = try TestStore.ofOneSection(
            items: 400, width: "10", height: "10", definition: #"{"layout":"canvas"}"#,
            container: LayoutSize(width: 300, height: 400))
        try test.execute("UPDATE item SET x = 20 * (id % 20), y = 20 * (id / 20)")
        try test.store.prepare("wall")
        let all = LayoutRect(x: -1, y: -1, width: 1000, height: 1000)
        let blocks = try test.count("lc_block")
        #expect(blocks > 4)
        let estimate = try estimate(test, all)
        #expect(estimate >= 400 * 0.5 && estimate <= Double(blocks * 16) / 2)
        #expect(try self.estimate(test, LayoutRect(x: 2000, y: 0, width: 10, height: 10)) == 0)
        let corner = try self.estimate(test, LayoutRect(x: 0, y: 0, width: 30, height: 30))
        #expect(corner > 0 && corner < estimate / 2)
    }
}
