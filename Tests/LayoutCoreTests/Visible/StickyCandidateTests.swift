import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

@Suite struct StickyCandidateTests {
    @Test("The items that may stick in a rectangle are all that stick in any part of it", arguments: ["push", "stack"])
    func candidates(rule: String) throws {
        let test = try TestStore.ofOneSection(
            items: 400, definition: #"{"layout":"table","sticky":{"rule":"\#(rule)"}}"#,
            container: LayoutSize(width: 100, height: 400))
        try test.execute(
            """
            UPDATE item SET height = 10 + id % 7, sticky_level = CASE WHEN id % 9 = 0 THEN id % 4 END,
              sticky_edge = CASE id % 2 WHEN 0 THEN 'end' END
            """)
        try test.store.prepare("wall")
        let wall = test.wall
        for seed in TestSettings.seedArguments(20) {
            var random = SeededGenerator(seed: seed)
            let tile = LayoutRect(x: 0, y: random.exactLength(in: 0...5000), width: 100, height: 900)
            let known = Set(
                try test.read { try LayoutReader("wall", in: $0).stickyCandidates(in: tile) }
                    .compactMap(\.cell.itemID))
            let part = LayoutRect(x: 0, y: tile.y + random.exactLength(in: 0...500), width: 100, height: 400)
            let stuck = try wall.layoutAttributesForElements(in: part).filter { $0.zIndex > 0 }.compactMap(\.itemID)
            #expect(!stuck.isEmpty && known.isSuperset(of: stuck), "seed \(seed)")
            #expect(known.count < 200, "seed \(seed)")
        }
    }
}
