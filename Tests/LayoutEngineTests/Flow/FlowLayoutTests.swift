import LayoutTestSupport
import Testing

import LayoutEngine

struct FlowLayoutTests {
    @Test(
        "The frames of full lines do not depend on the rest of the section", arguments: TestSettings.seedArguments(20))
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

    @Test("A naive flow gives the same frames", arguments: TestSettings.seedArguments(60))
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let definition = FlowDefinition(
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

        let horizontal = try LayoutDefinition.Kind.flow(definition.transposed).plan(width: 200, height: width)
        let turned = items.map(\.transposed)
        #expect(horizontal.layOut(turned).frames.map(\.transposed) == expected.frames)
        #expect(horizontal.layOutInPieces(turned, using: &random) == horizontal.layOut(turned))
    }
}

extension FlowDefinition {
    /// This flow with its axes swapped; across the scroll axis the lengths of headers and footers do not count.
    var transposed: FlowDefinition {
        var turned = self
        turned.axis = .horizontal
        turned.itemSize = LayoutSize(width: itemSize.height, height: itemSize.width)
        turned.sectionInsets = sectionInsets.transposed
        turned.contentInsets = contentInsets.transposed
        turned.header = LayoutSize(width: header.height, height: 1)
        turned.footer = LayoutSize(width: footer.height, height: 1)
        return turned
    }
}
