import Testing

@testable import LayoutEngine

/// The rules of sections: insets, badges, backgrounds, orthogonal sections; their headers and footers are beside.
@Suite("Compositional sections") struct CompositionalSectionsTests {
    static let row = #"""
        {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 40},
         "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": 40}}]}
        """#

    @Test("The example of the contract follows its rules")
    func contractExample() throws {
        let json = #"""
            {"layout": "compositional", "axis": "vertical", "interSectionSpacing": 0,
             "rightToLeft": false, "sections": [
              {"group": {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 95},
                         "subitems": [{"size": {"width": 110, "height": 95}},
                                      {"axis": "vertical", "size": {"width": 110, "height": 95}, "interItemSpacing": 5,
                                       "subitems": [{"size": {"width": 110, "height": 30}},
                                                    {"size": {"width": 110, "height": 60}}]}],
                         "interItemSpacing": 5, "edgeSpacing": {"trailing": 5}, "contentInsets": 0},
               "interGroupSpacing": 0, "contentInsets": 5, "orthogonalScrolling": "continuous",
               "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 40},
                                  "alignment": "top", "offset": [0, -5], "extendsBoundary": true,
                                  "pinToVisibleBounds": false}],
               "decorations": [{"elementKind": "background", "contentInsets": 0}],
               "supplementariesFollowContentInsets": true}]}
            """#
        let plan = try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 375, height: 667))
        let solved = plan.solveSection(unmeasured(5))
        #expect(
            solved.frames == [
                rect(5, 50, 110, 95), rect(120, 50, 110, 30), rect(120, 85, 110, 60), rect(235, 50, 110, 95),
                rect(375, 50, 110, 95),
            ])
        #expect(solved.cells.allSatisfy { $0.zIndex == 1 })
        #expect(solved.element("header") == rect(5, 0, 365, 40))
        #expect(solved.length == 150)
        #expect(
            solved.orthogonal
                == OrthogonalContent(
                    behavior: .continuous, contentLength: 750, viewportLength: 375, leadingInset: 5,
                    groups: [.init(start: 5, length: 365), .init(start: 375, length: 365)]))
        #expect(solved.sectionElements.count == 1)
        #expect(solved.sectionElements.first?.edge == .span)
        #expect(solved.sectionElements.first?.frame == rect(0, 0, 375, 0))
        #expect(solved.sectionElements.first?.zIndex == 0)
        #expect(!plan.canCutSection(SectionMeasure(index: 0)))
    }

    @Test("Trailing edge spacing remains after the last group of an orthogonal section")
    func trailingEdgeSpacing() throws {
        let group = #"""
            {"axis": "vertical", "size": {"width": 110, "height": 95}, "edgeSpacing": {"trailing": 5},
             "subitems": [{"size": {"width": 110, "height": 95}}]}
            """#
        let solved = try sectionPlan(#"{"group": \#(group), "orthogonalScrolling": "groupPaging"}"#).solveSection(
            unmeasured(10))
        #expect(solved.orthogonal?.contentLength == 1150)
        #expect(solved.orthogonal?.groups.map(\.start) == (0..<10).map { Double($0) * 115 })
    }

    @Test("A section's row is as high as its highest group")
    func orthogonalHeight() throws {
        let group = #"""
            {"axis": "vertical", "size": {"width": 100, "height": {"estimated": 10}},
             "edgeSpacing": {"top": {"flexible": 0}},
             "subitems": [{"size": {"width": 100, "height": {"estimated": 10}}}]}
            """#
        let section = #"""
            {"group": \#(group), "orthogonalScrolling": "continuous", "interGroupSpacing": 8,
             "contentInsets": {"top": 1, "leading": 2, "bottom": 3, "trailing": 4}}
            """#
        let solved = try sectionPlan(section).solveSection([ItemMeasure(height: 20), ItemMeasure(height: 50)])
        #expect(solved.frames == [rect(2, 31, 100, 20), rect(110, 1, 100, 50)])
        #expect(solved.length == 54)
        #expect(solved.orthogonal?.contentLength == 214)
    }

    @Test("A background covers headers and insets and raises the cells")
    func background() throws {
        let section = #"""
            {"group": \#(Self.row), "contentInsets": 10,
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 25},
               "alignment": "top"}],
             "decorations": [{"elementKind": "background",
               "contentInsets": {"top": 1, "leading": 2, "bottom": 3, "trailing": 4}},
              {"elementKind": "glow", "zIndex": -1}]}
            """#
        let solved = try sectionPlan(section).solveSection(unmeasured(1))
        #expect(solved.sectionElements.map(\.frame) == [rect(2, 1, 314, 0), rect(0, 0, 320, 0)])
        #expect(solved.sectionElements.map(\.reserve) == [3, 0])
        #expect(solved.sectionElements.map(\.edge) == [.span, .span])
        #expect(solved.sectionElements.map(\.zIndex) == [0, -1])
        #expect(solved.cells.map(\.zIndex) == [1])
    }

    @Test(
        "A badge is attached to its cell",
        arguments: [
            (#""anchor": ["top", "trailing"]"#, rect(90, 0, 20, 10)),
            (#""anchor": ["top", "trailing"], "fractionalOffset": [0.5, -0.5]"#, rect(100, -5, 20, 10)),
            (#""anchor": ["bottom", "leading"], "offset": [3, 4]"#, rect(13, 34, 20, 10)),
            (#""anchor": ["trailing"]"#, rect(90, 15, 20, 10)),
            (#""anchor": []"#, rect(50, 15, 20, 10)),
            (#""anchor": ["top", "trailing"], "itemAnchor": ["bottom", "leading"]"#, rect(110, -10, 20, 10)),
            (#""anchor": ["top"], "itemAnchor": []"#, rect(50, -5, 20, 10)),
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
                .init(name: "badge", frame: frame, zIndex: 1, item: 0),
                .init(name: "badge", frame: frame.offsetBy(x: 120, y: 0), zIndex: 1, item: 1),
                .init(name: "badge", frame: frame.offsetBy(x: 0, y: 40), zIndex: 1, item: 2),
            ])
        #expect(solved.length == 80)
    }

    @Test("A badge can be a fraction of its host and belong to a group")
    func badges() throws {
        let badge = #"""
            {"elementKind": "shade", "size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 0.5}},
             "anchor": ["bottom"], "zIndex": 4}
            """#
        let group = #"""
            {"axis": "horizontal", "size": {"width": 300, "height": 40}, "supplementaries": [\#(badge)],
             "subitems": [{"size": {"width": 150, "height": 40}}]}
            """#
        let solved = try sectionPlan(#"{"group": \#(group)}"#).solveSection(unmeasured(3))
        #expect(
            solved.elements == [
                .init(name: "shade", frame: rect(0, 20, 300, 20), zIndex: 4, item: 0),
                .init(name: "shade", frame: rect(0, 60, 300, 20), zIndex: 4, item: 2),
            ])
    }

    @Test("Groups stack along x where the layout scrolls horizontally")
    func horizontalGroups() throws {
        let group = #"""
            {"axis": "vertical", "size": {"width": 50, "height": {"fractionalHeight": 1}},
             "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 0.5}}}]}
            """#
        let section = #"""
            {"group": \#(group), "interGroupSpacing": 5,
             "contentInsets": {"top": 10, "leading": 20, "bottom": 30, "trailing": 40},
             "boundaryItems": [{"elementKind": "header", "size": {"width": 15, "height": {"fractionalHeight": 1}},
               "alignment": "leading"}]}
            """#
        let plan = try sectionPlan(section, layout: #""axis": "horizontal""#)
        let solved = plan.solveSection(unmeasured(3))
        #expect(solved.frames == [rect(35, 10, 50, 220), rect(35, 230, 50, 220), rect(90, 10, 50, 220)])
        #expect(solved.element("header") == rect(0, 10, 15, 440))
        #expect(solved.length == 180)
        #expect(plan.traits.contentCrossLength == 480)
    }

    @Test("Right to left mirrors everything across")
    func rightToLeft() throws {
        let badge = #"""
            {"elementKind": "badge", "size": {"width": 20, "height": 10}, "anchor": ["top", "trailing"],
             "offset": [3, 0]}
            """#
        let group = #"""
            {"axis": "horizontal", "size": {"width": 300, "height": 40},
             "subitems": [{"size": {"width": 100, "height": 40}, "supplementaries": [\#(badge)]}]}
            """#
        let section = #"""
            {"group": \#(group), "contentInsets": {"leading": 10},
             "boundaryItems": [{"elementKind": "header", "size": {"width": 50, "height": 20}, "alignment": "topLeading",
               "pinToVisibleBounds": true},
              {"elementKind": "footer", "size": {"width": 50, "height": 20}, "alignment": "bottomTrailing"}],
             "decorations": [{"elementKind": "background", "contentInsets": {"leading": 7}}]}
            """#
        let plan = try sectionPlan(section, layout: #""rightToLeft": true"#)
        let solved = plan.solveSection(unmeasured(2))
        #expect(solved.frames == [rect(210, 20, 100, 40), rect(110, 20, 100, 40)])
        #expect(solved.elements.map(\.frame) == [rect(207, 20, 20, 10), rect(107, 20, 20, 10), rect(0, 60, 50, 20)])
        #expect(solved.sectionElements.map(\.frame) == [rect(0, 0, 313, 0), rect(260, 0, 50, 20)])
        #expect(!plan.traits.isMirrored)
        #expect(plan.isOrthogonalMirrored)
    }

    @Test("Right to left mirrors an orthogonal section at inner offset 0")
    func rightToLeftOrthogonal() throws {
        let group = #"""
            {"axis": "vertical", "size": {"width": 200, "height": 40},
             "subitems": [{"size": {"width": 200, "height": 40}}]}
            """#
        let solved = try sectionPlan(
            #"{"group": \#(group), "orthogonalScrolling": "continuous", "contentInsets": {"leading": 10}}"#,
            layout: #""rightToLeft": true"#
        ).solveSection(unmeasured(2))
        #expect(solved.frames == [rect(110, 0, 200, 40), rect(-90, 0, 200, 40)])
        #expect(solved.orthogonal?.groups.map(\.start) == [10, 210])
    }

    @Test("Right to left in a horizontal layout is the plan's affair")
    func rightToLeftHorizontal() throws {
        let plan = try sectionPlan(
            #"{"group": \#(Self.row)}"#, layout: #""rightToLeft": true, "axis": "horizontal""#)
        #expect(plan.traits.isMirrored)
        #expect(!plan.isOrthogonalMirrored)
        #expect(plan.solveSection(unmeasured(2)).frames == [rect(0, 0, 320, 40), rect(320, 0, 320, 40)])
    }

    @Test("The environment's insets narrow the section and not its headers")
    func environmentInsets() throws {
        let section = #"""
            {"group": \#(Self.row), "contentInsets": {"leading": 10},
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 20},
               "alignment": "top"}]}
            """#
        let insets = #""insets": {"safeArea": {"top": 50, "leading": 30, "trailing": 5}, "layoutMargins": 8}"#
        let solved = try sectionPlan(section, layout: insets).solveSection(unmeasured(1))
        #expect(solved.frames == [rect(40, 20, 275, 40)])
        #expect(solved.element("header") == rect(10, 0, 310, 20))
        let margins = try sectionPlan(
            section.dropLast() + #", "contentInsetsReference": "layoutMargins"}"#, layout: insets)
        #expect(margins.solveSection(unmeasured(1)).frames == [rect(18, 20, 294, 40)])
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
            (0..<94).map { rect(Double($0 % 5) * 75, Double($0 / 5) * 75, 75, 75) })
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
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20},
                 "subitems": [{"size": {"width": 50, "height": 20}}]}
                """#,
                false, true
            ),
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": {"estimated": 20}},
                 "subitems": [{"size": {"width": 50, "height": {"estimated": 20}}}]}
                """#,
                false, true
            ),
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "count": 3,
                 "repeating": {"size": {"width": {"estimated": 50}, "height": 20}}}
                """#,
                false, true
            ),
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20},
                 "subitems": [{"size": {"width": {"estimated": 50}, "height": 20}}]}
                """#,
                true, true
            ),
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20},
                 "subitems": [{"axis": "vertical", "size": {"width": {"estimated": 50}, "height": 20},
                   "subitems": [{"size": {"width": 50, "height": 20}}]}]}
                """#,
                true, false
            ),
            (
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": {"uniformAcrossSiblings": 20}},
                 "subitems": [{"size": {"width": 50, "height": {"estimated": 20}}}]}
                """#,
                false, false
            ),
        ])
    func reachOfAnItem(group: String, dependsOnNext: Bool, canBeCut: Bool) throws {
        let plan = try sectionPlan(#"{"group": \#(group)}"#)
        #expect(plan.lineBreaksDependOnNextItem == dependsOnNext)
        #expect(plan.canCutSection(SectionMeasure(index: 0)) == canBeCut)
    }
}
