import Testing

import LayoutEngine

/// The dependence of each kind's frames: on the container's extents, and on the items' own lengths.
@Suite struct DependenceTests {
    private static let fixed = #"{"size":{"width":20,"height":20}}"#
    private static let estimatedWidth = #"{"size":{"width":{"estimated":20},"height":20}}"#
    private static let estimatedHeight = #"{"size":{"width":20,"height":{"estimated":20}}}"#

    /// A compositional layout with a section for each list of subitems.
    private static func groups(_ subitems: [String]) -> String {
        let sections = subitems.map {
            #"{"group":{"axis":"vertical","size":{"width":90,"height":90},"subitems":[\#($0)]}}"#
        }
        return #"{"layout":"compositional","sections":[\#(sections.joined(separator: ","))]}"#
    }

    /// For each definition: whether another width or height of the container moves a frame, and which lengths of an
    /// item are taken from its row.
    static let cases: [(json: String, container: (width: Bool, height: Bool), item: (width: Bool, height: Bool))] = [
        (#"{"layout":"table"}"#, (true, false), (false, true)),
        (#"{"layout":"table","axis":"horizontal"}"#, (false, true), (true, false)),
        (#"{"layout":"waterfall","columns":2}"#, (true, false), (false, true)),
        (#"{"layout":"waterfall","columns":2,"axis":"horizontal"}"#, (false, true), (true, false)),
        (#"{"layout":"flow"}"#, (true, false), (true, true)),
        (#"{"layout":"flow","axis":"horizontal"}"#, (false, true), (true, true)),
        (#"{"layout":"card"}"#, (true, false), (true, true)),
        (#"{"layout":"card","axis":"horizontal"}"#, (false, true), (true, true)),
        (#"{"layout":"canvas"}"#, (false, false), (true, true)),
        (#"{"layout":"spreadsheet","columns":3}"#, (false, false), (false, false)),
        (groups([fixed]), (true, true), (false, false)),
        (groups([fixed + "," + estimatedWidth]), (true, true), (true, false)),
        (groups([fixed, estimatedHeight]), (true, true), (false, true)),
        (groups([estimatedWidth, fixed + "," + estimatedHeight]), (true, true), (true, true)),
    ]

    @Test(
        "Another container moves frames, and an item's lengths have to be measured, only if the kind depends on them",
        arguments: cases)
    func dependence(
        json: String, container: (width: Bool, height: Bool), item: (width: Bool, height: Bool)
    ) throws {
        let definition = try LayoutDefinition(json: json)
        let old = LayoutSize(width: 300, height: 400)
        #expect(!definition.depends(onChangeFrom: old, to: old))
        #expect(definition.depends(onChangeFrom: old, to: LayoutSize(width: 301, height: 400)) == container.width)
        #expect(definition.depends(onChangeFrom: old, to: LayoutSize(width: 300, height: 401)) == container.height)
        #expect(definition.measuredLengths == SelfSizing.Lengths(width: item.width, height: item.height))
    }
}
