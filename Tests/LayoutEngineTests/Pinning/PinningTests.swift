import Testing

import LayoutEngine

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

    @Test("A reserve keeps a header above the footer and a footer below the header")
    func reserve() {
        var header = header
        header.reserve = 10
        #expect(header.frame(sectionStart: 0, sectionEnd: 200, visible: frame(0, 195, 9, 9), axis: .vertical).y == 170)
        var footer = footer
        footer.reserve = 20
        #expect(footer.frame(sectionStart: 0, sectionEnd: 200, visible: frame(0, -95, 9, 9), axis: .vertical).y == 20)
    }

    @Test("A section shorter than its header leaves it in place")
    func shortSection() {
        #expect(header.frame(sectionStart: 50, sectionEnd: 60, visible: frame(0, 55, 9, 9), axis: .vertical).y == 50)
    }

    @Test("Elements that do not pin stay, and a span reaches from end to end")
    func still() {
        var still = header
        still.pins = false
        #expect(
            still.frame(sectionStart: 50, sectionEnd: 250, visible: frame(0, 90, 9, 9), axis: .vertical)
                == frame(0, 50, 100, 20))
        let span = BandBuffer.SectionElement(
            kind: 0, edge: .span, frame: frame(3, 5, 70, 0), zIndex: 0, pins: false, reserve: 7)
        #expect(span.naturalFrame(sectionStart: 50, sectionEnd: 250, axis: .vertical) == frame(3, 55, 70, 188))
        #expect(span.naturalFrame(sectionStart: 50, sectionEnd: 52, axis: .vertical).height == 0)
    }
}
