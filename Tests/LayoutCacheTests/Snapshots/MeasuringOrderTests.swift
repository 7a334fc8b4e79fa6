import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The order in which items are measured, against one that is sorted in memory.
@Suite struct MeasuringOrderTests {
    @Test("The items in a rectangle come first in their order, then the nearest, in turn after and before it")
    func order() async throws {
        for seed in TestSettings.seeds(rounds: 3) {
            var random = SeededGenerator(seed: seed)
            let test = try TestStore(limits: BandLimits())
            try test.execute("INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'other')")
            var items: [(id: Int64, isMeasured: Bool, rank: Int, top: Double, height: Double)] = []
            var top = 0.0
            // More than two steps of 2048, in sections of all lengths; another data set's are not among them.
            for section in 0..<Int.random(in: 30...60, using: &random) {
                let count = Int.random(in: 0...3, using: &random) == 0 ? 0 : Int.random(in: 1...400, using: &random)
                let first = items.count
                for _ in 0..<count {
                    let isMeasured = Int.random(in: 0..<3, using: &random) == 0
                    let height = isMeasured ? Double(Int.random(in: 5...200, using: &random)) : 40
                    items.append((Int64(100_000 - items.count), isMeasured, items.count, top, height))
                    top += height
                }
                let values = items[first...].map {
                    "(\($0.id), \(section), \($0.rank), \($0.isMeasured ? "\($0.height)" : "NULL"))"
                }
                try test.execute(
                    "INSERT INTO section (id, dataset_id, position) VALUES (\(section), 1, \(section))",
                    "INSERT INTO section (id, dataset_id, position) VALUES (\(1000 + section), 2, \(section).5)",
                    "INSERT INTO item (section_id, position) VALUES (\(1000 + section), 1)")
                if !values.isEmpty {
                    try test.execute(
                        "INSERT INTO item (id, section_id, position, height) VALUES \(values.joined(separator: ", "))")
                }
            }
            try test.define("wall", #"{"layout":"table","estimatedRowHeight":40}"#, 320, 480)
            let wall = test.wall
            try await wall.prepare()
            #expect(try wall.contentSize().height == top)
            for share in [0, 0.02, Double.random(in: 0.1...0.9, using: &random), 1] {
                let rect = LayoutRect(x: 0, y: share * (top - 480), width: 320, height: 480)
                let seen = items.filter { $0.top < rect.maxY && $0.top + $0.height > rect.y }.map(\.rank)
                let first = try #require(seen.first)
                func distance(_ rank: Int) -> Int { rank < first ? first - rank : rank - first - seen.count + 1 }
                // At one distance the item after the rectangle comes first.
                let expected = items.filter { !$0.isMeasured }.sorted {
                    (distance($0.rank), -$0.rank) < (distance($1.rank), -$1.rank)
                }
                let found = try await wall.itemsToMeasure(near: rect).all().map(\.itemID)
                #expect(found == expected.map(\.id), "seed \(seed), share \(share)")
            }
        }
    }
}
