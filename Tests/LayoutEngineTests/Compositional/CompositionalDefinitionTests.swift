import Testing

@testable import LayoutEngine

@Suite("Compositional definitions") struct CompositionalDefinitionsTests {
    @Test("Nothing but what differs from the defaults is written")
    func leftOutDefaults() throws {
        let group = CompositionalItem.group(
            .horizontal, size: CompositionalSize(width: .fractionalWidth(1), height: .absolute(44)),
            subitems: [CompositionalItem(size: CompositionalSize(width: .absolute(10), height: .estimated(5)))])
        let definition = LayoutDefinition(
            .compositional(CompositionalDefinition(sections: [CompositionalSection(group: group)])))
        #expect(
            definition.json == #"{"layout":"compositional","sections":[{"group":{"axis":"horizontal","#
                + #""size":{"width":{"fractionalWidth":1},"height":44},"#
                + #""subitems":[{"size":{"width":10,"height":{"estimated":5}}}]}}]}"#)
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
        let error = #expect(throws: LayoutError.self) { try definition.makePlan(in: LayoutSize(width: 9, height: 9)) }
        #expect(error?.path == "$.sections[0].group.subitems[0].size.width")
    }
}
