import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutShowing

/// Conversations in views of the app's own: an anchor and a window keep the screen, while rows come and grow.
@Suite struct KeptPlaceTests {
    private static let container = LayoutSize(width: 320, height: 480)

    private func makeConversation(rows: Int) throws -> TestStore {
        try .ofOneSection(items: rows, height: "20 + i % 7").prepared()
    }

    /// The place of a row on the screen, by the sums of the table's own heights.
    private func screenY(_ key: String, _ test: TestStore, _ window: ContentWindow) throws -> Double {
        let place = "(SELECT position FROM item WHERE key = '\(key)')"
        let sum = "SELECT coalesce(sum(height), 0) FROM item WHERE position < \(place)"
        let row = LayoutRect(x: 0, y: try test.first(sum, as: Double.self) ?? .nan, width: 1, height: 1)
        return window.viewRect(row).y - window.viewOffset
    }

    @Test("Two hundred rows in front at every tick move nothing, under a finger or at rest", arguments: [false, true])
    func inserting(isTouched: Bool) throws {
        let test = try makeConversation(rows: 300)
        var window = ContentWindow()
        window.setLengths(content: try test.wall.contentSize().height, viewport: Self.container.height)
        window.scroll(to: 2000)
        let anchor = try #require(try test.wall.anchor(at: LayoutPoint(x: 0, y: 2000), edge: .end))
        let key = try #require(anchor.key)
        let before = try screenY(key, test, window)
        for tick in 1...20 {
            try test.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                INSERT INTO item (section_id, position, key, height)
                SELECT 1, -\(tick * 1000) - i, 'f\(tick)-' || i, 33 FROM n
                """)
            try test.store.prepare("wall")
            let next = try test.wall.snapshot()
            window.setLengths(content: next.contentSize.height, viewport: Self.container.height)
            window.shift(by: try next.contentOffset(for: anchor).y - window.place)
            if isTouched { #expect(window.viewOffset == 2000) } else { _ = window.rebase() }
            #expect(try screenY(key, test, window) == before, "tick \(tick)")
        }
        _ = window.rebase()
        #expect(window.viewOffset == 2000 + 20 * 200 * 33 && window.origin == 0)
        #expect(try screenY(key, test, window) == before)
    }

    @Test(
        "The end is kept if it was visible, through a thousand growths, and elsewhere nothing drifts",
        arguments: [true, false])
    func growing(isPinned: Bool) throws {
        let test = try makeConversation(rows: 60)
        let length = "SELECT sum(height) FROM item"
        let end = (try test.first(length, as: Double.self) ?? .nan) - Self.container.height
        let start = LayoutPoint(x: 0, y: isPinned ? end : end - 100)
        let anchor = try #require(try test.wall.anchor(at: start, edge: .end))
        #expect(anchor.isAtLimit == isPinned)
        for growth in 1...1300 {
            let outcome = try test.wall.storeSizes(
                [ItemSize(.id(60), height: 24 + Double(growth) / 8)], from: .user, waitingAtMost: .seconds(5))
            guard growth % 50 == 0 || growth < 10 else { continue }
            let offset = try test.wall.snapshot().contentOffset(for: anchor)
            #expect(offset.y == (isPinned ? outcome.contentSize.height - Self.container.height : start.y))
        }
        #expect(try test.first(length, as: Double.self) ?? .nan > end + Self.container.height + 150)
    }
}
