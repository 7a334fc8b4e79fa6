import Testing

@testable import LayoutEngine

/// The dependence of each kind's frames: on the container's extents, and on the items' own lengths.
@Suite struct DependenceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var json: String
        /// Whether another width or another height of the container can move a frame.
        var container: (width: Bool, height: Bool)
        /// Which lengths of an item are taken from its row.
        var item: (width: Bool, height: Bool)
        var testDescription: String { json }
    }

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

    static let cases = [
        Case(json: #"{"layout":"table"}"#, container: (true, false), item: (false, true)),
        Case(json: #"{"layout":"table","axis":"horizontal"}"#, container: (false, true), item: (true, false)),
        Case(json: #"{"layout":"waterfall","columns":2}"#, container: (true, false), item: (false, true)),
        Case(
            json: #"{"layout":"waterfall","columns":2,"axis":"horizontal"}"#, container: (false, true),
            item: (true, false)),
        Case(json: #"{"layout":"flow"}"#, container: (true, false), item: (true, true)),
        Case(json: #"{"layout":"flow","axis":"horizontal"}"#, container: (false, true), item: (true, true)),
        Case(json: #"{"layout":"card"}"#, container: (true, false), item: (true, true)),
        Case(json: #"{"layout":"card","axis":"horizontal"}"#, container: (false, true), item: (true, true)),
        Case(json: #"{"layout":"canvas"}"#, container: (false, false), item: (true, true)),
        Case(json: #"{"layout":"spreadsheet","columns":3}"#, container: (false, false), item: (false, false)),
        Case(json: groups([fixed]), container: (true, true), item: (false, false)),
        Case(json: groups([fixed + "," + estimatedWidth]), container: (true, true), item: (true, false)),
        Case(json: groups([fixed, estimatedHeight]), container: (true, true), item: (false, true)),
        Case(
            json: groups([estimatedWidth, fixed + "," + estimatedHeight]), container: (true, true), item: (true, true)),
    ]

    @Test("Another container moves frames only if the kind depends on it", arguments: cases)
    func container(_ one: Case) throws {
        let definition = try LayoutDefinition(json: one.json)
        let old = LayoutSize(width: 300, height: 400)
        #expect(!definition.depends(onChangeFrom: old, to: old))
        #expect(
            definition.depends(onChangeFrom: old, to: LayoutSize(width: 301, height: 400)) == one.container.width)
        #expect(
            definition.depends(onChangeFrom: old, to: LayoutSize(width: 300, height: 401)) == one.container.height)
    }

    @Test("Only the lengths that a kind takes from an item's row have to be measured", arguments: cases)
    func item(_ one: Case) throws {
        let lengths = try LayoutDefinition(json: one.json).measuredLengths
        #expect(lengths == MeasuredLengths(width: one.item.width, height: one.item.height))
    }
}
