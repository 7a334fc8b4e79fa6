@testable import LayoutCacheTools
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The parts of a picture around its elements and over them, to the letter.
@Suite struct PictureFrameTests {
    private func picture(_ rect: LayoutRect) -> SVGPicture {
        SVGPicture(
            of: rect, name: "w", contentSize: LayoutSize(width: 1000, height: 5000), hasFrozenCells: false,
            options: PictureOptions(scale: 3))
    }

    @Test("A large picture has larger lines, margins and captions")
    func frame() throws {
        // Two units look like a point.
        let text = picture(LayoutRect(x: 5, y: -6, width: 780, height: 844)).text
        try expectText(text, of: "Expected/frame.svg")
    }

    @Test("A small picture is not made larger than its scale, and its captions shrink to fit")
    func smallPicture() {
        let text = picture(LayoutRect(x: 0, y: 0, width: 39, height: 84.4)).text
        // A tenth looks like a point; margins are 1.4, and the caption is 1.8 high.
        #expect(text.contains("viewBox=\"-1.4 -1.4 41.8 89\" width=\"125.4\" height=\"267\""))
        #expect(text.contains("<text x=\"0\" y=\"86.6\" font-size=\"1.3\""))
        #expect(!text.contains("0 elements"))
        // With a query there is a second line. It has 67 letters, each 0.56 of its size wide.
        var narrow = picture(LayoutRect(x: 0, y: 0, width: 10, height: 844))
        narrow.querySummary = "read: 1 node"
        #expect(narrow.text.contains(">10 × 844 at 0, 0 · 0 elements, of 1000 × 5000 points · read: 1 node<"))
        #expect(narrow.text.contains("<text x=\"0\" y=\"882\" font-size=\"0.267\""))
    }

    @Test("The bands and blocks of a query are drawn up to the picture's edge, and counted under it")
    func query() throws {
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
                ], blocks: [(LayoutRect(x: 110, y: 1010, width: 50, height: 60), 5)]))
        try expectText(drawn.overlay, of: "Expected/query.svg")
        #expect(drawn.querySummary == "read: 1 node, 3 of 4 bands, 1 block, 0 of 1 row")
        drawn.draw(QueryExplanation(steps: [step("tree", 2, 2), step("bands", 0, 0)], bands: [], blocks: []))
        #expect(drawn.querySummary == "read: 2 nodes, 0 bands")
    }
}
