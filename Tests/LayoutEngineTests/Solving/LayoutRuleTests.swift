import LayoutTestSupport
import Testing

import LayoutEngine

/// The rules of the kinds of layouts, of the files in `Rules`.
@Suite struct LayoutRuleTests {
    private static let flow = LayoutRule.all(in: "flow.txt")
    private static let layouts = LayoutRule.all(in: "layouts.txt")
    private static let sections = LayoutRule.all(in: "sections.txt")
    private static let reports = LayoutRule.all(in: "reports.txt")

    @Test("Layouts follow their rules", arguments: flow + layouts + sections + reports)
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

    @Test("Groups follow their rules, also when items come one at a time", arguments: LayoutRule.groups, [true, false])
    func groups(_ rule: LayoutRule, atOnce: Bool) throws {
        let feeding =
            atOnce ? CompositionalFeed() : CompositionalFeed(chunk: { 1 }, limit: { 1 }, restarts: { true })
        let plan = try LayoutDefinition(json: rule.json).makePlan(in: rule.container)
        expectFrames(plan.solveSection(rule.items, feeding: feeding).frames, rule.frames)
    }

    @Test("A case after public reports states its rule, and its file credits their projects", arguments: reports)
    func creditsReports(_ rule: LayoutRule) {
        #expect(rule.name.split(separator: " ").count > 4 && !rule.reports.isEmpty)
        let credits = DataFile("../Rules/reports.txt").comment
        for report in rule.reports {
            let project = report.wholeMatch(of: /([\w.-]+\/[\w.-]+)#[1-9]\d*/)?.output.1
            #expect(project.map { credits.contains($0) } == true, "\(report)")
        }
    }
}
