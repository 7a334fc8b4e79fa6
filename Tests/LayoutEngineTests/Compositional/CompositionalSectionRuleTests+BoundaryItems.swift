import Testing

@testable import LayoutEngine

/// Headers, footers and what else keeps to an edge of a section, or of the whole layout.
extension CompositionalSectionsTests {
    @Test("A header is outside the top inset and a footer outside the bottom one")
    func headersAndInsets() throws {
        let section = #"""
            {"group": \#(Self.row), "interGroupSpacing": 6,
             "contentInsets": {"top": 10, "leading": 20, "bottom": 30, "trailing": 40},
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 25},
               "alignment": "top"},
              {"elementKind": "footer", "size": {"width": {"fractionalWidth": 1}, "height": 15},
               "alignment": "bottom"}]}
            """#
        let solved = try sectionPlan(section).solveSection(unmeasured(2))
        #expect(solved.frames == [rect(20, 35, 260, 40), rect(20, 81, 260, 40)])
        #expect(solved.element("header") == rect(20, 0, 260, 25))
        #expect(solved.element("footer") == rect(20, 151, 260, 15))
        #expect(solved.length == 166)
        #expect(solved.elements.allSatisfy { $0.zIndex == 1 })
    }

    @Test("Headers that do not follow the insets span the container")
    func wideHeaders() throws {
        let section = #"""
            {"group": \#(Self.row), "contentInsets": 20, "supplementariesFollowContentInsets": false,
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 25},
               "alignment": "top", "contentInsets": {"leading": 8, "top": 99}}]}
            """#
        #expect(try sectionPlan(section).solveSection(unmeasured(1)).element("header") == rect(8, 0, 312, 25))
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
        #expect(solved.element("mark") == rect(x, isEnd ? 80 : y, 100, 20))
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
        #expect(solved.element("mark") == rect(3, y, 320, 40))
        #expect(solved.frames == [rect(0, cellY, 320, 40)])
        #expect(solved.length == length)
    }

    @Test("Several items at one end extend the section by the largest need")
    func severalBoundaryItems() throws {
        let section = #"""
            {"group": \#(Self.row),
             "boundaryItems": [{"elementKind": "small", "size": {"width": 100, "height": 20},
               "alignment": "topLeading"},
              {"elementKind": "large", "size": {"width": 100, "height": 30}, "alignment": "topTrailing"}]}
            """#
        let solved = try sectionPlan(section).solveSection(unmeasured(1))
        #expect(solved.element("small") == rect(0, 10, 100, 20))
        #expect(solved.element("large") == rect(220, 0, 100, 30))
        #expect(solved.length == 70)
    }

    @Test("Pinned items keep their room and report how far they may go")
    func pinnedItems() throws {
        let section = #"""
            {"group": \#(Self.row),
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 25},
               "alignment": "top", "pinToVisibleBounds": true},
              {"elementKind": "footer", "size": {"width": {"fractionalWidth": 1}, "height": 15}, "alignment": "bottom",
               "pinToVisibleBounds": true, "zIndex": 9}]}
            """#
        let plan = try sectionPlan(section)
        let solved = plan.solveSection(unmeasured(1))
        #expect(solved.elements.isEmpty)
        #expect(solved.frames == [rect(0, 25, 320, 40)])
        #expect(solved.length == 80)
        let header = plan.elementKinds.firstIndex(of: ElementKind(category: .supplementary, name: "header"))
        let footer = plan.elementKinds.firstIndex(of: ElementKind(category: .supplementary, name: "footer"))
        #expect(
            solved.sectionElements == [
                .init(kind: header ?? -1, edge: .start, frame: rect(0, 0, 320, 25), zIndex: 1, pins: true, reserve: 15),
                .init(kind: footer ?? -1, edge: .end, frame: rect(0, -15, 320, 15), zIndex: 9, pins: true, reserve: 25),
            ])
    }

    @Test("An empty section keeps its insets, headers and footers")
    func emptySection() throws {
        let section = #"""
            {"group": \#(Self.row), "contentInsets": 10,
             "boundaryItems": [{"elementKind": "header", "size": {"width": {"fractionalWidth": 1}, "height": 25},
               "alignment": "top"},
              {"elementKind": "footer", "size": {"width": {"fractionalWidth": 1}, "height": 15},
               "alignment": "bottom"}]}
            """#
        for scrolling in ["none", "paging"] {
            let solved = try sectionPlan(section.dropLast() + #", "orthogonalScrolling": "\#(scrolling)"}"#)
                .solveSection([])
            #expect(solved.element("header") == rect(10, 0, 300, 25))
            #expect(solved.element("footer") == rect(10, 45, 300, 15))
            #expect(solved.length == 60)
        }
    }

    @Test("A section's row overrides insets and estimated headers")
    func sectionRow() throws {
        let section = #"""
            {"group": \#(Self.row), "contentInsets": 10,
             "boundaryItems": [{"elementKind": "header", "size": {"width": 200, "height": {"estimated": 25}},
               "alignment": "topLeading"},
              {"elementKind": "footer", "size": {"width": 200, "height": 15}, "alignment": "bottomLeading"}]}
            """#
        let row = SectionMeasure(
            index: 0, headerWidth: 1, headerHeight: 60, footerHeight: 99, insetTop: 3, insetLeading: 20)
        let solved = try sectionPlan(section).solveSection(unmeasured(1), section: row)
        #expect(solved.element("header") == rect(20, 0, 200, 60))
        #expect(solved.frames == [rect(20, 63, 290, 40)])
        #expect(solved.element("footer") == rect(20, 113, 200, 15))
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
        #expect(band.elements.map(\.frame) == [rect(0, 0, 320, 50)])
        #expect(band.sectionElements.map(\.frame) == [rect(220, 24, 100, 30)])
        #expect(band.sectionElements.map(\.reserve) == [20])
        band.removeAll()
        #expect(plan.layOutBoundary(.end, into: &band))
        #expect(band.length == 20)
        #expect(band.elements.map(\.frame) == [rect(0, 0, 100, 20)])
        band.removeAll()
        #expect(try !sectionPlan(#"{"group": \#(Self.row)}"#).layOutBoundary(.start, into: &band))
    }
}
