@testable import LayoutCacheTools
import LayoutEngine
import Testing
@testable import LayoutCache

/// The parts of a picture around its elements and over them, to the letter.
@Suite struct PictureFrameTests {
    private func picture(_ rect: LayoutRect) -> SVGPicture {
        SVGPicture(
            of: rect, name: "w", contentSize: LayoutSize(width: 1000, height: 5000), hasFrozenCells: false,
            options: PictureOptions(scale: 3))
    }

    @Test("A large picture has larger lines, margins and captions")
    func frame() {
        // Two units look like a point.
        let expected = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-28 -28 836 968\" width=\"2508\" height=\"2904\" "
                + "font-family=\"Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif\">",
            "<title>w</title>", "<defs>",
            "<pattern id=\"stale\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\"><rect width=\"4\" height=\"12\" fill=\"#2B3440\" "
                + "fill-opacity=\"0.28\"/></pattern>",
            "<clipPath id=\"canvas\"><rect x=\"-28\" y=\"-28\" width=\"836\" height=\"900\"/></clipPath>", "</defs>",
            "<rect x=\"-28\" y=\"-28\" width=\"836\" height=\"968\" fill=\"#FFFFFF\"/>",
            "<g clip-path=\"url(#canvas)\">", "</g>",
            "<path d=\"M-28 -28h836v968h-836zM0 0h780v844h-780z\" fill=\"#FFFFFF\" fill-opacity=\"0.78\" "
                + "fill-rule=\"evenodd\"/>",
            "<rect x=\"0\" y=\"0\" width=\"780\" height=\"844\" fill=\"none\" stroke=\"#2B3440\" stroke-width=\"3\" "
                + "rx=\"4\"/>",
            "<text x=\"0\" y=\"888\" font-size=\"26\" font-weight=\"600\" fill=\"#2B3440\">w</text>",
            "<text x=\"0\" y=\"920\" font-size=\"20\" fill=\"#77818D\">780 × 844 at 5, -6 · 0 elements, "
                + "of 1000 × 5000 points</text>",
            "</svg>", "",
        ]
        let text = picture(LayoutRect(x: 5, y: -6, width: 780, height: 844)).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (line, wanted) in zip(lines, expected) { #expect(line == wanted) }
        #expect(lines.count == expected.count)
    }

    @Test("A small picture is not made larger than its scale, and its captions shrink to fit")
    func smallPicture() {
        let text = picture(LayoutRect(x: 0, y: 0, width: 39, height: 84.4)).text
        // A tenth looks like a point; margins are 1.4, and the caption is 3.4 high.
        #expect(text.contains("viewBox=\"-1.4 -1.4 41.8 90.6\" width=\"125.4\" height=\"271.8\""))
        #expect(text.contains("<text x=\"0\" y=\"86.6\" font-size=\"1.3\""))
        #expect(text.contains("<text x=\"0\" y=\"88.2\" font-size=\"1\""))
        // The second line has 52 letters, each 0.56 of its size wide.
        let narrow = picture(LayoutRect(x: 0, y: 0, width: 10, height: 844)).text
        #expect(narrow.contains(">10 × 844 at 0, 0 · 0 elements, of 1000 × 5000 points<"))
        #expect(narrow.contains("<text x=\"0\" y=\"882\" font-size=\"0.343\""))
    }

    @Test("The bands and blocks of a query are drawn up to the picture's edge, and counted under it")
    func query() {
        func band(
            _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ count: Int, stale: Bool = false,
            estimated: Bool = false
        ) -> QueryExplanation.Band {
            QueryExplanation.Band(
                frame: LayoutRect(x: x, y: y, width: width, height: height), section: 0, elementCount: count,
                isStale: stale, isEstimated: estimated)
        }
        func step(_ name: String, _ read: Int, _ kept: Int) -> QueryExplanation.Step {
            QueryExplanation.Step(name: name, readCount: read, keptCount: kept, seconds: 0, sql: nil, plan: [])
        }
        var drawn = picture(LayoutRect(x: 100, y: 1000, width: 390, height: 422))
        drawn.draw(
            QueryExplanation(
                steps: [
                    step("tree", 1, 1), step("bands", 4, 3), step("blocks", 1, 1), step("rows", 1, 0),
                    step("elements", 4, 4),
                ],
                bands: [
                    band(0, 0, 1000, 1100, 7, stale: true), band(120, 1400, 10, 1000, 8, stale: true, estimated: true),
                    band(110, 1010, 20, 20, 9), band(0, 1010, 72, 20, 1), band(110, 0, 20, 972, 1),
                    band(518, 1010, 9, 9, 1), band(110, 1450, 9, 9, 1),
                ],
                blocks: [
                    QueryExplanation.Block(frame: LayoutRect(x: 110, y: 1010, width: 50, height: 60), elementCount: 5)
                ]))
        let band = "stroke=\"#0A67C2\" stroke-width=\"2\""
        let alarm = "stroke=\"#D6336C\" stroke-width=\"2\""
        let expected = [
            "<rect x=\"10\" y=\"10\" width=\"50\" height=\"60\" fill=\"none\" stroke=\"#0A67C2\" stroke-width=\"1\" "
                + "stroke-dasharray=\"4 3\"><title>block of 5</title></rect>",
            "<rect x=\"-28\" y=\"-28\" width=\"446\" height=\"128\" fill=\"none\" \(alarm)>"
                + "<title>band of 7, stale</title></rect>",
            "<rect x=\"20\" y=\"400\" width=\"10\" height=\"50\" fill=\"none\" \(alarm)>"
                + "<title>band of 8, estimated</title></rect>",
            "<rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" fill=\"none\" \(band)><title>band of 9</title></rect>",
        ]
        #expect(drawn.overlay.split(separator: "\n").map(String.init) == expected)
        #expect(drawn.querySummary == "read: 1 node, 3 of 4 bands, 1 block, 0 of 1 row")
        drawn.draw(QueryExplanation(steps: [step("tree", 2, 2), step("bands", 0, 0)], bands: [], blocks: []))
        #expect(drawn.querySummary == "read: 2 nodes, 0 bands")
    }
}
