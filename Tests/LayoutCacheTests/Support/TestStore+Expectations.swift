import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

extension TestStore {
    /// Expects that every element of a layout is at its place in a layout of all; returns whether it is.
    @discardableResult
    func expectSameAsAfresh(_ context: String, layout: String = "wall") throws -> Bool {
        try expectSameElements(elements("element_frames", layout: layout), reference(layout).elements, context)
    }

    func expectInvariants(_ context: String) throws {
        let problems = try read { try StoreInvariants.problems($0) }
        #expect(problems.isEmpty, "\(problems), \(context)")
    }

    /// Expects that every element of “wall” is at its place in a layout of all, and that the store is in order. Returns
    /// whether the elements are.
    @discardableResult
    func expectWhole(_ context: String) throws -> Bool {
        guard try expectSameAsAfresh(context) else { return false }
        try expectInvariants(context)
        let verification = try store.verify(deep: true)
        #expect(verification.isClean, "\(verification.problems), \(context)")
        return true
    }
}
