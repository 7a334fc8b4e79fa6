import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

extension TestStore {
    /// Expects that every element of “wall” lies where it does in a layout of all, and that the store is in order;
    /// returns whether the elements do.
    @discardableResult
    func expectWhole(_ context: String) throws -> Bool {
        guard try expectSameElements(elements("element_frames", layout: "wall"), reference("wall").elements, context)
        else { return false }
        let problems = try read { try StoreInvariants.problems($0) }
        #expect(problems.isEmpty, "\(problems), \(context)")
        let verification = try store.verify(deep: true)
        #expect(verification.isClean, "\(verification.problems), \(context)")
        return true
    }
}
