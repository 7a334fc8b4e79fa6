import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutShowing

/// Conversations: the visible part of the screen, while rows come and grow.
@Suite struct ScrollKeeperTests {
    private static let container = LayoutSize(width: 320, height: 480)

    private func makeConversation(rows: Int) throws -> TestStore {
        try .ofOneSection(items: rows, height: "20 + i % 7").prepared()
    }

    /// The place of a row on the screen, by the sums of the table's own heights.
    private func screenY(
        _ key: String, _ test: TestStore, _ view: LayoutPoint, _ keeper: ScrollKeeper
    ) throws -> Double {
        let place = "(SELECT position FROM item WHERE key = '\(key)')"
        let sum = "SELECT coalesce(sum(height), 0) FROM item WHERE position < \(place)"
        let above = try test.first(sum, as: Double.self)
        let row = LayoutRect(x: 0, y: above ?? .nan, width: 1, height: 1)
        let shown = keeper.viewRect(row)
        #expect(keeper.contentRect(shown) == row)
        return shown.y - view.y
    }

    private func length(_ test: TestStore) throws -> Double {
        try test.first("SELECT sum(height) FROM item", as: Double.self) ?? .nan
    }

    @Test("Two hundred rows in front at every tick move nothing, under a finger or at rest", arguments: [false, true])
    func inserting(isTouched: Bool) throws {
        let test = try makeConversation(rows: 300)
        let wall = test.wall
        var shown = try wall.snapshot()
        var keeper = ScrollKeeper(edge: .end)
        var view = LayoutPoint(x: 0, y: 2000)
        let key = try #require(try wall.anchor(at: view, edge: .end)?.key)
        let before = try screenY(key, test, view, keeper)
        for tick in 1...20 {
            try test.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                INSERT INTO item (section_id, position, key, height)
                SELECT 1, -\(tick * 1000) - i, 'f\(tick)-' || i, 33 FROM n
                """)
            try test.store.prepare("wall")
            let next = try wall.snapshot()
            let written = try keeper.exchange(shown, for: next, at: view, isTouched: isTouched)
            if isTouched { #expect(written == view) }
            view = written
            shown = next
            #expect(try screenY(key, test, view, keeper) == before, "tick \(tick)")
            // The finger keeps moving.
            if isTouched, tick % 5 == 0 {
                view.y -= 8
                view = try keeper.exchange(shown, for: shown, at: view, isTouched: true)
                view.y += 8
            }
        }
        view = keeper.rest(at: view)
        #expect(keeper.correction == .zero)
        #expect(view.y == 2000 + 20 * 200 * 33)
        #expect(try screenY(key, test, view, keeper) == before)
    }

    @Test(
        "The end is followed if it was visible, through a thousand growths, and elsewhere nothing drifts",
        arguments: [true, false])
    func growing(isPinned: Bool) throws {
        let test = try makeConversation(rows: 60)
        let wall = test.wall
        var shown = try wall.snapshot()
        var keeper = ScrollKeeper(edge: .end)
        let end = try length(test) - Self.container.height
        var view = LayoutPoint(x: 0, y: isPinned ? end : end - 100)
        let key = try #require(try wall.anchor(at: LayoutPoint(x: 0, y: end - 100), edge: .end)?.key)
        let before = try screenY(key, test, view, keeper)
        for growth in 1...1300 {
            let outcome = try wall.storeSizes(
                [ItemSize(.id(60), height: 24 + Double(growth) / 8)], from: .user, waitingAtMost: .seconds(5))
            guard growth % 50 == 0 || growth < 10 else { continue }
            let next = try wall.snapshot()
            view = try keeper.exchange(shown, for: next, at: view, isTouched: false)
            shown = next
            if isPinned {
                #expect(view.y + Self.container.height == outcome.contentSize.height)
            } else {
                #expect(try screenY(key, test, view, keeper) == before)
            }
        }
        #expect(try length(test) - Self.container.height > end + 150)
    }

    @Test("A view that bounces beyond an end keeps its bounce")
    func bouncing() throws {
        let test = try makeConversation(rows: 60)
        let wall = test.wall
        let old = try wall.snapshot()
        let end = try length(test) - Self.container.height
        try test.execute("INSERT INTO item (section_id, position, key, height) VALUES (1, 1000, 'new', 50)")
        try test.store.prepare("wall")
        let new = try wall.snapshot()
        var keeper = ScrollKeeper(edge: .end)
        let view = try keeper.exchange(old, for: new, at: LayoutPoint(x: 0, y: end + 30), isTouched: true)
        #expect(view.y == end + 30 && keeper.correction.y == 50)
        #expect(keeper.rest(at: LayoutPoint(x: 0, y: end)).y == end + 50)
        // At the beginning the first item is held on to, and the beginning itself.
        var reader = ScrollKeeper(edge: .start)
        #expect(try reader.exchange(old, for: new, at: LayoutPoint(x: 0, y: -12), isTouched: false).y == -12)
    }

    @Test("An empty conversation is shown from its beginning, and its first rows too")
    func empty() throws {
        let test = try makeConversation(rows: 1)
        try test.execute("DELETE FROM item")
        try test.store.prepare("wall")
        let wall = test.wall
        let old = try wall.snapshot()
        try test.execute("INSERT INTO item (section_id, position, key, height) VALUES (1, 1, 'a', 50)")
        try test.store.prepare("wall")
        var keeper = ScrollKeeper(edge: .end)
        #expect(try keeper.exchange(old, for: wall.snapshot(), at: .zero, isTouched: false) == .zero)
    }
}
