@testable import LayoutCacheTools
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The legend of a picture, to the letter.
@Suite struct LegendTests {
    @Test("Sections stand in as many columns as fit, then what is stale, and all of it grows with the picture")
    func legends() throws {
        let legends = [
            // A column of 125 points has 107 for the text, which are 19 letters of 5.4.
            SVGLegend(
                sections: [(0, "ABCDEFGHIJKLMNOPQR"), (8, nil), (9, "ABCDEFGHIJKLMNOPQ")], hasStale: true, width: 250,
                unit: 1), SVGLegend(sections: [(2, "a"), (3, "b")], hasStale: false, width: 500, unit: 2),
            // Of very many sections the first twelve are named, and the rest counted.
            SVGLegend(sections: (0..<12).map { ($0, "s") }, hasStale: false, width: 100, unit: 1),
            SVGLegend(sections: (0..<14).map { ($0, "s") }, hasStale: false, width: 100, unit: 1),
            // However narrow a picture is, a name keeps a letter.
            SVGLegend(sections: [(1, "Red")], hasStale: false, width: 12, unit: 1),
        ]
        #expect(legends.map(\.height) == [28, 28, 168, 182, 14])
        try expectText(legends.map { $0.text(at: 100) + "\n" }.joined(separator: "\n"), of: "Expected/legend.svg")
        #expect(SVGLegend(sections: [], hasStale: false, width: 100, unit: 1).height == 0)
    }
}
