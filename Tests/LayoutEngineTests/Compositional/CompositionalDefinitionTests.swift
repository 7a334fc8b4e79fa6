import LayoutTestSupport
import Testing

@testable import LayoutEngine

@Suite("Compositional definitions") struct CompositionalDefinitionsTests {
    @Test("Reading what was written gives the same definition", arguments: 1...400 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = CompositionalRandom(seed: seed)
        let definition = LayoutDefinition(.compositional(random.definition()))
        let json = definition.json
        let read = try LayoutDefinition(json: json)
        #expect(read == definition, "seed \(seed), \(json)")
        #expect(read.json == json, "seed \(seed)")
    }

    @Test("Nothing but what differs from the defaults is written")
    func leftOutDefaults() throws {
        let group = CompositionalItem.group(
            .horizontal, size: CompositionalSize(width: .fractionalWidth(1), height: .absolute(44)),
            subitems: [CompositionalItem(size: CompositionalSize(width: .absolute(10), height: .estimated(5)))])
        let definition = LayoutDefinition(
            .compositional(CompositionalDefinition(sections: [CompositionalSection(group: group)])))
        #expect(
            definition.json
                == #"{"layout":"compositional","sections":[{"group":{"axis":"horizontal","#
                + #""size":{"width":{"fractionalWidth":1},"height":44},"#
                + #""subitems":[{"size":{"width":10,"height":{"estimated":5}}}]}}]}"#
        )
    }

    @Test("What is left out in code is what is left out in JSON")
    func sameDefaults() throws {
        let size = CompositionalSize(width: .absolute(10), height: .absolute(20))
        let item = CompositionalItem(size: size)
        let badge = CompositionalAnchoredItem(elementKind: "badge", size: size, anchor: .top)
        let groups: [CompositionalItem] = [
            .group(.vertical, size: size, subitems: [CompositionalItem(size: size, supplementaries: [badge])]),
            .group(.vertical, size: size, repeating: item, count: 3),
            .group(.vertical, size: size, dividing: item, count: 3),
            .group(size: size, frames: [.init(frame: LayoutRect(x: 1, y: 2, width: 3, height: 4))]),
        ]
        let definition = LayoutDefinition(
            .compositional(
                CompositionalDefinition(
                    sections: groups.map { group in
                        CompositionalSection(
                            group: group,
                            boundaryItems: [
                                CompositionalBoundaryItem(elementKind: "header", size: size, alignment: .top)
                            ], decorations: [CompositionalDecorationItem(elementKind: "card")])
                    })))
        let text = #""size":{"width":10,"height":20}"#
        let bodies = [
            #""axis":"vertical",SIZE,"subitems":[{SIZE,"supplementaries":["#
                + #"{"elementKind":"badge",SIZE,"anchor":["top"]}]}]"#,
            #""axis":"vertical",SIZE,"count":3,"repeating":{SIZE}"#,
            #""axis":"vertical",SIZE,"count":3,"dividing":{SIZE}"#, #"SIZE,"frames":[[1,2,3,4]]"#,
        ].map { $0.replacing("SIZE", with: text) }
        let sections = bodies.map {
            #"{"group":{\#($0)},"boundaryItems":[{"elementKind":"header",\#(text),"alignment":"top"}],"#
                + #""decorations":[{"elementKind":"card"}]}"#
        }
        let read = try LayoutDefinition(
            json: #"{"layout":"compositional","sections":[\#(sections.joined(separator: ","))]}"#)
        #expect(read == definition)
    }

    /// A fault in a group, with the path at which it must be found.
    static let groupFaults: [(group: String, path: String)] = [
        (#"{"size": {"width": 10, "height": 10}}"#, "$.sections[0].group"),
        (#"{"axis": "vertical", "size": {"width": 10, "height": 10}}"#, "$.sections[0].group"),
        (#"{"size": {"width": 10, "height": 10}, "subitems": []}"#, "$.sections[0].group.subitems"),
        (#"{"size": {"width": 10, "height": 10}, "frames": []}"#, "$.sections[0].group.frames"),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "frames": [[0, 0, 1, 1]],
             "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.frames"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "count": 2, "repeating": {"size": {"width": 1, "height": 1}},
             "dividing": {"size": {"width": 1, "height": 1}}}
            """#,
            "$.sections[0].group.dividing"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "repeating": {"size": {"width": 1, "height": 1}}}"#,
            "$.sections[0].group.count"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "count": 0, "repeating": {"size": {"width": 1, "height": 1}}}"#,
            "$.sections[0].group.count"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "count": 1.5, "dividing": {"size": {"width": 1, "height": 1}}}"#,
            "$.sections[0].group.count"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "count": 2, "subitems": [{"size": {"width": 1, "height": 1}}]}"#,
            "$.sections[0].group.count"
        ),
        (
            #"{"size": {"width": 0, "height": 10}, "subitems": [{"size": {"width": 1, "height": 1}}]}"#,
            "$.sections[0].group.size.width"
        ),
        (
            #"""
            {"axis": "vertical", "size": {"width": 10, "height": {"fractionalHeight": 0}}, "count": 2,
             "dividing": {"size": {"width": 1, "height": 1}}}
            """#,
            "$.sections[0].group.size.height"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "contentInsets": 5, "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.contentInsets"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": 0, "height": 1}}]}"#,
            "$.sections[0].group.subitems"
        ),
        (
            #"""
            {"size": {"width": 10, "height": {"estimated": 10}},
             "subitems": [{"size": {"width": 1, "height": {"fractionalHeight": 1}}}]}
            """#,
            "$.sections[0].group.subitems[0].size.height"
        ),
        (
            #"""
            {"size": {"width": {"estimated": 10}, "height": 10},
             "subitems": [{"size": {"width": 1, "height": {"fractionalWidth": 1}}}]}
            """#,
            "$.sections[0].group.subitems[0].size.height"
        ),
        (
            #"""
            {"size": {"width": {"estimated": 10}, "height": 10}, "count": 2,
             "dividing": {"size": {"width": 1, "height": 1}}}
            """#,
            "$.sections[0].group.size.width"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": 1, "height": {"uniformAcrossSiblings": 1}}}]}
            """#,
            "$.sections[0].group.subitems[0].size.height"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": -1, "height": 1}}]}"#,
            "$.sections[0].group.subitems[0].size.width"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": {"fractionalWidth": -0.5}, "height": 1}}]}
            """#,
            "$.sections[0].group.subitems[0].size.width.fractionalWidth"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": {"fraction": 0.5}, "height": 1}}]}
            """#,
            "$.sections[0].group.subitems[0].size.width.fraction"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": {}, "height": 1}}]}"#,
            "$.sections[0].group.subitems[0].size.width"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": {"estimated": 1, "fractionalWidth": 1}, "height": 1}}]}
            """#,
            "$.sections[0].group.subitems[0].size.width"
        ),
        (#"{"size": {"width": "10", "height": 10}, "subitems": []}"#, "$.sections[0].group.size.width"),
        (#"{"size": {"width": 10}, "subitems": []}"#, "$.sections[0].group.size.height"),
        (
            #"{"size": {"width": 10, "height": 2e9}, "subitems": [{"size": {"width": 1, "height": 1}}]}"#,
            "$.sections[0].group.size.height"
        ),
        (
            #"""
            {"size": {"width": {"fractionalWidth": 1e10}, "height": 1},
             "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.size.width.fractionalWidth"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "interItemSpacing": -2e9,
             "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.interItemSpacing"
        ),
        (#"{"size": {"width": 10, "height": 10}, "frames": [[0, 1e10, 1, 1]]}"#, "$.sections[0].group.frames[0][1]"),
        (#"{"size": {"width": 10, "height": 10}, "frames": [[0, 0, 1, 1, 1e10]]}"#, "$.sections[0].group.frames[0][4]"),
        (
            #"{"size": {"width": 10, "height": 10}, "count": 2e9, "repeating": {"size": {"width": 1, "height": 1}}}"#,
            "$.sections[0].group.count"
        ),
        (#"{"subitems": [{"size": {"width": 1, "height": 1}}]}"#, "$.sections[0].group.size"),
        (
            #"""
            {"axis": "diagonal", "size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.axis"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "subitem": [{"size": {"width": 1, "height": 1}}],
             "frames": [[0, 0, 1, 1]]}
            """#,
            "$.sections[0].group.subitem"
        ),
        (
            #"{"size": {"width": 10, "height": 10}, "subitems": {"size": {"width": 1, "height": 1}}}"#,
            "$.sections[0].group.subitems"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": 1, "height": 1}, "interItemSpacing": 4}]}
            """#,
            "$.sections[0].group.subitems[0]"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "interItemSpacing": {"flexible": "x"},
             "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.interItemSpacing.flexible"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10}, "edgeSpacing": {"left": 4},
             "subitems": [{"size": {"width": 1, "height": 1}}]}
            """#,
            "$.sections[0].group.edgeSpacing.left"
        ),
        (#"{"size": {"width": 10, "height": 10}, "frames": [[0, 0, 1]]}"#, "$.sections[0].group.frames[0]"),
        (#"{"size": {"width": 10, "height": 10}, "frames": [[0, 0, 1, -1]]}"#, "$.sections[0].group.frames[0][3]"),
        (#"{"size": {"width": 10, "height": 10}, "frames": [[0, 0, 1, 1, 0.5]]}"#, "$.sections[0].group.frames[0][4]"),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": 1, "height": 1},
               "supplementaries": [{"size": {"width": 1, "height": 1}}]}]}
            """#,
            "$.sections[0].group.subitems[0].supplementaries[0].elementKind"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": 1, "height": 1},
               "supplementaries": [{"elementKind": "b", "size": {"width": 1, "height": 1},
                 "anchor": ["top", "bottom"]}]}]}
            """#,
            "$.sections[0].group.subitems[0].supplementaries[0].anchor"
        ),
        (
            #"""
            {"size": {"width": 10, "height": 10},
             "subitems": [{"size": {"width": 1, "height": 1},
               "supplementaries": [{"elementKind": "b", "size": {"width": 1, "height": 1}, "anchor": ["north"]}]}]}
            """#,
            "$.sections[0].group.subitems[0].supplementaries[0].anchor[0]"
        ),
    ]

    @Test("A group that cannot work is refused where its fault is", arguments: groupFaults.indices)
    func invalidGroup(index: Int) {
        let fault = Self.groupFaults[index]
        let json = "{\"layout\": \"compositional\", \"sections\": [{\"group\": \(fault.group)}]}"
        let error = #expect(throws: LayoutError.self) { try LayoutDefinition(json: json) }
        #expect(error?.path == fault.path, "\(String(describing: error))")
    }

    static let row =
        #""group": {"size": {"width": 10, "height": 10}, "subitems": [{"size": {"width": 1, "height": 1}}]}"#

    static let layoutFaults: [(members: String, path: String)] = [
        (#""axis": "vertical""#, "$.sections"),
        (#""sections": []"#, "$.sections"),
        (#""sections": [{}]"#, "$.sections[0].group"),
        (#""sections": [{\#(row), "contentInset": 4}]"#, "$.sections[0].contentInset"),
        (#""sections": [{\#(row), "orthogonalScrolling": "sideways"}]"#, "$.sections[0].orthogonalScrolling"),
        (
            #"""
            "sections": [{\#(row), "boundaryItems": [{"elementKind": "header", "size": {"width": 1, "height": 1}}]}]
            """#,
            "$.sections[0].boundaryItems[0].alignment"
        ),
        (
            #"""
            "sections": [{\#(row),
              "boundaryItems": [{"elementKind": "header", "size": {"width": 1, "height": 1}, "alignment": "middle"}]}]
            """#,
            "$.sections[0].boundaryItems[0].alignment"
        ),
        (
            #"""
            "sections": [{\#(row),
              "boundaryItems": [{"elementKind": "header", "size": {"width": 1, "height": 1}, "alignment": "top",
                "offset": [1]}]}]
            """#,
            "$.sections[0].boundaryItems[0].offset"
        ),
        (#""sections": [{\#(row), "decorations": [{"elementKind": ""}]}]"#, "$.sections[0].decorations[0].elementKind"),
        (#""sections": [{\#(row)}], "interSectionSpacing": -1"#, "$.interSectionSpacing"),
        (#""sections": [{\#(row)}], "insets": {"safearea": 4}"#, "$.insets.safearea"),
        (#""sections": [{\#(row)}], "columns": 3"#, "$.columns"),
    ]

    @Test("A layout that cannot work is refused where its fault is", arguments: layoutFaults.indices)
    func invalidLayout(index: Int) {
        let fault = Self.layoutFaults[index]
        let json = "{\"layout\": \"compositional\", \(fault.members)}"
        let error = #expect(throws: LayoutError.self) { try LayoutDefinition(json: json) }
        #expect(error?.path == fault.path, "\(String(describing: error))")
    }

    @Test(
        "A number that is not finite is refused in a definition made in code",
        arguments: [Double.nan, .infinity, -.infinity])
    func nonFiniteNumber(number: Double) {
        let leaf = CompositionalItem(size: CompositionalSize(width: .absolute(number), height: .absolute(1)))
        let group = CompositionalItem.group(
            .horizontal, size: CompositionalSize(width: .absolute(9), height: .absolute(9)), subitems: [leaf])
        let definition = LayoutDefinition(
            .compositional(CompositionalDefinition(sections: [CompositionalSection(group: group)])))
        let error = #expect(throws: LayoutError.self) {
            try definition.makePlan(in: LayoutSize(width: 9, height: 9))
        }
        #expect(error?.path == "$.sections[0].group.subitems[0].size.width")
    }
}

extension CompositionalRandom {
    /// A whole definition, with headers and backgrounds.
    mutating func definition() -> CompositionalDefinition {
        let axis: LayoutAxis = chance(50) ? .vertical : .horizontal
        var definition = CompositionalDefinition(
            axis: axis, sections: (0..<Int.random(in: 1...3, using: &generator)).map { _ in decoratedSection() },
            interSectionSpacing: chance(50) ? length(0...20) : 0, rightToLeft: chance(30))
        if chance(30) { definition.contentInsetsReference = .layoutMargins }
        if chance(30) { definition.insets.safeArea = insets(40) }
        if chance(30) { definition.insets.readableContent = insets(40) }
        if chance(30) {
            definition.boundaryItems = [boundaryItem(), boundaryItem()].filter {
                $0.alignment.position(axis) != .center
            }
        }
        return definition
    }

    private mutating func decoratedSection() -> CompositionalSection {
        let plain = section()
        var section = CompositionalSection(
            group: plain.group.definition, interGroupSpacing: plain.interGroupSpacing, contentInsets: plain.insets,
            supplementariesFollowContentInsets: chance(70))
        section.orthogonalScrolling = .allCases[Int.random(in: 0..<6, using: &generator)]
        if chance(50) { section.boundaryItems = [boundaryItem()] }
        if chance(30) { section.contentInsetsReference = .readableContent }
        if chance(40) {
            section.decorations = [
                CompositionalDecorationItem(
                    elementKind: "background \"\(length(0...1))\"", contentInsets: insets(9),
                    zIndex: chance(50) ? -3 : nil)
            ]
        }
        return section
    }

    mutating func boundaryItem() -> CompositionalBoundaryItem {
        CompositionalBoundaryItem(
            elementKind: chance(50) ? "header" : "footer",
            size: CompositionalSize(
                width: .fractionalWidth(1), height: chance(50) ? .estimated(length(1...50)) : .absolute(7)),
            alignment: .allCases[Int.random(in: 0..<9, using: &generator)],
            offset: chance(40) ? LayoutPoint(x: length(-9...9), y: length(-9...9)) : .zero,
            extendsBoundary: chance(70), pinToVisibleBounds: chance(40), zIndex: chance(30) ? 12 : nil,
            contentInsets: insets(5))
    }
}
