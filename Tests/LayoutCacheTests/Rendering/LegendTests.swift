@testable import LayoutCacheTools
import Testing
@testable import LayoutCache

/// The legend of a picture, to the letter.
@Suite struct LegendTests {
    private func entry(
        _ x: String, _ y: String, fill: String, line: String, text: (x: String, y: String, of: String), unit: Int = 1
    ) -> String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(9 * unit)\" height=\"\(9 * unit)\" fill=\"\(fill)\" stroke=\"\(line)\""
            + " stroke-width=\"\(unit == 1 ? "0.75" : "1.5")\"/><text x=\"\(text.x)\" y=\"\(text.y)\""
            + " font-size=\"\(9 * unit)\" fill=\"#2B3440\">\(text.of)</text>"
    }

    @Test("Sections stand in as many columns as fit, and what is stale comes last")
    func columns() {
        let legend = SVGLegend(
            sections: [(0, "ABCDEFGHIJKLMNOPQR"), (8, nil), (9, "ABCDEFGHIJKLMNOPQ")], hasStale: true, width: 250,
            unit: 1)
        #expect(legend.height == 28)
        // A column of 125 points has 107 for the text, which are 19 letters of 5.4.
        let expected = [
            entry("0", "100", fill: "#D3E5F8", line: "#84B1DE", text: ("14", "107.65", "0 ABCDEFGHIJKLMNOP…")),
            entry("125", "100", fill: "#D3E5F8", line: "#84B1DE", text: ("139", "107.65", "8 ")),
            entry("0", "114", fill: "#FCE0CA", line: "#E8A774", text: ("14", "121.65", "9 ABCDEFGHIJKLMNOPQ")),
            entry("125", "114", fill: "url(#stale)", line: "#77818D", text: ("139", "121.65", "stale")),
        ]
        #expect(legend.text(at: 100) == expected.joined(separator: "\n"))
    }

    @Test("All of it grows with the picture")
    func unit() {
        let legend = SVGLegend(sections: [(2, "a"), (3, "b")], hasStale: false, width: 500, unit: 2)
        #expect(legend.height == 28)
        let expected = [
            entry("0", "10", fill: "#D2EDD8", line: "#7FC290", text: ("28", "25.3", "2 a"), unit: 2),
            entry("250", "10", fill: "#E6DDF7", line: "#AC95DD", text: ("278", "25.3", "3 b"), unit: 2),
        ]
        #expect(legend.text(at: 10) == expected.joined(separator: "\n"))
    }

    @Test("Of very many sections the first 24 are named, and the rest counted")
    func many() {
        func legend(_ count: Int) -> SVGLegend {
            SVGLegend(sections: (0..<count).map { ($0, "s") }, hasStale: false, width: 100, unit: 1)
        }
        #expect(legend(24).height == 24 * 14)
        #expect(!legend(24).text(at: 0).contains("more"))
        #expect(legend(26).height == 25 * 14)
        #expect(legend(26).text(at: 0).contains(">23 s</text>") && !legend(26).text(at: 0).contains(">24 s</text>"))
        #expect(
            legend(26).text(at: 0).hasSuffix(
                entry("0", "336", fill: "none", line: "none", text: ("14", "343.65", "and 2 more"))))
        #expect(SVGLegend(sections: [], hasStale: false, width: 100, unit: 1).height == 0)
    }

    @Test("However narrow a picture is, a name keeps a letter")
    func narrow() {
        let legend = SVGLegend(sections: [(1, "Red")], hasStale: false, width: 12, unit: 1)
        #expect(legend.text(at: 0).hasSuffix(">1…</text>"))
    }
}
