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
}
