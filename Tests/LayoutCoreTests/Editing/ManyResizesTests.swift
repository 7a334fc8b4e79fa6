import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Changes of sizes and places in a row, which become one statement, against the same one by one.
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
                let changes = (0..<Int.random(in: 1...20, using: &random)).map { number -> DatasetChange in
                    let (item, width) = (Self.reference(using: &random), Self.length(using: &random))
                    return switch number % 6 {
                    case 1: .place(item, x: width?.value, y: Double(number))
                    case 2: .updatePayload(item, width == nil ? nil : "{\"n\":\(number)}")
                    case 4: .updateLevel(item, width == nil ? nil : number)
                    default: .resizeItem(item, width: width, height: Self.length(using: &random))
                    }
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
                for query in ["SELECT * FROM measurement ORDER BY item_id", "SELECT * FROM item ORDER BY id"] {
                    #expect(try many.lines(query) == single.lines(query), "seed \(seed), \(changes)")
                }
            }
        }
    }

    @Test("Items at index paths are found together as one by one, whatever is marked in the outline")
    func together() throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &+ 77)
            let limits = BandLimits(target: 8, maximum: 16, minimum: 2, run: 8, estimated: 40)
            let test = try TestStore(limits: limits)
            try test.fill(1...600, sections: 3, "section_id, position, height", "1 + i % 7 % 3, i, 20")
            try test.prepareWall(seed % 2 == 0 ? #"{"layout":"table"}"# : #"{"layout":"canvas"}"#)
            for _ in 0..<6 {
                let id = Int.random(in: 1...600, using: &random)
                try test.execute(
                    "DELETE FROM item WHERE id = \(id)", "UPDATE item SET height = 21 WHERE id = \(id / 2)",
                    "UPDATE OR IGNORE item SET position = position + 0.5 WHERE id BETWEEN \(id / 3) AND \(id / 3 + 20)")
                if Bool.random(using: &random) { try test.store.prepare("wall") }
                try test.store.pool.write { connection in
                    let editor = try DatasetEditor(connection, dataset: "data", limits: limits)
                    let paths = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                        let section = Int.random(in: 0...2, using: &random)
                        return ItemIndexPath(section: section, item: Int.random(in: 0...150, using: &random))
                    }
                    let expected = try paths.map { try editor.find(.indexPath($0)) }
                    #expect(try editor.ids(of: paths.map { .indexPath($0) }) == expected, "seed \(seed)")
                    let beyond: [ItemReference] = [.indexPath([0, 5]), .indexPath([1, 700])]
                    #expect(throws: LayoutError.self) { try editor.ids(of: beyond) }
                }
            }
        }
    }
}
