import Testing

@testable import LayoutEngine

/// The rules of groups, each with the frames that follow from it by hand.
@Suite("Compositional groups") struct CompositionalGroupsTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        var name: String
        var group: String
        var items: [ItemMeasure]
        var frames: [LayoutRect]
        var width = 320.0

        var testDescription: String { name }
    }

    static let sizes: [Rule] = [
        Rule(
            name: "three thirds of a width are three columns",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": 44},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.3333333333333333},
                    "height": {"fractionalHeight": 1}}}]}
                """#,
            items: unmeasured(4),
            frames: [
                rect(0, 0, 320 / 3, 44), rect(320 / 3, 0, 320 / 3, 44), rect(640 / 3, 0, 320 / 3, 44),
                rect(0, 44, 320 / 3, 44),
            ]),
        Rule(
            name: "a height can be a fraction of the width",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"fractionalWidth": 0.25}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.25}, "height": {"fractionalHeight": 1}}}]}
                """#,
            items: unmeasured(5),
            frames: [
                rect(0, 0, 80, 80), rect(80, 0, 80, 80), rect(160, 0, 80, 80), rect(240, 0, 80, 80),
                rect(0, 80, 80, 80),
            ]),
        Rule(
            name: "a fraction of the height is of the whole container",
            group:
                #"""
                {"axis": "vertical", "size": {"width": 100, "height": {"fractionalHeight": 0.5}},
                 "subitems": [{"size": {"width": 100, "height": {"fractionalHeight": 0.5}}}]}
                """#,
            items: unmeasured(3), frames: [rect(0, 0, 100, 120), rect(0, 120, 100, 120), rect(0, 240, 100, 120)]),
        Rule(
            name: "an estimate holds until the item is measured",
            group:
                #"""
                {"axis": "vertical", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 50}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 50}}}]}
                """#,
            items: [ItemMeasure(width: 7, height: 30), ItemMeasure(), ItemMeasure(height: 70)],
            frames: [rect(0, 0, 320, 30), rect(0, 30, 320, 50), rect(0, 80, 320, 70)]),
        Rule(
            name: "a measurement counts on the estimated axis only",
            group:
                #"""
                {"axis": "vertical", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 50}},
                 "subitems": [{"size": {"width": 40, "height": {"estimated": 50}}}]}
                """#,
            items: [ItemMeasure(width: 7, height: 30)], frames: [rect(0, 0, 40, 30)]),
        Rule(
            name: "uniform siblings grow to the largest of their group",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 10}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.5}, "height": {"uniformAcrossSiblings": 10}}}]}
                """#,
            items: [ItemMeasure(height: 20), ItemMeasure(height: 30), ItemMeasure(height: 5), ItemMeasure()],
            frames: [rect(0, 0, 160, 30), rect(160, 0, 160, 30), rect(0, 30, 160, 10), rect(160, 30, 160, 10)]),
        Rule(
            name: "siblings that are only estimated keep their own heights at the top",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 10}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.5}, "height": {"estimated": 10}}}]}
                """#,
            items: [ItemMeasure(height: 20), ItemMeasure(height: 30), ItemMeasure(height: 5), ItemMeasure()],
            frames: [rect(0, 0, 160, 20), rect(160, 0, 160, 30), rect(0, 30, 160, 5), rect(160, 30, 160, 10)]),
        Rule(
            name: "a uniform outermost group shares one height in the whole section",
            group:
                #"""
                {"axis": "horizontal",
                 "size": {"width": {"fractionalWidth": 1}, "height": {"uniformAcrossSiblings": 10}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.5}, "height": {"uniformAcrossSiblings": 10}}}]}
                """#,
            items: [ItemMeasure(height: 20), ItemMeasure(height: 5), ItemMeasure(height: 30)],
            frames: [rect(0, 0, 160, 30), rect(160, 0, 160, 30), rect(0, 30, 160, 30)]),
    ]

    static let filling: [Rule] = [
        Rule(
            name: "the list is cycled until the next one does not fit, and begins again in the next group",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 330, "height": 20},
                 "subitems": [{"size": {"width": 100, "height": 20}}, {"size": {"width": 50, "height": 10}}]}
                """#,
            items: unmeasured(6),
            frames: [
                rect(0, 0, 100, 20), rect(100, 0, 50, 10), rect(150, 0, 100, 20), rect(250, 0, 50, 10),
                rect(0, 20, 100, 20), rect(100, 20, 50, 10),
            ]),
        Rule(
            name: "the cycle may be cut in the middle",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 260, "height": 20},
                 "subitems": [{"size": {"width": 100, "height": 20}}, {"size": {"width": 50, "height": 10}}]}
                """#,
            items: unmeasured(4),
            frames: [rect(0, 0, 100, 20), rect(100, 0, 50, 10), rect(150, 0, 100, 20), rect(0, 20, 100, 20)]),
        Rule(
            name: "fixed spacing counts in the fit",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": 10,
                 "subitems": [{"size": {"width": 100, "height": 20}}]}
                """#,
            items: unmeasured(4),
            frames: [rect(0, 0, 100, 20), rect(110, 0, 100, 20), rect(220, 0, 100, 20), rect(0, 20, 100, 20)]),
        Rule(
            name: "spacing that is a little too wide costs a column",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": 10.5,
                 "subitems": [{"size": {"width": 100, "height": 20}}]}
                """#,
            items: unmeasured(3), frames: [rect(0, 0, 100, 20), rect(110.5, 0, 100, 20), rect(0, 20, 100, 20)]),
        Rule(
            name: "dividing ignores the subitem's own length and subtracts the spacing",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": 10, "count": 3,
                 "dividing": {"size": {"width": 999, "height": 15}}}
                """#,
            items: unmeasured(4),
            frames: [rect(0, 0, 100, 15), rect(110, 0, 100, 15), rect(220, 0, 100, 15), rect(0, 20, 100, 15)]),
        Rule(
            name: "repeating takes exactly its count although another would fit",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "count": 2,
                 "repeating": {"size": {"width": 100, "height": 20}}}
                """#,
            items: unmeasured(3), frames: [rect(0, 0, 100, 20), rect(100, 0, 100, 20), rect(0, 20, 100, 20)]),
        Rule(
            name: "repeating overflows its group, whose size stays as declared",
            group:
                #"""
                {"axis": "vertical", "size": {"width": 100, "height": 50}, "count": 3,
                 "repeating": {"size": {"width": 100, "height": 20}}}
                """#,
            items: unmeasured(4),
            frames: [rect(0, 0, 100, 20), rect(0, 20, 100, 20), rect(0, 40, 100, 20), rect(0, 50, 100, 20)]),
        Rule(
            name: "a first item too long for its group is placed all the same",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20},
                 "subitems": [{"size": {"width": 500, "height": 20}}]}
                """#,
            items: unmeasured(2), frames: [rect(0, 0, 500, 20), rect(0, 20, 500, 20)]),
        Rule(
            name: "a nested group counts as one subitem and takes its items depth first",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 90},
                 "subitems": [{"size": {"width": 200, "height": 90}},
                  {"axis": "vertical", "size": {"width": 120, "height": 90},
                   "subitems": [{"size": {"width": 120, "height": 45}}]}]}
                """#,
            items: unmeasured(5),
            frames: [
                rect(0, 0, 200, 90), rect(200, 0, 120, 45), rect(200, 45, 120, 45),
                rect(0, 90, 200, 90), rect(200, 90, 120, 45),
            ]),
        Rule(
            name: "a group of estimated length uses its list once",
            group:
                #"""
                {"axis": "vertical", "size": {"width": 320, "height": {"estimated": 1000}}, "interItemSpacing": 5,
                 "subitems": [{"size": {"width": 320, "height": 30}}, {"size": {"width": 320, "height": 60}}]}
                """#,
            items: unmeasured(3), frames: [rect(0, 0, 320, 30), rect(0, 35, 320, 60), rect(0, 95, 320, 30)]),
        Rule(
            name: "items of measured width flow into lines",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 20}},
                 "interItemSpacing": 10,
                 "subitems": [{"size": {"width": {"estimated": 50}, "height": {"estimated": 20}}}]}
                """#,
            items: [
                ItemMeasure(width: 100, height: 20), ItemMeasure(width: 200, height: 30),
                ItemMeasure(width: 20, height: 20),
                ItemMeasure(width: 300, height: 20), ItemMeasure(),
            ],
            frames: [
                rect(0, 0, 100, 20), rect(110, 0, 200, 30), rect(0, 30, 20, 20), rect(0, 50, 300, 20),
                rect(0, 70, 50, 20),
            ]),
        Rule(
            name: "a nested group that turns out too long is left to the next group",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 40},
                 "subitems": [{"axis": "vertical", "size": {"width": {"estimated": 50}, "height": 40},
                   "subitems": [{"size": {"width": {"estimated": 50}, "height": 20}}]}]}
                """#,
            items: [
                ItemMeasure(width: 100), ItemMeasure(width: 150), ItemMeasure(width: 160), ItemMeasure(width: 180),
                ItemMeasure(width: 90),
            ],
            frames: [
                rect(0, 0, 100, 20), rect(0, 20, 150, 20), rect(0, 40, 160, 20), rect(0, 60, 180, 20),
                rect(180, 40, 90, 20),
            ]),
        Rule(
            name: "a partly filled group drops what is missing and shrinks where it is estimated",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 20}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.5}, "height": {"estimated": 99}}}]}
                """#,
            items: [ItemMeasure(height: 10), ItemMeasure(height: 20), ItemMeasure(height: 5)],
            frames: [rect(0, 0, 160, 10), rect(160, 0, 160, 20), rect(0, 20, 160, 5)]),
        Rule(
            name: "a custom group takes as many items as it has frames, which may stick out",
            group:
                #"""
                {"size": {"width": 320, "height": 100}, "contentInsets": {"top": 10, "leading": 20},
                 "frames": [[0, 0, 50, 50], [60, 30, 400, 90, 7]]}
                """#,
            items: unmeasured(3), frames: [rect(20, 10, 50, 50), rect(80, 40, 400, 90), rect(20, 110, 50, 50)]),
    ]

    static let spacing: [Rule] = [
        Rule(
            name: "flexible spacing shares what is left over, so that the last one touches the far edge",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 350, "height": 20}, "interItemSpacing": {"flexible": 10},
                 "subitems": [{"size": {"width": 100, "height": 20}}]}
                """#,
            items: unmeasured(5),
            frames: [
                rect(0, 0, 100, 20), rect(125, 0, 100, 20), rect(250, 0, 100, 20),
                rect(0, 20, 100, 20), rect(125, 20, 100, 20),
            ]),
        Rule(
            name: "one item alone stays at the leading edge",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": {"flexible": 10},
                 "subitems": [{"size": {"width": 200, "height": 20}}]}
                """#,
            items: unmeasured(1), frames: [rect(0, 0, 200, 20)]),
        Rule(
            name: "flexible spacing follows measured sizes, and estimates where items are missing",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": {"flexible": 10},
                 "count": 3, "repeating": {"size": {"width": {"estimated": 40}, "height": 20}}}
                """#,
            items: [ItemMeasure(width: 60), ItemMeasure(width: 20), ItemMeasure(width: 100), ItemMeasure(width: 100)],
            frames: [rect(0, 0, 60, 20), rect(130, 0, 20, 20), rect(220, 0, 100, 20), rect(0, 20, 100, 20)]),
        Rule(
            name: "edge spacing is part of the fit and of the stride",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20},
                 "subitems": [{"size": {"width": 100, "height": 20}, "edgeSpacing": {"leading": 10, "trailing": 20}}]}
                """#,
            items: unmeasured(3), frames: [rect(10, 0, 100, 20), rect(140, 0, 100, 20), rect(10, 20, 100, 20)]),
        Rule(
            name: "a flexible leading edge pushes to the far side",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "count": 1,
                 "repeating": {"size": {"width": 100, "height": 20}, "edgeSpacing": {"leading": {"flexible": 0}}}}
                """#,
            items: unmeasured(1), frames: [rect(220, 0, 100, 20)]),
        Rule(
            name: "two flexible edges centre",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "count": 1,
                 "repeating": {"size": {"width": 100, "height": 20},
                  "edgeSpacing": {"leading": {"flexible": 0}, "trailing": {"flexible": 0}}}}
                """#,
            items: unmeasured(1), frames: [rect(110, 0, 100, 20)]),
        Rule(
            name: "flexible edges and gaps share alike",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 20}, "interItemSpacing": {"flexible": 0},
                 "count": 2, "repeating": {"size": {"width": 100, "height": 20},
                  "edgeSpacing": {"leading": {"flexible": 0}}}}
                """#,
            items: unmeasured(2), frames: [rect(40, 0, 100, 20), rect(220, 0, 100, 20)]),
        Rule(
            name: "across a row a flexible bottom keeps to the top, a flexible top to the bottom, both to the middle",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 300, "height": 50},
                 "subitems": [{"size": {"width": 100, "height": 20}, "edgeSpacing": {"bottom": {"flexible": 0}}},
                  {"size": {"width": 100, "height": 20}, "edgeSpacing": {"top": {"flexible": 0}}},
                  {"size": {"width": 100, "height": 20},
                   "edgeSpacing": {"top": {"flexible": 0}, "bottom": {"flexible": 0}}}]}
                """#,
            items: unmeasured(3), frames: [rect(0, 0, 100, 20), rect(100, 30, 100, 20), rect(200, 15, 100, 20)]),
        Rule(
            name: "an estimated row is as high as its highest child with its edge spacing and the group's insets",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 300, "height": {"estimated": 1}}, "contentInsets": 5,
                 "subitems": [{"size": {"width": 100, "height": {"estimated": 20}},
                   "edgeSpacing": {"top": 3, "bottom": 4}},
                  {"size": {"width": 100, "height": {"estimated": 20}}, "edgeSpacing": {"top": {"flexible": 0}}}]}
                """#,
            items: [ItemMeasure(height: 40), ItemMeasure(height: 10), ItemMeasure(height: 10)],
            frames: [rect(5, 8, 100, 40), rect(105, 42, 100, 10), rect(5, 65, 100, 10)]),
        Rule(
            name: "an item's content insets shrink its frame and take no part in the fit",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 40},
                 "subitems": [{"size": {"width": 160, "height": 40},
                   "contentInsets": {"top": 1, "leading": 2, "bottom": 3, "trailing": 4}}]}
                """#,
            items: unmeasured(2), frames: [rect(2, 1, 154, 36), rect(162, 1, 154, 36)]),
        Rule(
            name: "an item's content insets do not count where its length is measured",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": {"estimated": 40}},
                 "subitems": [{"size": {"width": 160, "height": {"estimated": 40}}, "contentInsets": 2}]}
                """#,
            items: unmeasured(1), frames: [rect(2, 0, 156, 40)]),
        Rule(
            name: "a group's content insets shrink the box of its children and not the group",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 40}, "contentInsets": 10,
                 "subitems": [{"size": {"width": {"fractionalWidth": 0.5}, "height": {"fractionalHeight": 1}}}]}
                """#,
            items: unmeasured(3), frames: [rect(10, 10, 150, 20), rect(160, 10, 150, 20), rect(10, 50, 150, 20)]),
        Rule(
            name: "edge spacing of the outermost group is kept between instances",
            group:
                #"""
                {"axis": "horizontal", "size": {"width": 320, "height": 40},
                 "edgeSpacing": {"top": 2, "bottom": 3, "leading": 7},
                 "subitems": [{"size": {"width": 320, "height": 40}}]}
                """#,
            items: unmeasured(2), frames: [rect(7, 2, 320, 40), rect(7, 47, 320, 40)]),
        Rule(
            name: "flexible edges centre a narrow outermost group in its section",
            group:
                #"""
                {"axis": "vertical", "size": {"width": 100, "height": 40},
                 "edgeSpacing": {"leading": {"flexible": 0}, "trailing": {"flexible": 0}},
                 "subitems": [{"size": {"width": 100, "height": 40}}]}
                """#,
            items: unmeasured(1), frames: [rect(110, 0, 100, 40)]),
    ]

    @Test("Groups lie as the rules say", arguments: sizes + filling + spacing)
    func layOutRules(_ rule: Rule) throws {
        let plan = try sectionPlan("{\"group\": \(rule.group)}", width: rule.width)
        expectFrames(plan.solveSection(rule.items).frames, rule.frames)
    }

    @Test("Groups lie as the rules say when items come one at a time", arguments: sizes + filling + spacing)
    func layOutRulesOneItem(_ rule: Rule) throws {
        let plan = try sectionPlan("{\"group\": \(rule.group)}", width: rule.width)
        let feeding = CompositionalFeed(chunk: { 1 }, limit: { 1 }, restarts: true)
        expectFrames(plan.solveSection(rule.items, feeding: feeding).frames, rule.frames)
    }

    @Test("A custom frame's own z-index wins")
    func customZIndex() throws {
        let group = #"{"size": {"width": 320, "height": 100}, "frames": [[0, 0, 50, 50], [60, 30, 40, 90, 7]]}"#
        let solved = try sectionPlan(#"{"group": \#(group), "decorations": [{"elementKind": "background"}]}"#)
            .solveSection(unmeasured(3))
        #expect(solved.cells.map(\.zIndex) == [1, 7, 1])
    }
}
