import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What a view is told to show of a snapshot.
@Suite struct ShownLayoutTests {
    @Test("Of a carousel that is shorter than the view each element shows once, and where it is visible")
    func laps() throws {
        let viewport = LayoutSize(width: 320, height: 480)
        let test = try TestStore.ofOneSection(
            items: 4, height: "100", definition: #"{"layout":"table","wraps":true,"header":{"height":40}}"#,
            container: viewport)
        let layout = test.store.layout("wall")
        try layout.prepare()
        var shown = ShownLayout(span: 4_194_304, edge: .start)
        shown.show(try layout.snapshot(), viewport: viewport)
        // Three laps of 440 points and a part of the next; the part that is visible begins within the first.
        for top in [0.0, 130, 430, 700] {
            let visible = LayoutRect(x: 0, y: shown.window.viewOffset + top, width: 320, height: 480)
            let rect = LayoutRect(x: 0, y: shown.window.viewOffset, width: 320, height: 1400)
            let elements = shown.changes(in: rect, visible: visible).elements
            #expect(elements.count == 5, "\(top): \(elements)")
            #expect(Set(elements.map(\.identity)).count == 5, "\(top): \(elements)")
            #expect(elements.allSatisfy { $0.frame.overlaps(visible) }, "\(top): \(elements)")
            let headers = shown.supplementaries(inSight: visible)
            #expect(headers?.count == 1 && headers?.first?.frame.height == 40, "\(top)")
        }
        #expect(shown.takeNotes().isEmpty)
    }

    @Test("A gesture ends where the layout says, in the view's own coordinates")
    func gestures() throws {
        let viewport = LayoutSize(width: 320, height: 480)
        let test = try TestStore.ofOneSection(
            items: 400, height: "100", definition: #"{"layout":"table","snap":{"padding":0}}"#, container: viewport)
        let layout = test.store.layout("wall")
        try layout.prepare()
        // A window of 8,000 points of a content of 40,000.
        var shown = ShownLayout(span: 8000, edge: .start)
        let proposed = LayoutPoint(x: 0, y: 1234)
        #expect(shown.target(for: proposed, velocity: .zero) == proposed)
        shown.show(try layout.snapshot(), viewport: viewport)
        let origin = shown.window.contentRect(LayoutRect(x: 0, y: 0, width: 1, height: 1)).y
        let target = shown.target(for: proposed, velocity: .zero)
        let expected = try layout.targetContentOffset(
            forProposedContentOffset: LayoutPoint(x: 0, y: 1234 + origin), withScrollingVelocity: .zero)
        #expect(target.y + origin == expected.y && expected.y == 1200 + origin && target.x == 0)
        #expect(shown.takeNotes().isEmpty)
    }
}
