import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct FlowLayoutTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var rule: String
        var definition = FlowDefinition()
        var items: [ItemMeasure]
        var frames: [LayoutRect]
        var length: Double
        var testDescription: String { rule }
    }

    /// In a container 100 wide, with spacings of 10 by default.
    static let cases = [
        Case(
            rule: "items of one size make a grid, and the short last line keeps its gaps",
            items: Array(repeating: item(25, 20), count: 5),
            frames: [
                frame(0, 0, 25, 20), frame(37.5, 0, 25, 20), frame(75, 0, 25, 20),
                frame(0, 30, 25, 20), frame(37.5, 30, 25, 20),
            ],
            length: 50),
        Case(
            rule: "a grid of one column is centred, the last item too",
            items: [item(60, 20), item(60, 20)],
            frames: [frame(20, 0, 60, 20), frame(20, 30, 60, 20)], length: 50),
        Case(
            rule: "one item alone in its section keeps its place in the grid",
            items: [item(30, 20)], frames: [frame(0, 0, 30, 20)], length: 20),
        Case(
            rule: "one item that fills more than half the line is centred",
            items: [item(80, 20)], frames: [frame(10, 0, 80, 20)], length: 20),
        Case(
            rule: "sizes differ: full lines reach both edges, the last is packed at the least spacing",
            items: [item(30, 20), item(40, 20), item(35, 20), item(20, 20)],
            frames: [frame(0, 0, 30, 20), frame(60, 0, 40, 20), frame(0, 30, 35, 20), frame(45, 30, 20, 20)],
            length: 50),
        Case(
            rule: "sizes differ: a lone item on a full line is centred, on the last line leading",
            items: [item(60, 20), item(70, 20)],
            frames: [frame(20, 0, 60, 20), frame(0, 30, 70, 20)], length: 50),
        Case(
            rule: "one height that differs is enough for the last line to be packed",
            items: [item(25, 20), item(25, 20), item(25, 20), item(25, 21), item(25, 20)],
            frames: [
                frame(0, 0, 25, 20), frame(37.5, 0, 25, 20), frame(75, 0, 25, 20),
                frame(0, 30, 25, 21), frame(35, 30.5, 25, 20),
            ],
            length: 51),
        Case(
            rule: "each item is centred across its line, and spacing counts from the thickest",
            items: [item(45, 100), item(45, 50), item(40, 10)],
            frames: [frame(0, 0, 45, 100), frame(55, 25, 45, 50), frame(0, 110, 40, 10)], length: 120),
        Case(
            rule: "three thirds fit a line",
            definition: FlowDefinition(itemSpacing: 0),
            items: Array(repeating: item(100.0 / 3, 10), count: 3),
            frames: [
                frame(0, 0, 100.0 / 3, 10), frame(100.0 / 3, 0, 100.0 / 3, 10),
                frame(100.0 / 3 + 100.0 / 3, 0, 100.0 / 3, 10),
            ],
            length: 10),
        Case(
            rule: "an exact fit fits",
            items: [item(45, 10), item(45, 10), item(45, 10)],
            frames: [frame(0, 0, 45, 10), frame(55, 0, 45, 10), frame(0, 20, 45, 10)], length: 30),
        Case(
            rule: "an item longer than the line has its own, and begins at the inset",
            definition: FlowDefinition(sectionInsets: LayoutInsets(leading: 4)),
            items: [item(20, 10), item(120, 10), item(30, 10)],
            frames: [frame(42, 0, 20, 10), frame(4, 20, 120, 10), frame(4, 40, 30, 10)], length: 50),
        Case(
            rule: "items all longer than the line begin at the inset",
            items: [item(120, 10), item(120, 10)],
            frames: [frame(0, 0, 120, 10), frame(0, 20, 120, 10)], length: 30),
        Case(
            rule: "header, inset, lines, inset, footer; insets and content insets narrow the line",
            definition: FlowDefinition(
                sectionInsets: LayoutInsets(top: 5, leading: 6, bottom: 7, trailing: 8),
                contentInsets: LayoutInsets(top: 50, leading: 1, bottom: 50, trailing: 2),
                header: LayoutSize(width: 1, height: 40), footer: LayoutSize(width: 1, height: 10)),
            items: [item(53, 50)], frames: [frame(6 + 15, 45, 53, 50)], length: 112),
        Case(
            rule: "an empty section keeps header, footer and both insets",
            definition: FlowDefinition(
                sectionInsets: LayoutInsets(5), header: LayoutSize(width: 0, height: 40),
                footer: LayoutSize(width: 0, height: 10)),
            items: [], frames: [], length: 60),
        Case(
            rule: "a dimension that is not measured is the definition's, each for itself",
            definition: FlowDefinition(itemSize: LayoutSize(width: 45, height: 12)),
            items: [item(.nan, 20), item(45, .nan)],
            frames: [frame(0, 0, 45, 20), frame(55, 4, 45, 12)], length: 20),
    ]

    @Test("Items follow the rules of flow layouts", arguments: cases)
    func rules(_ example: Case) throws {
        let solved = try LayoutDefinition.Kind.flow(example.definition).plan(width: 100, height: 100).layOut(
            example.items)
        #expect(solved.frames == example.frames)
        #expect(solved.length == example.length)
    }

    @Test("The same rules hold with the axes swapped", arguments: cases)
    func transposedRules(_ example: Case) throws {
        var definition = example.definition
        definition.axis = .horizontal
        definition.itemSize = LayoutSize(width: definition.itemSize.height, height: definition.itemSize.width)
        definition.sectionInsets = definition.sectionInsets.transposed
        definition.contentInsets = definition.contentInsets.transposed
        definition.header = LayoutSize(width: definition.header.height, height: 1)
        definition.footer = LayoutSize(width: definition.footer.height, height: 1)
        let solved = try LayoutDefinition.Kind.flow(definition).plan(width: 100, height: 100).layOut(
            example.items.map(\.transposed))
        #expect(solved.frames.map(\.transposed) == example.frames)
        #expect(solved.length == example.length)
    }

    @Test("Only the scroll axis of a header's size counts, across it is the container's")
    func bars() throws {
        let definition = FlowDefinition(
            sectionInsets: LayoutInsets(5), header: LayoutSize(width: 1, height: 40),
            footer: LayoutSize(width: 1, height: 10))
        let plan = try LayoutDefinition.Kind.flow(definition).plan(width: 100, height: 100)
        #expect(plan.layOut([item(20, 20)]).elements.map(\.frame) == [frame(0, 0, 100, 40), frame(0, 70, 100, 10)])
        let absent = plan.layOut(
            [item(20, 20)], section: SectionMeasure(index: 0, headerWidth: 50, headerHeight: 0, footerHeight: -1))
        #expect(absent.elements.isEmpty)
        #expect(absent.frames == [frame(5, 5, 20, 20)])
        #expect(absent.length == 30)
    }

    @Test("Content is narrower than the container by the content insets")
    func contentCrossLength() throws {
        let definition = FlowDefinition(contentInsets: LayoutInsets(top: 9, leading: 3, bottom: 9, trailing: 4))
        #expect(
            try LayoutDefinition.Kind.flow(definition).plan(width: 100, height: 100).traits.contentCrossLength == 93)
    }

    @Test("Sizes elsewhere in the section decide the last line of a restarted section")
    func uniformityElsewhere() throws {
        let plan = try LayoutDefinition.Kind.flow(FlowDefinition()).plan(width: 100, height: 100)
        func lastLine(_ elsewhere: SectionSummary) -> [LayoutRect] {
            var solver = plan.makeSolver(
                for: SectionMeasure(index: 0), from: BandStart(itemIndex: 3, summaryElsewhere: elsewhere))
            var band = BandBuffer()
            _ = solver.place([item(25, 20), item(25, 20)], in: 0..<2, limit: 100, into: &band)
            solver.finish(&band)
            #expect(band.summary == .uniform(width: 25, height: 20))
            return band.cells.map(\.frame)
        }
        #expect(lastLine(.uniform(width: 25, height: 20)) == [frame(0, 10, 25, 20), frame(37.5, 10, 25, 20)])
        #expect(lastLine(.uniform(width: 25, height: 21)) == [frame(0, 10, 25, 20), frame(35, 10, 25, 20)])
        #expect(lastLine(.mixed) == [frame(0, 10, 25, 20), frame(35, 10, 25, 20)])
    }

    @Test("The frames of full lines do not depend on the rest of the section", arguments: 0..<20 as Range<UInt64>)
    func fullLines(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Not multiples of 1/64 on purpose: rounding must be the same too.
        let one = item(Double.random(in: 3...40, using: &random), 10)
        let definition = FlowDefinition(itemSpacing: Double.random(in: 0...9, using: &random))
        let plan = try LayoutDefinition.Kind.flow(definition).plan(width: 100, height: 100)
        let uniform = plan.layOut(Array(repeating: one, count: 200))
        let mixed = plan.layOut(Array(repeating: one, count: 199) + [item(7, 7)])
        let fullCount = uniform.cells.count { $0.frame.y < uniform.cells[199].frame.y }
        #expect(fullCount > 100)
        #expect(uniform.frames.prefix(fullCount) == mixed.frames.prefix(fullCount))
    }

    @Test("Items of no extent and no spacing neither loop nor leave the line")
    func noExtent() throws {
        let plan = try LayoutDefinition.Kind.flow(FlowDefinition(itemSpacing: 0)).plan(width: 100, height: 100)
        let items = Array(repeating: item(0, 10), count: 3)
        #expect(plan.layOut(items).frames == Array(repeating: frame(0, 0, 0, 10), count: 3))
    }

    @Test("A naive flow gives the same frames", arguments: 0..<60 as Range<UInt64>)
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var definition = FlowDefinition(
            itemSpacing: random.exactLength(in: 0...12), lineSpacing: random.exactLength(in: 0...12),
            sectionInsets: random.insets(), contentInsets: random.insets(),
            header: LayoutSize(width: 1, height: random.exactLength(in: 0...20)),
            footer: LayoutSize(width: 1, height: random.exactLength(in: 0...20)))
        let items = random.items(count: Int.random(in: 0...150, using: &random), upTo: 140)
        let width = random.exactLength(in: 90...400)
        let expected = naiveVerticalFlow(definition, width: width, items: items)
        let plan = try LayoutDefinition.Kind.flow(definition).plan(width: width, height: 200)
        let solved = plan.layOut(items)
        #expect(solved.frames == expected.frames)
        #expect(solved.length == expected.length)
        #expect(plan.layOutInPieces(items, using: &random) == solved)

        definition.axis = .horizontal
        definition.sectionInsets = definition.sectionInsets.transposed
        definition.contentInsets = definition.contentInsets.transposed
        definition.header = LayoutSize(width: definition.header.height, height: 1)
        definition.footer = LayoutSize(width: definition.footer.height, height: 1)
        let horizontal = try LayoutDefinition.Kind.flow(definition).plan(width: 200, height: width)
        let turned = items.map(\.transposed)
        #expect(horizontal.layOut(turned).frames.map(\.transposed) == expected.frames)
        #expect(horizontal.layOutInPieces(turned, using: &random) == horizontal.layOut(turned))
    }
}
