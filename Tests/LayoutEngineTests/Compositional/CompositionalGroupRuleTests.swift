import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// The rules of groups, of `Rules/groups.txt`.
@Suite("Compositional groups") struct CompositionalGroupsTests {
    @Test("Each rule is read")
    func readsAll() {
        #expect(GroupRule.all.count >= 36 && GroupRule.all.count == DataFile("../Rules/groups.txt").cases.count)
    }

    @Test("Groups follow the rules", arguments: GroupRule.all)
    func layOutRules(_ rule: GroupRule) throws {
        let plan = try sectionPlan("{\"group\": \(rule.group)}")
        expectFrames(plan.solveSection(rule.items).frames, rule.frames)
    }

    @Test("Groups follow the rules when items come one at a time", arguments: GroupRule.all)
    func layOutRulesOneItem(_ rule: GroupRule) throws {
        let plan = try sectionPlan("{\"group\": \(rule.group)}")
        let feeding = CompositionalFeed(chunk: { 1 }, limit: { 1 }, restarts: true)
        expectFrames(plan.solveSection(rule.items, feeding: feeding).frames, rule.frames)
    }
}
