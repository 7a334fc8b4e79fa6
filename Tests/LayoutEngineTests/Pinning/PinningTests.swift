import Testing

import LayoutEngine

/// Headers and footers by hand; `ReferenceLayout.pin` has the rule, for the random tests of the store.
struct PinningTests {
    private let header = BandBuffer.SectionElement(
        kind: 0, edge: .start, frame: frame(0, 0, 100, 20), zIndex: 1, pins: true)
    private let footer = BandBuffer.SectionElement(
        kind: 1, edge: .end, frame: frame(0, -10, 100, 10), zIndex: 1, pins: true)

    @Test(
        "A header follows the visible top until its section's end pushes it out",
        arguments: [
            (0, 50), (50, 50), (80, 80), (230, 230), (240, 230), (900, 230),
        ] as [(Double, Double)])
    func pinnedHeader(visibleY: Double, y: Double) {
        let place = header.frame(
            sectionStart: 50, sectionEnd: 250, visible: frame(0, visibleY, 100, 100), axis: .vertical)
        #expect(place == frame(0, y, 100, 20))
    }

    @Test(
        "A footer follows the visible bottom and mirrors that",
        arguments: [
            (900, 240), (150, 240), (100, 190), (-40, 50), (-900, 50),
        ] as [(Double, Double)])
    func pinnedFooter(visibleY: Double, y: Double) {
        let place = footer.frame(
            sectionStart: 50, sectionEnd: 250, visible: frame(0, visibleY, 100, 100), axis: .vertical)
        #expect(place == frame(0, y, 100, 10))
    }
}
