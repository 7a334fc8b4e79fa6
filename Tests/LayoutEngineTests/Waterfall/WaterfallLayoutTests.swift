import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct WaterfallLayoutTests {
    private func plan(_ definition: WaterfallDefinition, width: Double = 100, height: Double = 100) throws
        -> any LayoutPlan
    { try LayoutDefinition.Kind.waterfall(definition).plan(width: width, height: height) }

    @Test(
        "The beginnings of bands do not decide which of two equal columns is taken",
        arguments: TestSettings.seedArguments(20))
    func rounding(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Thirds and tenths, whose sums are inexact: all columns are equally long again and again.
        let lengths = [100.0 / 3, 0.1, 151.96812749003985]
        let items = (0..<300).map { _ in item(.nan, lengths.randomElement(using: &random) ?? 0) }
        let plan = try plan(WaterfallDefinition(columns: 3, columnSpacing: 5, itemSpacing: 0.7))
        let whole = plan.layOut(items)
        let pieces = plan.layOutInPieces(items, using: &random)
        #expect(whole.frames.map(\.x) == pieces.frames.map(\.x))
    }

    @Test(
        "Columns are counted by their widths, and stand by their alignment",
        arguments: [
            // Keys, the width of the section, and the count, beginning, length and stride of its columns.
            (#""columnWidth":100"#, 320, 3, 0, 100, 110), (#""columnWidth":100"#, 319.5, 3, 0, 100, 110),
            (#""columnWidth":100"#, 319, 2, 0, 100, 110), (#""columnWidth":100,"columns":5"#, 320, 5, 0, 100, 110),
            (#""maximumColumnWidth":100"#, 320, 3, 0, 100, 110), (#""maximumColumnWidth":99"#, 320, 4, 0, 72.5, 82.5),
            (#""minimumColumnWidth":100"#, 320, 3, 0, 100, 110), (#""minimumColumnWidth":101"#, 320, 2, 0, 155, 165),
            (#""columnWidth":70,"columnAlignment":"center""#, 320, 4, 5, 70, 80),
            (#""columnWidth":70,"columnAlignment":"trailing""#, 320, 4, 10, 70, 80),
            (#""columnWidth":80,"columnAlignment":"justify""#, 320, 3, 0, 80, 120),
            (#""columnWidth":200,"columns":2,"columnAlignment":"justify""#, 320, 2, -45, 200, 210),
            (#""columnWidth":{"fractionalWidth":0.3},"columnSpacing":{"fractionalWidth":0.05}"#, 100, 3, 0, 30, 35),
        ] as [(String, Double, Int, Double, Double, Double)])
    func columnWidths(keys: String, width: Double, count: Int, start: Double, length: Double, stride: Double) throws {
        let spacing = keys.contains("columnSpacing") ? "" : #""columnSpacing":10,"#
        let definition = try LayoutDefinition(json: "{\"layout\":\"waterfall\",\(spacing)\(keys)}")
        let columns = WaterfallSolver.Columns(
            try #require(definition.kind.definition(as: WaterfallDefinition.self)), available: width)
        #expect(columns.count == count && columns.start == start)
        #expect(columns.length == length && columns.stride == stride)
        #expect(try LayoutDefinition(json: definition.json) == definition)
    }

    @Test("Columns that do not fit their container are refused")
    func noRoom() throws {
        let error = #expect(throws: LayoutError.self) { try plan(WaterfallDefinition(columns: 12)) }
        #expect(error?.path == "$.columns")
    }

    @Test(
        "A band ends where its shortest column does, so that no later item begins before it",
        arguments: TestSettings.seedArguments(20))
    func bands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let plan = try plan(WaterfallDefinition(columns: Int.random(in: 1...7, using: &random), columnSpacing: 0))
        var solver = plan.makeSolver(for: SectionMeasure(index: 0), from: SectionMeasure.Start())
        var band = BandBuffer()
        for count in 0..<200 {
            let items: ContiguousArray = [item(.nan, random.exactLength(in: 0...90))]
            _ = solver.place(items, in: 0..<1, limit: 1, into: &band)
            #expect(band.cells.allSatisfy { $0.frame.y >= 0 }, "item \(count)")
            solver.endBand(&band)
            #expect(band.length >= 0)
            band.removeAll()
        }
    }

    @Test(
        "A naive waterfall gives the same frames, in any cuts, chunks and restarts, on both axes",
        arguments: TestSettings.seedArguments(40))
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Columns 64 wide and widths that divide it keep scaled heights exact.
        var definition = WaterfallDefinition(
            columns: Int.random(in: 1...6, using: &random), columnSpacing: random.exactLength(in: 0...9),
            itemSpacing: random.exactLength(in: 0...9), sectionInsets: random.insets(),
            header: LayoutSize(width: 0, height: random.exactLength(in: 0...30)),
            footer: LayoutSize(width: 0, height: 4))
        let width =
            Double(definition.columns) * 64 + Double(definition.columns - 1) * definition.columnSpacing
            + definition.sectionInsets.leading + definition.sectionInsets.trailing
        let items = (0..<Int.random(in: 0...300, using: &random)).map { _ in
            item(
                [32, 64, 128, .nan][Int.random(in: 0..<4, using: &random)],
                Int.random(in: 0..<9, using: &random) == 0 ? .nan : random.exactLength(in: 0...99))
        }

        var bottoms = [Double?](repeating: nil, count: definition.columns)
        let top = definition.header.height + definition.sectionInsets.top
        var expected: [LayoutRect] = []
        for item in items {
            let starts = bottoms.map { $0.map { $0 + definition.itemSpacing } ?? top }
            let column = starts.firstIndex(of: starts.min() ?? 0) ?? 0
            let height =
                item.height.isNaN
                ? definition.estimatedItemLength : item.width.isNaN ? item.height : 64 * item.height / item.width
            expected.append(
                LayoutRect(
                    x: definition.sectionInsets.leading + Double(column) * (64 + definition.columnSpacing),
                    y: starts[column], width: 64, height: height))
            // An item without height leaves its column unchanged.
            if height > 0 { bottoms[column] = starts[column] + height }
        }
        let plan = try plan(definition, width: width)
        let solved = plan.layOut(items)
        #expect(solved.frames == expected)
        #expect(solved.length == (bottoms.compactMap(\.self).max() ?? top) + definition.sectionInsets.bottom + 4)
        #expect(plan.layOutInPieces(items, using: &random) == solved)

        definition.axis = .horizontal
        definition.sectionInsets = definition.sectionInsets.transposed
        definition.header = LayoutSize(width: definition.header.height, height: 0)
        let turned = try self.plan(definition, width: 100, height: width).layOut(items.map(\.transposed))
        #expect(turned.frames.map(\.transposed) == expected)
    }
}
