@testable import LayoutCacheTools
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// A whole layout in columns, to the letter.
@Suite struct OverviewPictureTests {
    @Test(
        "A sheet has as many columns as the page's that shows the same",
        arguments: [
            // Width, height, the content's breadth and length, and the columns: as in the page's tests.
            (1200.0, 700.0, 390.0, 4.7e7, 14), (340, 640, 390, 4.7e7, 3), (2400, 1300, 390, 4.7e7, 28),
            (640, 800, 1200, 8000, 2), (90, 400, 390, 4.7e7, 1),
        ])
    func columnCount(width: Double, height: Double, breadth: Double, length: Double, columns: Int) {
        for axis in LayoutAxis.allCases {
            func turned(_ size: LayoutSize) -> LayoutSize {
                axis == .vertical ? size : LayoutSize(width: size.height, height: size.width)
            }
            // Along a column a picture has margins, and the page has none.
            let sheet = OverviewPicture.ContactSheet(
                size: turned(LayoutSize(width: width, height: height + 28)), axis: axis,
                content: turned(LayoutSize(width: breadth, height: length)))
            #expect(sheet.columnCount == columns)
            let last = sheet.frame(of: 0..<sheet.rowCount, column: columns - 1, isMirrored: false)
            #expect(abs(last.max(axis.cross) - (width - 14)) < 1e-9 && abs(last.max(axis) - (height + 14)) < 1e-9)
            #expect(sheet.pieceCount <= 4096)
        }
    }

    /// Seven columns of 200 pieces of ten points.
    private func sheet(_ axis: LayoutAxis = .vertical) -> OverviewPicture.ContactSheet {
        axis == .vertical
            ? OverviewPicture.ContactSheet(
                size: LayoutSize(width: 646, height: 828), axis: axis, content: LayoutSize(width: 10, height: 14000))
            : OverviewPicture.ContactSheet(
                size: LayoutSize(width: 828, height: 646), axis: axis, content: LayoutSize(width: 14000, height: 10))
    }

    /// Three pieces that look alike, a stale one, an empty one, an estimated one of no section, and two that look alike
    /// in two columns.
    private func bins() -> [OverviewPicture.Bin] {
        var bins = Array(repeating: OverviewPicture.Bin(), count: 1400)
        for index in 0..<3 { bins[index] = OverviewPicture.Bin(section: 0, density: 8) }
        bins[3] = OverviewPicture.Bin(section: 9, density: 4, isStale: true)
        bins[5] = OverviewPicture.Bin(density: 1, isEstimated: true)
        for index in 199..<201 { bins[index] = OverviewPicture.Bin(section: 1) }
        return bins
    }

    @Test("A section with room for a line in a column is named at its beginning there, cut to the column's width")
    func names() {
        var picture = OverviewPicture(
            sheet: sheet(), title: "A", scale: 1, length: 14000, itemCount: 7, staleSectionCount: 0, isMirrored: false)
        picture.titles = [0: "three rows", 1: "<Turner>", 2: "Joseph Mallord William Turner"]
        var bins = bins()
        for index in 300..<320 { bins[index] = OverviewPicture.Bin(section: 1, density: 3) }
        for index in 396..<405 { bins[index] = OverviewPicture.Bin(section: 2, density: 3) }
        let text = picture.text(of: bins)
        func name(_ x: Int, _ y: Int, _ title: String) -> String {
            "<text x=\"\(x)\" y=\"\(y)\" font-size=\"9\" font-weight=\"600\" fill=\"#2B3440\">\(title)</text>"
        }
        #expect(!text.contains("three rows"))
        #expect(text.contains(name(108, 425, "&lt;Turner&gt;")))
        #expect(text.contains(name(108, 809, "Joseph Mall…")) && text.contains(name(198, 25, "Joseph Mall…")))
    }

    @Test("Pieces run down the first column, then the next, each coloured by its density")
    func columns() throws {
        let picture = OverviewPicture(
            sheet: sheet(), title: "A & B", scale: 2, length: 14000, itemCount: 7, staleSectionCount: 3,
            isMirrored: false)
        try expectText(picture.text(of: bins()), of: "Expected/overview.svg")
    }

