import Testing

import LayoutEngine

/// The rules of sections that come as tables of one shape; the other ones are in `Rules/sections.txt`.
@Suite("Compositional sections") struct CompositionalSectionsTests {
    static let row = #"""
        {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 40},
         "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": 40}}]}
        """#

    @Test(
        "A badge is attached to its cell",
        arguments: [
            (#""anchor": ["top", "trailing"]"#, frame(90, 0, 20, 10)),
            (#""anchor": ["top", "trailing"], "fractionalOffset": [0.5, -0.5]"#, frame(100, -5, 20, 10)),
            (#""anchor": ["bottom", "leading"], "offset": [3, 4]"#, frame(13, 34, 20, 10)),
            (#""anchor": ["trailing"]"#, frame(90, 15, 20, 10)),
            (#""anchor": []"#, frame(50, 15, 20, 10)),
            (#""anchor": ["top", "trailing"], "itemAnchor": ["bottom", "leading"]"#, frame(110, -10, 20, 10)),
            (#""anchor": ["top"], "itemAnchor": []"#, frame(50, -5, 20, 10)),
        ])
    func cellBadge(anchor: String, frame: LayoutRect) throws {
        let badge = #"{"elementKind": "badge", "size": {"width": 20, "height": 10}, \#(anchor)}"#
        let group = #"""
            {"axis": "horizontal", "size": {"width": 320, "height": 40},
             "subitems": [{"size": {"width": 120, "height": 40}, "contentInsets": {"leading": 10, "trailing": 10},
               "supplementaries": [\#(badge)]}]}
            """#
        let solved = try sectionPlan(#"{"group": \#(group)}"#).solveSection(unmeasured(3))
        #expect(
            solved.elements == [
                .init(kind: 0, frame: frame, zIndex: 1, host: 0),
                .init(kind: 0, frame: frame.offsetBy(x: 120, y: 0), zIndex: 1, host: 1),
                .init(kind: 0, frame: frame.offsetBy(x: 0, y: 40), zIndex: 1, host: 2),
            ])
        #expect(solved.length == 80)
    }

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

    /// The expectations of a port of UIKit's layouts for Apple's grid and list samples, on a 375 point screen.
    @Test("Apple's samples have the content sizes that a port's tests record")
    func appleSamples() throws {
        let grid = #"""
            {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"fractionalWidth": 0.2}},
             "subitems": [{"size": {"width": {"fractionalWidth": 0.2}, "height": {"fractionalHeight": 1}}}]}
            """#
        let gridFrames = try sectionPlan(#"{"group": \#(grid)}"#, width: 375, height: 667).solveSection(unmeasured(94))
        #expect(gridFrames.length == 19 * 75)
        expectFrames(
            gridFrames.frames,
            (0..<94).map { frame(Double($0 % 5) * 75, Double($0 / 5) * 75, 75, 75) })
        let list = #"""
            {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 44},
             "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}]}
            """#
        #expect(
            try sectionPlan(#"{"group": \#(list)}"#, width: 375, height: 667).solveSection(unmeasured(94)).length == 44
                * 94)
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

    @Test(
        "A boundary item is at one of nine places",
        arguments: [
            ("top", 110.0, 0.0), ("topLeading", 0, 0), ("topTrailing", 220, 0),
            ("bottom", 110, 70), ("bottomLeading", 0, 70), ("bottomTrailing", 220, 70),
            ("leading", 0, 30), ("trailing", 220, 30), ("none", 110, 30),
        ])
    func ninePlaces(alignment: String, x: Double, y: Double) throws {
        // Two rows of 40: at an end the item extends the section; otherwise it is centred over the rows.
        let section = #"""
            {"group": \#(Self.row),
             "boundaryItems": [{"elementKind": "mark", "size": {"width": 100, "height": 20},
               "alignment": "\#(alignment)"}]}
            """#
        let solved = try sectionPlan(section).solveSection(unmeasured(2))
        let isEnd = alignment.hasPrefix("bottom")
        #expect(solved.elements.first?.frame == frame(x, isEnd ? 80 : y, 100, 20))
        #expect(solved.length == (alignment.hasPrefix("top") || isEnd ? 100 : 80))
    }

    @Test(
        "An offset leaves a gap or laps over the content",
        arguments: [
            ("top", true, -5.0, 0.0, 45.0, 85.0), ("top", true, 5, 0, 35, 75), ("top", true, 0, 0, 40, 80),
            ("top", true, 60, 20, 0, 40), ("top", false, 5, 5, 0, 40),
            ("bottom", true, 5, 45, 0, 85), ("bottom", true, -5, 35, 0, 75), ("bottom", false, -5, -5, 0, 40),
        ])
    func boundaryOffset(
        alignment: String, extends: Bool, offset: Double, y: Double, cellY: Double, length: Double
    ) throws {
        let section = #"""
            {"group": \#(Self.row),
             "boundaryItems": [{"elementKind": "mark", "size": {"width": {"fractionalWidth": 1}, "height": 40},
               "alignment": "\#(alignment)", "extendsBoundary": \#(extends), "offset": [3, \#(offset)]}]}
            """#
        let solved = try sectionPlan(section).solveSection(unmeasured(1))
        #expect(solved.elements.first?.frame == frame(3, y, 320, 40))
        #expect(solved.frames == [frame(0, cellY, 320, 40)])
        #expect(solved.length == length)
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
