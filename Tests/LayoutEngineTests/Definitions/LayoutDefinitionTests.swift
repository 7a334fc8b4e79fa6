import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct LayoutDefinitionTests {
    /// Definitions that are refused, of `Rules/refusals.txt`: the path of the fault, an arrow and words of the message.
    static let refusals = DataFile("../Rules/refusals.txt").cases

    @Test("A definition that cannot work is refused with the path of its fault")
    func refused() throws {
        try #require(!Self.refusals.isEmpty)
        for refusal in Self.refusals {
            let parts = refusal.heading.split(separator: " → ")
            let error = #expect(throws: LayoutError.self, "\(refusal)") { try LayoutDefinition(json: refusal.text) }
            #expect(error?.path == String(parts[0]), "\(refusal)")
            #expect(error?.description.contains(parts.count > 1 ? parts[1] : "") == true, "\(refusal): \(error)")
        }
    }

    @Test("More badges, headers or backgrounds than a hundred are refused with their path, in text and in Swift")
    func attachments() throws {
        let size = #""size":{"width":9,"height":9}"#
        let bar = #""elementKind":"bar",\#(size),"alignment":"top""#
        let plain = #"{"group":{\#(size),"subitems":[{\#(size)}]},"#
        for (path, before, element, after) in [
            (
                "$.sections[0].group.subitems[0].supplementaries",
                #"{"group":{\#(size),"subitems":[{\#(size),"supplementaries":"#, #""elementKind":"badge",\#(size)"#,
                "}]}}"
            ), ("$.sections[0].boundaryItems", plain + #""boundaryItems":"#, bar, "}"),
            ("$.sections[0].decorations", plain + #""decorations":"#, #""elementKind":"back""#, "}"),
        ] {
            func json(_ count: Int) -> String {
                let list = Array(repeating: "{\(element)}", count: count).joined(separator: ",")
                return #"{"layout":"compositional","sections":[\#(before)[\#(list)]\#(after)]}"#
            }
            #expect(throws: Never.self) { try LayoutDefinition(json: json(100)) }
            let error = #expect(throws: LayoutError.self, "\(path)") { try LayoutDefinition(json: json(101)) }
            #expect(error?.path == path && error?.message.contains("at most 100") == true, "\(error)")
        }
        let badge = CompositionalAnchoredItem(elementKind: "badge", size: .zero, anchor: [])
        let item = CompositionalItem(
            size: CompositionalSize(width: .absolute(9), height: .absolute(9)),
            supplementaries: Array(repeating: badge, count: 101))
        let group = CompositionalItem.group(
            .horizontal, size: CompositionalSize(width: .absolute(9), height: .absolute(9)), repeating: item, count: 1)
        let definition = LayoutDefinition.compositional(
            CompositionalDefinition(sections: [CompositionalSection(group: group)]))
        #expect(throws: LayoutError.self) { try definition.validate() }
    }

    @Test("Nesting without end is refused with the beginning of its path")
    func deepNesting() {
        let json = #"{"layout":"table","header":"# + String(repeating: "[{\"a\":", count: 5000)
        let error = #expect(throws: LayoutError.self) { try LayoutDefinition(json: json) }
        #expect(error?.path?.hasPrefix("$.header[0].a[0].a") == true)
        #expect(error?.path?.utf8.count ?? 0 < 1000)
        #expect(error?.message.contains("at most 2560 levels of nesting") == true)
    }

    @Test("Defaults that are written out are left out again")
    func defaults() throws {
        let json = #"""
            {"sectionInsets":0,"layout":"flow","itemSize":{"width":50,"height":50},"header":{"height":0},
             "itemSpacing":10}
            """#
        #expect(try LayoutDefinition(json: json).json == #"{"layout":"flow"}"#)
        #expect(try LayoutDefinition(json: json) == LayoutDefinition(.flow(FlowDefinition())))
    }

    @Test("Each kind has a sample that works, and what is left out in code is what is left out in JSON")
    func samples() throws {
        #expect(LayoutDefinition.samples.map(\.kindName) == LayoutDefinition.kindNames)
        for sample in LayoutDefinition.samples {
            try sample.validate()
            #expect(try LayoutDefinition(json: sample.json) == sample, "\(sample.json)")
            // A canvas does not scroll along one axis.
            if sample.kindName == "canvas" { continue }
            let snapping = LayoutDefinition(sample.kind, snap: SnapDefinition())
            #expect(try LayoutDefinition(json: sample.json.dropLast() + ",\"snap\":{}}") == snapping)
        }
        // A sample has to write only keys without a default.
        let written = ["spreadsheet": #","columns":3"#]
        for sample in LayoutDefinition.samples where sample.kindName != "compositional" {
            #expect(sample.json == #"{"layout":"\#(sample.kindName)"\#(written[sample.kindName] ?? "")}"#)
        }
    }

    @Test("A definition made in code is held to the same rules")
    func madeInCode() {
        let definition = LayoutDefinition(.flow(FlowDefinition(sectionInsets: LayoutInsets(top: .nan))))
        let error = #expect(throws: LayoutError.self) {
            try definition.makePlan(in: LayoutSize(width: 10, height: 10))
        }
        #expect(error == LayoutError(path: "$.sectionInsets.top", message: "must be a finite number"))
    }

    @Test("A container whose size is no size is refused", arguments: [-1, Double.nan, .infinity, 1.0000001e9, 1e10])
    func container(width: Double) {
        let definition = LayoutDefinition(.table(TableDefinition()))
        let error = #expect(throws: LayoutError.self) {
            try definition.makePlan(in: LayoutSize(width: width, height: 10))
        }
        #expect(error?.path == "container.width")
    }

    @Test("A container without area, as of a window that is not yet open, works with every kind")
    func emptyContainer() throws {
        for sample in LayoutDefinition.samples {
            let insets = ["sectionInsets", "contentInsets"].filter {
                LayoutDefinition.description(ofKind: sample.kindName)?.keys.map(\.name).contains($0) == true
            }
            let json = sample.json.dropLast() + insets.map { ",\"\($0)\":5" }.joined() + "}"
            let plan = try LayoutDefinition(json: String(json)).makePlan(in: .zero)
            let items = [ItemMeasure(width: 10, height: 20, x: 1, y: 2), ItemMeasure(), ItemMeasure(width: 30)]
            let solved = plan.layOut(items)
            #expect(solved.frames.count == 3, "\(json)")
            #expect(
                solved.frames.allSatisfy { $0.width >= 0 && $0.height >= 0 && $0.maxX.isFinite && $0.maxY.isFinite },
                "\(json)")
        }
    }
}
