import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// Separators between rows, lines and sections.
struct SeparatorTests {
    private func separators(_ solved: LaidOutSection, of plan: any LayoutPlan) -> [BandBuffer.Element] {
        solved.elements.filter { plan.elementKinds[$0.kind].name == "separator" }
    }

    @Test("Between rows they are in the middle of the gap, with their insets, each before its row")
    func rows() throws {
        let definition = TableDefinition(
            rowSpacing: 4, sectionInsets: LayoutInsets(top: 5, leading: 10, bottom: 5, trailing: 20),
            separators: SeparatorDefinition(
                inset: LayoutInsets(top: 9, leading: 6, bottom: 9, trailing: 2), thickness: 2))
        let plan = try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50)
        let solved = plan.layOut([item(1, 20), item(1, 30), item(1, 10)])
        let found = separators(solved, of: plan)
        #expect(found.map(\.frame) == [frame(16, 26, 62, 2), frame(16, 60, 62, 2)])
        #expect(found.map(\.host) == [1, 2] && found.allSatisfy { $0.zIndex == 1 })
        #expect(solved.frames == [frame(10, 5, 70, 20), frame(10, 29, 70, 30), frame(10, 63, 70, 10)])
        #expect(plan.layOut([item(1, 20)]).elements.isEmpty)
    }

    @Test("Between rows of columns and lines of a flow there is one, before the first item of each but the first")
    func lines() throws {
        let columns = TableDefinition(rowSpacing: 4, columns: 2, separators: SeparatorDefinition(thickness: 2))
        let plan = try LayoutDefinition.Kind.table(columns).plan(width: 100, height: 50)
        let rows = separators(plan.layOut([item(1, 20), item(1, 30), item(1, 10)]), of: plan)
        #expect(rows.map(\.frame) == [frame(0, 31, 100, 2)] && rows.map(\.host) == [2])
        let flow = FlowDefinition(
            axis: .horizontal, itemSpacing: 0, lineSpacing: 10,
            separators: SeparatorDefinition(inset: LayoutInsets(3), thickness: 1, between: .lines))
        let flowPlan = try LayoutDefinition.Kind.flow(flow).plan(width: 300, height: 100)
        let lines = separators(flowPlan.layOut([item(30, 60), item(20, 60), item(5, 60)]), of: flowPlan)
        #expect(lines.map(\.frame) == [frame(34.5, 3, 1, 94), frame(64.5, 3, 1, 94)] && lines.map(\.host) == [1, 2])
    }

    @Test("Between sections there is one before each but the first, in the middle of their distance")
    func sections() throws {
        let definition = TableDefinition(
            sectionSpacing: 10, header: LayoutSize(width: 0, height: 8),
            separators: SeparatorDefinition(thickness: 4, between: .sections))
        let plan = try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50)
        #expect(separators(plan.layOut([item(1, 20)], section: SectionMeasure(index: 0)), of: plan).isEmpty)
        let second = separators(plan.layOut([item(1, 20), item(1, 20)], section: SectionMeasure(index: 1)), of: plan)
        #expect(second.map(\.frame) == [frame(0, -7, 100, 4)] && second.map(\.host) == [nil])
        #expect(plan.variant(ofSection: 0) == 0 && plan.variant(ofSection: 1) == 1 && plan.variant(ofSection: 2) == 1)
    }

    @Test("With a display scale they are at least one pixel thick, and on the grid")
    func scale() throws {
        let json =
            #"{"layout":"table","scale":2,"separators":{"thickness":0.1},"pinHeaders":true,"header":{"height":8}}"#
        let plan = try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 100, height: 50))
        let solved = plan.layOut([item(1, 20), item(1, 20)])
        #expect(separators(solved, of: plan).map(\.frame) == [frame(0, 28, 100, 0.5)])
        // Pinned headers are in front of them.
        #expect(solved.sectionElements.map(\.zIndex) == [2])
    }
}
