import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Resizes in a row, which become one statement, against the same one by one.
@Suite struct ManyResizesTests {
    static let itemCount = 12

    private static func length(using random: inout SeededGenerator) -> ItemLength? {
        switch Int.random(in: 0...3, using: &random) {
        case 0: nil
        case 1: .unmeasured
        default: .points(Double(Int.random(in: 0...200, using: &random)))
        }
    }

    private static func reference(using random: inout SeededGenerator) -> ItemReference {
        let item = Int.random(in: 0..<itemCount, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: return .key("k\(item)")
        case 1: return .id(Int64(item) + 1)
        default: return .indexPath([0, item])
        }
    }

    private func makeStore() throws -> TestStore {
        let flow = #"{"layout":"flow"}"#
        let size = LayoutSize(width: 100, height: 200)
        let test = try TestStore.ofOneSection(
            items: Self.itemCount, width: "25", height: "20", definition: flow, container: size)
        try test.store.define("wall", flow, 100, 200, measure: "compact")
        return test
    }

    @Test("Several items are given the lengths that they have after one at a time", arguments: [true, false])
    func inRows(isMeasured: Bool) throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            let (many, single) = (try makeStore(), try makeStore())
            for _ in 0..<3 {
                let changes = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                    DatasetChange.resizeItem(
                        Self.reference(using: &random), width: Self.length(using: &random),
                        height: Self.length(using: &random))
                }
                for (test, batches) in [(many, [changes]), (single, changes.map { [$0] })] {
                    try test.store.pool.write { connection in
                        for batch in batches {
                            var editor =
                                isMeasured
                                ? try DatasetEditor(connection, layout: "wall")
                                : try DatasetEditor(connection, dataset: "data", limits: BandLimits())
                            try editor.apply(batch)
                        }
                    }
                }
                let query =
                    isMeasured
                    ? "SELECT item_id, measure, width, height FROM measurement ORDER BY item_id"
                    : "SELECT id, width, height FROM item ORDER BY id"
                let found = try many.lines(query)
                #expect(try found == single.lines(query), "seed \(seed), \(changes)")
                #expect(!found.isEmpty)
            }
        }
    }
}
