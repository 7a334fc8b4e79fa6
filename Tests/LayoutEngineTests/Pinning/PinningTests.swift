import Testing

@testable import LayoutEngine

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

    @Test("A section shorter than its header leaves it where it is")
    func shortSection() {
        #expect(header.frame(sectionStart: 50, sectionEnd: 60, visible: frame(0, 55, 9, 9), axis: .vertical).y == 50)
    }

    @Test("What does not pin stays, and a span reaches from end to end")
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

    @Test("The horizontal axis is no different")
    func horizontal() {
        let header = BandBuffer.SectionElement(
            kind: 0, edge: .start, frame: frame(0, 0, 20, 100), zIndex: 1, pins: true)
        #expect(
            header.frame(sectionStart: 50, sectionEnd: 250, visible: frame(80, 0, 9, 9), axis: .horizontal)
                == frame(80, 0, 20, 100))
    }

    @Test("Frozen rows and columns keep their distance from the visible corner, inside their sheet")
    func frozen() {
        let area = FrozenArea(rows: 1, columns: 2, width: 60, height: 20)
        let sheet = frame(0, 100, 500, 400)
        func place(_ row: Int, _ column: Int, _ visible: LayoutRect) -> LayoutPoint {
            area.frame(of: frame(30, 100, 30, 20), row: row, column: column, sheet: sheet, visible: visible).origin
        }
        #expect(place(0, 1, frame(40, 150, 100, 100)) == LayoutPoint(x: 70, y: 150))
        #expect(place(0, 2, frame(40, 150, 100, 100)) == LayoutPoint(x: 30, y: 150))
        #expect(place(1, 1, frame(40, 150, 100, 100)) == LayoutPoint(x: 70, y: 100))
        #expect(place(0, 0, frame(-5, 20, 100, 100)) == LayoutPoint(x: 30, y: 100))
        #expect(place(0, 0, frame(480, 495, 100, 100)) == LayoutPoint(x: 470, y: 480))
    }
}
