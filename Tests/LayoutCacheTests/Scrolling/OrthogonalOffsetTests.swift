import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What the offset of an orthogonal section moves, and what it leaves where it is.
@Suite struct OrthogonalOffsetTests {
    @Test("Cells and their badges move with the offset; headers and backgrounds stay")
    func badges() throws {
        let container = LayoutSize(width: 300, height: 400)
        let test = try TestStore.ofOneSection(
            items: 6,
            definition: """
                {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
                 "size":{"width":100,"height":50},"subitems":[{"size":{"width":100,"height":50},
                 "supplementaries":[{"elementKind":"badge","size":{"width":8,"height":8},
                 "anchor":["top","trailing"]}]}]},"orthogonalScrolling":"continuous",
                 "decorations":[{"elementKind":"background"}],
                 "boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":20},
                 "alignment":"top"}]}]}
                """, container: container)
        let layout = test.store.layout("wall")
        try layout.prepare()
        func shown() throws -> [String: [LayoutRect]] {
            Dictionary(
                grouping: try layout.layoutAttributesForElements(in: LayoutRect(origin: .zero, size: container)),
                by: { $0.elementKind ?? "cell" }
            ).mapValues { $0.map(\.frame).sorted { $0.x < $1.x } }
        }
        let resting = try shown()
        #expect(resting["cell"]?.map(\.x) == [0, 100, 200])
        #expect(resting["badge"]?.map(\.x) == [92, 192, 292])
        try layout.setOrthogonalOffset(130, inSection: 0)
        let moved = try shown()
        #expect(moved["cell"]?.map(\.x) == [-30, 70, 170, 270])
        #expect(moved["badge"]?.map(\.x) == [62, 162, 262])
        #expect(moved["header"] == resting["header"] && moved["background"] == resting["background"])
        #expect(resting["header"]?.count == 1 && resting["background"]?.count == 1)
    }
}
