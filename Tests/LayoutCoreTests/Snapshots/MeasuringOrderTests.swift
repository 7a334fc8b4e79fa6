import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The order in which items are measured, against one that is sorted in memory.
@Suite struct MeasuringOrderTests {
    @Test("The items in a rectangle come first in their order, then the nearest, in turn after and before it")
    func order() async throws {
        for seed in TestSettings.seeds(rounds: 3) {
            var random = SeededGenerator(seed: seed)
            let test = try TestStore(limits: BandLimits())
            try test.execute("INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'other')")
            var items: [(item: UnmeasuredItem, isMeasured: Bool, top: Double, height: Double)] = []
            var top = 0.0
            // More than two steps of 2048, in sections of all lengths; another data set's are not among them.
            for section in 0..<Int.random(in: 30...60, using: &random) {
                let count = Int.random(in: 0...3, using: &random) == 0 ? 0 : Int.random(in: 1...400, using: &random)
                let first = items.count
                for place in 0..<count {
                    let isMeasured = Int.random(in: 0..<3, using: &random) == 0
                    let height = isMeasured ? Double(Int.random(in: 5...200, using: &random)) : 40
                    let (rank, width) = (items.count, items.count % 2 == 0 ? 55.0 : nil)
                    let item = UnmeasuredItem(
                        itemID: Int64(100_000 - rank), key: rank % 7 == 0 ? nil : "k\(rank)",
                        indexPath: [section, place], width: width, height: nil)
                    items.append((item, isMeasured, top, height))
                    top += height
                }
                let values = items.enumerated().dropFirst(first).map { rank, row in
                    let (key, width) = (row.item.key.map { "'\($0)'" }, row.item.width.map { "\($0)" })
                    return "(\(row.item.itemID), \(section), \(rank), \(key ?? "NULL"), \(width ?? "NULL"), "
                        + "\(row.isMeasured ? "\(row.height)" : "NULL"))"
                }
                try test.execute(
                    "INSERT INTO section (id, dataset_id, position) VALUES (\(section), 1, \(section))",
                    "INSERT INTO section (id, dataset_id, position) VALUES (\(1000 + section), 2, \(section).5)",
                    "INSERT INTO item (section_id, position) VALUES (\(1000 + section), 1)")
                guard !values.isEmpty else { continue }
                let columns = "id, section_id, position, key, width, height"
                try test.execute("INSERT INTO item (\(columns)) VALUES \(values.joined(separator: ", "))")
            }
            try test.define("wall", #"{"layout":"table","estimatedRowHeight":40}"#, 320, 480)
            let wall = test.wall
            try await wall.prepare()
            #expect(try wall.contentSize().height == top)
            for share in [0, 0.02, Double.random(in: 0.1...0.9, using: &random), 1] {
                let rect = LayoutRect(x: 0, y: share * (top - 480), width: 320, height: 480)
                let seen = items.indices.filter {
                    items[$0].top < rect.maxY && items[$0].top + items[$0].height > rect.y
                }
                let first = try #require(seen.first)
                func distance(_ rank: Int) -> Int { rank < first ? first - rank : rank - first - seen.count + 1 }
                // At one distance the item after the rectangle comes first.
                let expected = items.indices.filter { !items[$0].isMeasured }.sorted {
                    (distance($0), -$0) < (distance($1), -$1)
                }
                let found = try await wall.unmeasuredItems(near: rect).all()
                #expect(found == expected.map { items[$0].item }, "seed \(seed), share \(share)")
            }
        }
    }
}
