import LayoutCacheTools
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// A page's description of sections that scroll by themselves.
@Suite struct OrthogonalSceneTests {
    private func makeStrip(items: Int, isMirrored: Bool = false) throws -> TestStore {
        try TestStore.ofOneSection(
            items: items,
            definition: """
                {"layout":"compositional","rightToLeft":\(isMirrored),"sections":[{"group":{"axis":"horizontal",
                 "size":{"width":100,"height":50},"subitems":[{"size":{"width":100,"height":50}}]},
                 "orthogonalScrolling":"continuous"}]}
                """, container: LayoutSize(width: 300, height: 400)
        ).prepared()
    }

    @Test("A strip is scrolled to its last group and no further, however long it is", arguments: [2, 3, 7, 3000])
    func greatestOffset(items: Int) throws {
        let test = try makeStrip(items: items)
        let scene = try test.wall.scene(in: LayoutRect(x: 0, y: 0, width: 300, height: 400))
        let section = try #require(scene.sections.first)
        #expect(scene.sections.count == 1 && section.orthogonal != 0)
        // The boxes of a tree are rounded to 24 bits.
        #expect(abs(section.greatestOffset - max(0, Double(items) * 100 - 300)) <= 0.1)
    }

    @Test("A strip reports its offset, in every reading direction", arguments: [false, true])
    func offset(isMirrored: Bool) throws {
        let test = try makeStrip(items: 60, isMirrored: isMirrored)
        let wall = test.wall
        try wall.setOrthogonalOffset(120, inSection: 0)
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 400)
        let section = try #require(try wall.scene(in: rect).sections.first)
        #expect(section.offset == 120 && section.orthogonal == (isMirrored ? -1 : 1))
        #expect(try wall.scene(in: rect, offsets: [0: 70]).sections.first?.offset == 70)
    }

    @Test("An explanation counts a strip's elements at its offset")
    func explanation() throws {
        let test = try makeStrip(items: 60)
        let wall = test.wall
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 50)
        func elements() throws -> QueryExplanation.Step? {
            try wall.explanation(of: rect).steps.first { $0.name == "elements" }
        }
        #expect(try elements()?.keptCount == 3)
        try wall.setOrthogonalOffset(5350, inSection: 0)
        #expect(try wall.layoutAttributesForElements(in: rect).count == 4)
        let steps = try wall.explanation(of: rect).steps
        #expect(steps.first { $0.name == "elements" }?.keptCount == 4)
        // Both fixed and moving elements are searched: in a block at offset 0, and in a scrolled one.
        #expect(steps.first { $0.name == "blocks" }.map { [$0.readCount, $0.keptCount] } == [2, 1])
    }
}
