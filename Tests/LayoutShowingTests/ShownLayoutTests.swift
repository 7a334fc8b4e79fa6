import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutShowing

/// The elements of a snapshot that a view shows.
@Suite struct ShownLayoutTests {
    private let viewport = LayoutSize(width: 320, height: 480)

    @Test("Of a carousel that is shorter than the view each element shows once, at its visible place")
    func laps() throws {
        let test = try TestStore.ofOneSection(
            items: 4, height: "100", definition: #"{"layout":"table","wraps":true,"header":{"height":40}}"#,
            container: viewport
        ).prepared()
        var shown = ShownLayout(span: 4_194_304, edge: .start)
        shown.show(try test.wall.snapshot())
        shown.prepare(for: ShownLayout.ViewState(offset: .zero, size: viewport))
        // Three laps of 440 points and a part of the next; the part that is visible begins within the first.
        for top in [0.0, 130, 430, 700] {
            let visible = LayoutRect(x: 0, y: shown.window.viewOffset + top, width: 320, height: 480)
            let rect = LayoutRect(x: 0, y: shown.window.viewOffset, width: 320, height: 1400)
            let elements = shown.elements(in: rect, visible: visible)
            #expect(elements.count == 5, "\(top): \(elements)")
            #expect(Set(elements.map(\.identity)).count == 5, "\(top): \(elements)")
            #expect(elements.allSatisfy { $0.frame.overlaps(visible) }, "\(top): \(elements)")
            let headers = shown.movedElements(in: ShownLayout.ViewState(offset: visible.origin, size: visible.size))
            #expect(headers?.count == 1 && headers?.first?.frame.height == 40, "\(top)")
        }
        #expect(shown.failures.known.isEmpty)
    }

    @Test("Pinned elements are found wherever they show, also after small requests")
    func supplementariesOfLargerRectangles() throws {
        let test = try TestStore()
        try test.fill(0...199, sections: 40, "section_id, position, width, height", "i / 5 + 1, i % 5, 40, 30")
        try test.prepareWall(#"{"layout":"table","header":{"height":20},"pinHeaders":true}"#)
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            func rect() -> LayoutRect {
                LayoutRect(
                    x: random.exactLength(in: 0...240) - 40, y: random.exactLength(in: 0...2000),
                    width: random.exactLength(in: 20...400), height: random.exactLength(in: 20...900))
            }
            var shown = ShownLayout(span: 4_194_304, edge: .start)
            shown.show(try test.wall.snapshot())
            shown.prepare(for: ShownLayout.ViewState(offset: .zero, size: viewport))
            let (asked, visible) = (rect(), rect())
            _ = shown.elements(in: asked, visible: asked)
            guard let found = shown.movedElements(in: ShownLayout.ViewState(offset: visible.origin, size: visible.size))
            else {
                #expect(!asked.overlaps(visible))
                continue
            }
            let expected = try test.wall.layoutAttributesForElements(in: visible).filter { $0.kind == .supplementary }
            expectSameElements(found.map(ElementRow.init), expected.map(ElementRow.init), "\(asked), \(visible)")
        }
    }

    @Test("A gesture ends at the layout's target, in the view's own coordinates")
    func gestures() throws {
        let test = try TestStore.ofOneSection(
            items: 400, height: "100", definition: #"{"layout":"table","snap":{"padding":0}}"#, container: viewport
        ).prepared()
        let layout = test.wall
        // A window of 8,000 points of a content of 40,000.
        var shown = ShownLayout(span: 8000, edge: .start)
        let proposed = LayoutPoint(x: 0, y: 1234)
        #expect(shown.target(for: proposed, velocity: .zero) == proposed)
        shown.show(try layout.snapshot())
        shown.prepare(for: ShownLayout.ViewState(offset: .zero, size: viewport))
        let origin = shown.window.contentRect(LayoutRect(x: 0, y: 0, width: 1, height: 1)).y
        let target = shown.target(for: proposed, velocity: .zero)
        let expected = try layout.targetContentOffset(
            forProposedContentOffset: LayoutPoint(x: 0, y: 1234 + origin), withScrollingVelocity: .zero)
        #expect(target.y + origin == expected.y && expected.y == 1200 + origin && target.x == 0)
        #expect(shown.failures.known.isEmpty)
    }
}
