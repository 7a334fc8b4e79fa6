import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct WaterfallLayoutTests {
    private func plan(_ definition: WaterfallDefinition, width: Double = 100, height: Double = 100) throws
        -> any LayoutPlan
    {
        try LayoutDefinition.Kind.waterfall(definition).plan(width: width, height: height)
    }

    @Test("Each item goes to the shortest column, as long as its aspect ratio makes it there")
    func shortest() throws {
        let solved = try plan(WaterfallDefinition(itemSpacing: 5)).layOut(
            [item(45, 30), item(90, 40), item(45, 10), item(.nan, 7), item(20, .nan)])
        #expect(
            solved.frames == [
                frame(0, 0, 45, 30), frame(55, 0, 45, 20), frame(55, 25, 45, 10), frame(0, 35, 45, 7),
                frame(55, 40, 45, 50),
            ])
        #expect(solved.length == 90)
    }

    @Test("Of columns that are equally long the leftmost is taken")
    func ties() throws {
        let solved = try plan(WaterfallDefinition(columns: 3, columnSpacing: 5, itemSpacing: 5)).layOut(
            Array(repeating: item(.nan, 10), count: 5))
        #expect(solved.frames.map(\.x) == [0, 35, 70, 0, 35])
        #expect(solved.frames.map(\.y) == [0, 0, 0, 15, 15])
    }

    @Test(
        "The beginnings of bands do not decide which of two equal columns is taken", arguments: 0..<20 as Range<UInt64>)
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

    @Test("Header, inset, columns, inset and footer come in this order")
    func order() throws {
        let definition = WaterfallDefinition(
            sectionInsets: LayoutInsets(top: 1, leading: 2, bottom: 3, trailing: 8),
            header: LayoutSize(width: 0, height: 20),
            footer: LayoutSize(width: 0, height: 10))
        let solved = try plan(definition).layOut([item(.nan, 30), item(.nan, 35)])
        #expect(solved.frames == [frame(2, 21, 40, 30), frame(52, 21, 40, 35)])
        #expect(solved.elements.map(\.frame) == [frame(0, 0, 100, 20), frame(0, 59, 100, 10)])
        #expect(solved.length == 69)
        #expect(try plan(definition).layOut([]).length == 34)
    }

    @Test("An item without width has no aspect ratio and keeps its height")
    func noWidth() throws {
        #expect(try plan(WaterfallDefinition()).layOut([item(0, 12)]).frames == [frame(0, 0, 45, 12)])
    }

    @Test("Columns that do not fit their container are refused")
    func noRoom() throws {
        let error = #expect(throws: LayoutError.self) { try plan(WaterfallDefinition(columns: 12)) }
        #expect(error?.path == "$.columns")
    }

    @Test(
        "A band ends where its shortest column does, so that no later item begins before it",
        arguments: 0..<20 as Range<UInt64>)
    func bands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let plan = try plan(WaterfallDefinition(columns: Int.random(in: 1...7, using: &random), columnSpacing: 0))
        var solver = plan.makeSolver(for: SectionMeasure(index: 0), from: BandStart())
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
        arguments: 0..<40 as Range<UInt64>)
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
                    y: starts[column],
                    width: 64, height: height))
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
