import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// The rules of the kinds of layouts, of the files in `Rules`.
@Suite struct LayoutRuleTests {
    private static let flow = LayoutRule.all(in: "flow.txt")
    private static let layouts = LayoutRule.all(in: "layouts.txt")
    private static let sections = LayoutRule.all(in: "sections.txt")

    @Test("Layouts follow their rules", arguments: flow + layouts + sections)
    func rules(_ rule: LayoutRule) throws {
        let plan = try LayoutDefinition(json: rule.json).makePlan(in: rule.container)
        let solved = plan.layOut(rule.items, section: rule.section)
        #expect(!rule.expected.isEmpty)
        for (field, text) in rule.expected {
            #expect(LayoutRule.text(field, of: solved, by: plan) == text, "\(field)")
        }
    }

    @Test("The rules of flows hold with the axes swapped", arguments: flow)
    func transposedFlow(_ rule: LayoutRule) throws {
        let plain = try LayoutDefinition(json: rule.json)
        let definition = try #require(plain.kind.definition(as: FlowDefinition.self)).transposed
        let solved = try plain.makePlan(in: rule.container).layOut(rule.items)
        let turned = try LayoutDefinition.Kind.flow(definition)
            .plan(width: rule.container.height, height: rule.container.width).layOut(rule.items.map(\.transposed))
        #expect(turned.frames.map(\.transposed) == solved.frames)
        #expect(turned.length == solved.length)
    }

    @Test("All rules are read")
    func readsAll() {
        #expect(Self.flow.count == 31 && Self.layouts.count == 64 && Self.sections.count == 19)
    }
}