    @Test("With the theme of the viewer, every colour has another one in the dark, and texts stay readable")
    func themes() throws {
        var picture = OverviewPicture(
            sheet: sheet(), title: "A", scale: 1, length: 14000, itemCount: 7, staleSectionCount: 3, isMirrored: false)
        picture.showsLegend = true
        #expect(!picture.text(of: bins()).contains("<style>"))
        picture.theme = .auto
        let text = picture.text(of: bins())
        let style = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("<style>@media (prefers-color-scheme: dark)") })
        for attribute in ["fill", "stroke"] {
            for use in text.replacing(style, with: "").split(separator: "\(attribute)=\"#").dropFirst() {
                let colour = "[\(attribute)=\"#\(use.prefix(6))\"]{\(attribute):"
                #expect(style.contains(colour), "\(colour)")
            }
        }
        // The middle blue is mixed with the dark paper, as the page has it: 0x84 · 0.55 + 0x1A · 0.45 = 84.
        #expect(style.contains("[fill=\"#84B1DE\"]{fill:rgb(84 111 139)}"))
    }

    @Test("Hues follow the order of many sections, and few have distinct colours")
    func wheel() {
        // oklch(0.74 0.12 30) and oklch(0.74 0.12 180), as CSS computes them.
        #expect(SVGPalette.tone(ofSection: 0, of: 100) == "#ED8D7D")
        #expect(SVGPalette.tone(ofSection: 50, of: 100) == "#39C3AE")
        #expect(SVGPalette.tone(ofSection: 9, of: 64) == "#E8A774")
        #expect(SVGPalette.tone(ofSection: nil, of: 100) == "#A9B2BD")
    }

    @Test("Content that scrolls sideways runs along rows; if it begins at its far end, from their right ends")
    func rows() {
        func text(isMirrored: Bool) -> String {
            OverviewPicture(
                sheet: sheet(.horizontal), title: "wall", scale: 1, length: 14000, itemCount: 1, staleSectionCount: 0,
                isMirrored: isMirrored
            ).text(of: bins())
        }
        func shape(_ at: Int, _ x: Int, _ y: Int, width: Int) -> String {
            "at \(at)</title><rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"78\""
        }
        let (forward, backward) = (text(isMirrored: false), text(isMirrored: true))
        #expect(forward.contains(shape(0, 14, 14, width: 12)) && forward.contains(shape(2000, 14, 104, width: 4)))
        #expect(forward.contains("<text x=\"14\" y=\"100\" font-size=\"8\" fill=\"#77818D\">2000</text>"))
        #expect(
            backward.contains(shape(13970, 802, 14, width: 12)) && backward.contains(shape(11990, 810, 104, width: 4)))
        #expect(
            backward.contains(
                "<text x=\"814\" y=\"100\" font-size=\"8\" text-anchor=\"end\" fill=\"#77818D\">12000</text>"))
        #expect(backward.contains(">1 item, 14000 points; hatched: stale; dashed: estimated</text>"))
    }

    @Test("A band counts in each piece by its share of it, and the section with most of a piece tints it")
    func shares() {
        var bins = LayoutReader.OverviewBins(count: 4, length: 40)
        func add(_ section: Int?, _ origin: Double, _ length: Double, _ cells: Int, stale: Bool = false) {
            bins.add(section: section, origin: origin, length: length, cells: cells, isStale: stale, isEstimated: false)
        }
        // From before the beginning, and to beyond the end.
        add(0, -5, 10, 8)
        add(1, 5, 15, 15, stale: true)
        add(nil, 20, 10, 9)
        add(2, 20, 2, 2)
        add(3, 35, 10, 4)
        add(4, .infinity, 10, 99)
        add(4, 0, .infinity, 99)
        #expect(bins.pieces.map(\.cells) == [9, 10, 11, 2])
        // Of two that take as much, the first.
        #expect(bins.pieces.map(\.section) == [0, 1, 2, 3])
        #expect(bins.pieces.map(\.isStale) == [true, true, false, false])
        // The average is 8: log₅ of 17/8, 18/8, 19/8 and 10/8, in eighths that are rounded up.
        #expect(
            OverviewPicture.Bin.bins(of: bins.pieces) == [
                OverviewPicture.Bin(section: 0, density: 4, isStale: true),
                OverviewPicture.Bin(section: 1, density: 5, isStale: true),
                OverviewPicture.Bin(section: 2, density: 5), OverviewPicture.Bin(section: 3, density: 2),
            ])
        #expect(
            OverviewPicture.Bin.bins(of: LayoutReader.OverviewBins(count: 2, length: 9).pieces) == [
                OverviewPicture.Bin(), OverviewPicture.Bin(),
            ])
    }
}
