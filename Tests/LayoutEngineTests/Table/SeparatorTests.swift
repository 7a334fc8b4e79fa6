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

    @Test("Between rows of pictures there is one, before the first picture of each row but the first")
    func justified() throws {
        let definition = JustifiedDefinition(
            rowHeight: 50, itemSpacing: 0, rowSpacing: 10, separators: SeparatorDefinition(thickness: 2))
        let plan = try LayoutDefinition.Kind.justified(definition).plan(width: 100, height: 50)
        let solved = plan.layOut([item(1, 1), item(1, 1), item(1, 1), item(1, 1)])
        #expect(
            solved.frames == [frame(0, 0, 50, 50), frame(50, 0, 50, 50), frame(0, 60, 50, 50), frame(50, 60, 50, 50)])
        #expect(separators(solved, of: plan).map(\.frame) == [frame(0, 54, 100, 2)])
        #expect(separators(solved, of: plan).map(\.host) == [2])
    }

    @Test("A waterfall has them between sections only")
    func waterfall() throws {
        #expect(throws: LayoutError.self) {
            try LayoutDefinition(json: #"{"layout":"waterfall","separators":{}}"#)
        }
        let json = #"{"layout":"waterfall","sectionSpacing":10,"separators":{"thickness":4,"between":"sections"}}"#
        let plan = try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 100, height: 50))
        let second = plan.layOut([item(1, 1)], section: SectionMeasure(index: 1))
        #expect(separators(second, of: plan).map(\.frame) == [frame(0, -7, 100, 4)])
    }

    @Test("A background spans the items of a section that has some, between insets, header and footer")
    func background() throws {
        let json = """
            {"layout":"table","header":{"height":8},"footer":{"height":6},"headerSpacing":2,"footerSpacing":3,
             "sectionInsets":{"top":5,"leading":10,"bottom":7,"trailing":20},
             "background":{"contentInsets":{"top":1,"leading":2,"bottom":1,"trailing":4}}}
            """
        let plan = try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 100, height: 50))
        let solved = plan.layOut([item(1, 20), item(1, 30)])
        let background = try #require(solved.sectionElements.first)
        #expect(solved.sectionElements.count == 1 && plan.elementKinds[background.kind].name == "background")
        // The rows are from 15 to 65 in a section of 81 points.
        let shown = background.naturalFrame(sectionStart: 100, sectionEnd: 181, axis: .vertical)
        #expect(shown == frame(12, 116, 64, 48) && background.zIndex == -1)
        #expect(plan.layOut([]).sectionElements.isEmpty)
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
