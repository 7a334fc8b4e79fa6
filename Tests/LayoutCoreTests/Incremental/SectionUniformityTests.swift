import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The knowledge about the rest of a section that takes several slices to lay out: a flow's last line depends on it.
@Suite struct SectionUniformityTests {
    private struct Endless: Error {}

    /// Fifty lines of three items, and two items in the last one: some 45 make a slice.
    static let itemCount = 152

    private func makeStore() throws -> TestStore {
        let test = try TestStore()
        try test.fill(0...(Self.itemCount - 1), "id, section_id, position, width, height", "i + 1, 1, i, 25, 20")
        return test
    }

    /// Prepares the layout; returns in how many slices.
    private func prepare(_ test: TestStore) throws -> Int {
        var slices = 0
        try test.store.prepare("wall") { _ in
            slices += 1
            // A last line that is never settled would be laid out again and again.
            if slices > 200 { throw Endless() }
        }
        return slices
    }

    /// Expects all elements where the reference has them, and the last item of the last line at a place.
    private func expectLastItem(
        at x: Double, _ test: TestStore, _ context: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let elements = try test.elements("element_frames", layout: "wall")
        expectSameElements(elements, try test.reference("wall").elements, context, sourceLocation: sourceLocation)
        let last = elements.first { $0.item == Self.itemCount - 1 }
        #expect(last?.frame.x == x, "\(context)", sourceLocation: sourceLocation)
    }

    @Test(
        "The last line depends on the sizes in the whole section, after any division into slices",
        arguments: [2, 76, itemCount - 1])
    func lastLine(odd: Int) throws {
        let test = try makeStore()
        func define(width: Double) throws { try test.define("wall", #"{"layout":"flow"}"#, width, 200) }
        // While all sizes are equal the last line keeps the gaps of a full one: the space that three widths of 25
        // leave.
        try define(width: 100)
        #expect(try prepare(test) > 2)
        try expectLastItem(at: 37.5, test, "equal sizes")
        // Else it is packed at the least spacing, which is 10.
        try test.execute("UPDATE item SET height = 21 WHERE id = \(odd + 1)")
        _ = try prepare(test)
        try expectLastItem(at: 35, test, "another size")
        try define(width: 102)
        #expect(try prepare(test) > 2)
        try expectLastItem(at: 35, test, "another size, laid out from the beginning")
        try test.execute("UPDATE item SET height = 20 WHERE id = \(odd + 1)")
        _ = try prepare(test)
        try expectLastItem(at: 38.5, test, "equal sizes again")
    }
}
