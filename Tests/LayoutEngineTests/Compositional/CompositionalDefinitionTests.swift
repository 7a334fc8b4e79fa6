import LayoutTestSupport
import Testing

@testable import LayoutEngine

@Suite("Compositional definitions") struct CompositionalDefinitionsTests {
    @Test("Reading what was written gives the same definition", arguments: TestSettings.seedArguments(400))
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

    @Test("The defaults in code are the defaults in JSON")
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
