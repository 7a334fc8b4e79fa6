import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct FinishingTests {
    private func plan(_ json: String) throws -> any LayoutPlan {
        try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 320, height: 200))
    }

    @Test("Halves go up, below zero as well; in a mirror they go up once it has turned them")
    func halves() {
        #expect(PixelGrid.round(0.5, 1) == 1)
        #expect(PixelGrid.round(-0.5, 1) == 0)
        #expect(PixelGrid.round(-1.5, 1) == -1)
        #expect(PixelGrid.round(0.25, 2) == 0.5)
        #expect(10 - PixelGrid.roundMirrored(2.5, 1) == PixelGrid.round(7.5, 1))
    }

    @Test("A mirrored layout is the other one seen in a mirror, in any cuts", arguments: TestSettings.seedArguments(20))
    func mirror(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kinds = ["table", "flow", "waterfall", "justified", "spreadsheet"]
        let kind = kinds[Int(seed) % kinds.count]
        let keys = kind == "spreadsheet" ? #","columns":4"# : #","header":{"height":9},"sectionInsets":{"leading":7}"#
        let items = random.items(count: 60, upTo: 90)
        let plain = try plan("{\"layout\":\"\(kind)\"\(keys)}")
        let mirrored = try plan("{\"layout\":\"\(kind)\"\(keys),\"rightToLeft\":true}")
        let width = kind == "spreadsheet" ? 400.0 : 320
        let turned = mirrored.layOut(items)
        #expect(
            turned.frames
                == plain.layOut(items).frames.map {
                    LayoutRect(x: width - $0.maxX, y: $0.y, width: $0.width, height: $0.height)
                })
        #expect(
            mirrored.layOutInPieces(items, using: &random).cells == turned.cells
                || ["justified", "waterfall"].contains(kind))
    }
}
