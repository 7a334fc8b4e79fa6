@testable import LayoutCacheTools
import Testing
@testable import LayoutCache

/// A whole layout in columns, to the letter.
@Suite struct OverviewPictureTests {
    /// Three pieces that look alike, a stale one, an empty one, an estimated one of no section, and two that look alike
    /// in two columns.
    private func bins() -> [OverviewBin] {
        var bins = Array(repeating: OverviewBin(), count: 1200)
        for index in 0..<3 { bins[index] = OverviewBin(section: 0, density: 8) }
        bins[3] = OverviewBin(section: 9, density: 4, isStale: true)
        bins[5] = OverviewBin(density: 1, isEstimated: true)
        for index in 199..<201 { bins[index] = OverviewBin(section: 1) }
        return bins
    }

    private func caption(_ x: Int, _ start: Int) -> String {
        "<text x=\"\(x)\" y=\"10\" font-size=\"8\" fill=\"#77818D\">\(start)</text>"
    }

    private var key: [String] {
        zip([538, 550, 562, 574, 586], ["0.45", "0.575", "0.7", "0.825", "0.95"]).map { x, opacity in
            "<rect x=\"\(x - 14)\" y=\"856\" width=\"12\" height=\"8\" fill=\"#A9B2BD\" fill-opacity=\"\(opacity)\"/>"
        } + [
            "<text x=\"520\" y=\"864\" font-size=\"10\" text-anchor=\"end\" fill=\"#77818D\">few</text>",
            "<text x=\"588\" y=\"864\" font-size=\"10\" text-anchor=\"start\" fill=\"#77818D\">many</text>",
        ]
    }

    @Test("A section that takes four rows of a column is named at its beginning there, cut to the column's width")
    func names() {
        var picture = OverviewPicture(
            title: "A", scale: 1, length: 12000, itemCount: 7, staleBandCount: 0, isMirrored: false)
        picture.titles = [0: "three rows", 1: "<Turner>", 2: "Joseph Mallord William Turner"]
        var bins = bins()
        for index in 300..<320 { bins[index] = OverviewBin(section: 1, density: 3) }
        for index in 396..<405 { bins[index] = OverviewBin(section: 2, density: 3) }
        let text = picture.text(of: bins)
        func name(_ x: Int, _ y: Int, _ title: String) -> String {
            "<text x=\"\(x)\" y=\"\(y)\" font-size=\"9\" font-weight=\"600\" fill=\"#2B3440\">\(title)</text>"
        }
        #expect(!text.contains("three rows"))
        #expect(text.contains(name(122, 425, "&lt;Turner&gt;")))
        #expect(text.contains(name(122, 809, "Joseph Mallord…")) && text.contains(name(226, 25, "Joseph Mallord…")))
    }

    @Test("Pieces run down the first column, then the next, each coloured by its density")
    func columns() {
        let picture = OverviewPicture(
            title: "A & B", scale: 2, length: 12000, itemCount: 7, staleBandCount: 3, isMirrored: false)
        let fifth = "x=\"14\" y=\"34\" width=\"90\" height=\"4\" fill=\"#A9B2BD\" fill-opacity=\"0.513\""
        let expected = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 638 872\" width=\"1276\" height=\"1744\" "
                + "font-family=\"Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif\">",
            "<title>A &amp; B</title>",
            "<defs><pattern id=\"stale\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\">"
                + "<rect width=\"2\" height=\"5\" fill=\"#2B3440\" fill-opacity=\"0.4\"/></pattern></defs>",
            "<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>",
            "<g><title>section 0 at 0</title><rect x=\"14\" y=\"14\" width=\"90\" height=\"12\" fill=\"#84B1DE\" "
                + "fill-opacity=\"0.95\"/></g>",
            "<g><title>section 9 at 30</title><rect x=\"14\" y=\"26\" width=\"90\" height=\"4\" fill=\"#E8A774\" "
                + "fill-opacity=\"0.7\"/>"
                + "<rect x=\"14\" y=\"26\" width=\"90\" height=\"4\" fill=\"url(#stale)\"/></g>",
            "<g><title>at 50</title><rect \(fifth) stroke=\"#4A5561\" stroke-width=\"0.75\" "
                + "stroke-dasharray=\"3 2\"/></g>",
            "<g><title>section 1 at 1990</title><rect x=\"14\" y=\"810\" width=\"90\" height=\"4\" fill=\"#E8A774\" "
                + "fill-opacity=\"0.45\"/></g>",
            caption(14, 0),
            "<g><title>section 1 at 2000</title><rect x=\"118\" y=\"14\" width=\"90\" height=\"4\" fill=\"#E8A774\" "
                + "fill-opacity=\"0.45\"/></g>",
            caption(118, 2000), caption(222, 4000), caption(326, 6000), caption(430, 8000), caption(534, 10000),
            "<text x=\"14.0\" y=\"850\" font-size=\"13\" font-weight=\"600\" fill=\"#2B3440\">A &amp; B</text>",
            "<text x=\"14.0\" y=\"864\" font-size=\"10\" fill=\"#77818D\">7 items, 12000 points; hatched: stale; "
                + "dashed: estimated; 3 stale bands</text>",
        ]
        let lines = picture.text(of: bins()).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let whole = expected + key + ["</svg>", ""]
        for (line, wanted) in zip(lines, whole) { #expect(line == wanted) }
        #expect(lines.count == whole.count)
    }

    @Test("Hues follow the order of many sections, and few have distinct colours")
    func wheel() {
        // oklch(0.74 0.12 30) and oklch(0.74 0.12 180), as CSS computes them.
        #expect(SVGPalette.tone(ofSection: 0, of: 100) == "#ED8D7D")
        #expect(SVGPalette.tone(ofSection: 50, of: 100) == "#39C3AE")
        #expect(SVGPalette.tone(ofSection: 9, of: 64) == "#E8A774")
        #expect(SVGPalette.tone(ofSection: nil, of: 100) == "#A9B2BD")
    }

    @Test("If the content begins at its far end, places count from there")
    func mirrored() {
        let picture = OverviewPicture(
            title: "wall", scale: 1, length: 12000, itemCount: 1, staleBandCount: 0, isMirrored: true)
        let text = picture.text(of: bins())
        for title in ["section 0 at 11970", "section 9 at 11960", "at 11940", "section 1 at 10000"] {
            #expect(text.contains("<title>\(title)</title>"), "\(title)")
        }
        for (column, x) in [14, 118, 222, 326, 430, 534].enumerated() {
            #expect(text.contains(caption(x, 12000 - 2000 * column)))
        }
        #expect(text.contains(">1 item, 12000 points; hatched: stale; dashed: estimated</text>"))
    }

    @Test("A band counts in each piece by its share of it, and the section with most of a piece tints it")
    func shares() {
        var bins = OverviewBins(count: 4, length: 40)
        func add(_ section: Int?, _ origin: Double, _ length: Double, _ cells: Int, stale: Bool = false) {
            bins.add(
                section: section, origin: origin, length: length, cells: cells, isStale: stale, isEstimated: false)
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
            bins.bins == [
                OverviewBin(section: 0, density: 4, isStale: true), OverviewBin(section: 1, density: 5, isStale: true),
                OverviewBin(section: 2, density: 5), OverviewBin(section: 3, density: 2),
            ])
        bins.reverse()
        #expect(bins.pieces.map(\.section) == [3, 2, 1, 0])
        #expect(OverviewBins(count: 2, length: 9).bins == [OverviewBin(), OverviewBin()])
    }
}
