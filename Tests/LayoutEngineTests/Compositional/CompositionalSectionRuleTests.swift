import Testing

import LayoutEngine

/// The rules of sections that come as tables of one shape; the other ones are in `Rules/sections.txt`.
@Suite("Compositional sections") struct CompositionalSectionsTests {
    static let row = #"""
        {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 40},
         "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": 40}}]}
        """#

    @Test("The last section definition serves all further sections")
    func lastSectionDefinition() throws {
        let low = #"""
            {"group": {"axis": "horizontal", "size": {"width": 320, "height": 10},
              "subitems": [{"size": {"width": 320, "height": 10}}]}}
            """#
        let plan = try sectionPlan("\(low), {\"group\": \(Self.row)}", layout: #""interSectionSpacing": 12"#)
        #expect(plan.traits.sectionSpacing == 12)
        #expect([0, 1, 2, 900].map(plan.variant) == [0, 1, 1, 1])
        for (index, height) in [(0, 10.0), (1, 40), (2, 40), (900, 40)] {
            #expect(plan.solveSection(unmeasured(1), section: SectionMeasure(index: index)).length == height)
        }
    }

    @Test(
        "A plan reports how far one item's size reaches",
        arguments: [
            // Nothing measured; measured, but in fixed numbers; measured and filled: as the next item allows.
            ("20", #""subitems": [{"size": {"width": 50, "height": 20}}]"#, false, true),
            (
                #"{"estimated": 20}"#, #""subitems": [{"size": {"width": 50, "height": {"estimated": 20}}}]"#, false,
                true
            ),
            ("20", #""count": 3, "repeating": {"size": {"width": {"estimated": 50}, "height": 20}}"#, false, true),
            ("20", #""subitems": [{"size": {"width": {"estimated": 50}, "height": 20}}]"#, true, true),
            (
                "20",
                #"""
                "subitems": [{"axis": "vertical", "size": {"width": {"estimated": 50}, "height": 20},
                  "subitems": [{"size": {"width": 50, "height": 20}}]}]
                """#, true, false
            ),
            (
                #"{"uniformAcrossSiblings": 20}"#,
                #""subitems": [{"size": {"width": 50, "height": {"estimated": 20}}}]"#, false, false
            ),
        ])
    func reachOfAnItem(height: String, content: String, dependsOnNext: Bool, canBeCut: Bool) throws {
        let size = #"{"width": 320, "height": \#(height)}"#
        let plan = try sectionPlan(#"{"group": {"axis": "horizontal", "size": \#(size), \#(content)}}"#)
        #expect(plan.lineBreaksDependOnNextItem == dependsOnNext)
        #expect(plan.canCutSection(SectionMeasure(index: 0)) == canBeCut)
    }

    @Test("The layout's own boundary items wrap all sections")
    func layoutBoundaryItems() throws {
        let items = #"""
            "boundaryItems": [{"elementKind": "title", "size": {"width": {"fractionalWidth": 1}, "height": 50},
              "alignment": "top", "offset": [0, -4]},
             {"elementKind": "bar", "size": {"width": 100, "height": 30}, "alignment": "topTrailing",
              "pinToVisibleBounds": true},
             {"elementKind": "end", "size": {"width": 100, "height": 20}, "alignment": "bottomLeading"}]
            """#
        let plan = try sectionPlan(#"{"group": \#(Self.row), "contentInsets": 9}"#, layout: items)
        var band = BandBuffer()
        #expect(plan.layOutBoundary(.start, into: &band))
        #expect(band.length == 54)
        #expect(band.elements.map(\.frame) == [frame(0, 0, 320, 50)])
        #expect(band.sectionElements.map(\.frame) == [frame(220, 24, 100, 30)])
        #expect(band.sectionElements.map(\.reserve) == [20])
        band.removeAll()
        #expect(plan.layOutBoundary(.end, into: &band))
        #expect(band.length == 20)
        #expect(band.elements.map(\.frame) == [frame(0, 0, 100, 20)])
        band.removeAll()
        #expect(try !sectionPlan(#"{"group": \#(Self.row)}"#).layOutBoundary(.start, into: &band))
    }
}
