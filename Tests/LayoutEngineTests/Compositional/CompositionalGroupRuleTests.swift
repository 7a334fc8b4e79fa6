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

    @Test("A custom frame's own z-index wins")
    func customZIndex() throws {
        let group = #"{"size": {"width": 320, "height": 100}, "frames": [[0, 0, 50, 50], [60, 30, 40, 90, 7]]}"#
        let solved = try sectionPlan(#"{"group": \#(group), "decorations": [{"elementKind": "background"}]}"#)
            .solveSection(unmeasured(3))
        #expect(solved.cells.map(\.zIndex) == [1, 7, 1])
    }
}
