import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct LayoutDefinitionTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        var json: String
        var path: String
        var message: String
        var testDescription: String { json }
    }

    @Test(
        "A definition that cannot work is refused with the path of its fault",
        arguments: [
            Refusal(
                json: #"{"layout":"table","rowSpacing":1e308}"#, path: "$.rowSpacing",
                message: "must be at most 1000000000"),
            Refusal(
                json: #"{"layout":"table","header":{"height":1e10}}"#, path: "$.header.height",
                message: "must be at most"),
            Refusal(
                json: #"{"layout":"flow","sectionInsets":1000000001}"#, path: "$.sectionInsets",
                message: "must be at most"),
            Refusal(
                json: #"{"layout":"flow","contentInsets":{"leading":2e9}}"#, path: "$.contentInsets.leading",
                message: "must be at most"),
            Refusal(
                json: #"{"layout":"spreadsheet","rowHeights":[1,3e9],"columns":1}"#, path: "$.rowHeights[1]",
                message: "must be at most"),
            Refusal(
                json: #"{"layout":"canvas","snap":{"velocityThreshold":1e10}}"#, path: "$.snap.velocityThreshold",
                message: "must be at most"),
            Refusal(
                json: "{\"layout\":\"table\",\"\u{212A}\":1}", path: "$[\"\u{212A}\"]", message: "unknown key"),
            Refusal(json: "[]", path: "$", message: "expected an object, found an array"),
            Refusal(json: "{}", path: "$.layout", message: "missing"),
            Refusal(json: #"{"layout":"tabel"}"#, path: "$.layout", message: "did you mean “table”?"),
            Refusal(json: #"{"layout":1}"#, path: "$.layout", message: "found a number"),
            Refusal(
                json: #"{"layout":"table","rowSpacin":1}"#, path: "$.rowSpacin", message: "did you mean “rowSpacing”?"),
            Refusal(json: #"{"layout":"canvas","a b":1}"#, path: "$[\"a b\"]", message: "unknown key"),
            Refusal(
                json: #"{"layout":"table","rowSpacing":-1}"#, path: "$.rowSpacing", message: "must not be negative"),
            Refusal(
                json: #"{"layout":"table","estimatedRowHeight":0}"#, path: "$.estimatedRowHeight",
                message: "must be greater than 0"),
            Refusal(
                json: #"{"layout":"table","header":{"height":"1"}}"#, path: "$.header.height",
                message: "expected a number, found a string"),
            Refusal(
                json: #"{"layout":"table","header":{"heigth":1}}"#, path: "$.header.heigth",
                message: "did you mean “height”?"),
            Refusal(
                json: #"{"layout":"table","sectionInsets":{"top":-1}}"#, path: "$.sectionInsets.top",
                message: "must not be negative"),
            Refusal(
                json: #"{"layout":"table","sectionInsets":true}"#, path: "$.sectionInsets",
                message: "expected a number or an object of insets, found a boolean"),
            Refusal(
                json: #"{"layout":"table","pinHeaders":1}"#, path: "$.pinHeaders",
                message: "expected a boolean, found a number"),
            Refusal(
                json: #"{"layout":"flow","itemSize":{"width":0}}"#, path: "$.itemSize.width",
                message: "must be greater than 0"),
            Refusal(json: #"{"layout":"flow","axis":"up"}"#, path: "$.axis", message: "vertical, horizontal"),
            Refusal(json: #"{"layout":"card","itemPitch":0}"#, path: "$.itemPitch", message: "must be greater than 0"),
            Refusal(
                json: #"{"layout":"waterfall","columns":0}"#, path: "$.columns",
                message: "must lie between 1 and 1024"),
            Refusal(
                json: #"{"layout":"waterfall","columns":1.5}"#, path: "$.columns", message: "must be a whole number"),
            Refusal(json: #"{"layout":"spreadsheet"}"#, path: "$", message: "columns"),
            Refusal(
                json: #"{"layout":"spreadsheet","columns":2,"columnWidths":[1,0]}"#, path: "$.columnWidths[1]",
                message: "must be greater than 0"),
            Refusal(
                json: #"{"layout":"spreadsheet","columns":1,"columnWidths":[1,2]}"#, path: "$.columnWidths",
                message: "names 2 columns where there are 1"),
            Refusal(
                json: #"{"layout":"spreadsheet","columns":1,"frozenColumns":2}"#, path: "$.frozenColumns",
                message: "between 0 and 1"),
            Refusal(
                json: #"{"layout":"canvas","snap":{"mode":"pages"}}"#, path: "$.snap.mode",
                message: "did you mean “page”?"),
            Refusal(json: #"{"layout":"canvas","wraps":null}"#, path: "$.wraps", message: "found null"),
            Refusal(json: "{\"layout\":\"canvas\",}", path: "$", message: "line 1, column 20"),
            Refusal(
                json: #"{"layout":"table","rowSpacing":1e999}"#, path: "$.rowSpacing", message: "number out of range"),
            Refusal(json: #"{"layout":"table","header":{"height":NaN}}"#, path: "$.header.height", message: "a value"),
            Refusal(
                json: #"{"layout":"table","header":{"height":1,"height":1}}"#, path: "$.header.height",
                message: "line 1, column 40: duplicate key \"height\""),
            Refusal(
                json: #"{"layout":"spreadsheet","columnWidths":[1,Infinity]}"#, path: "$.columnWidths[1]",
                message: "a value"),
        ])
    func refusals(_ refusal: Refusal) {
        let error = #expect(throws: LayoutError.self) { try LayoutDefinition(json: refusal.json) }
        #expect(error?.path == refusal.path)
        #expect(error?.description.contains(refusal.message) == true, "\(error?.description ?? "")")
    }

    @Test("Nesting without end is refused with the beginning of its path")
    func deepNesting() {
        let json = #"{"layout":"table","header":"# + String(repeating: "[{\"a\":", count: 5000)
        let error = #expect(throws: LayoutError.self) { try LayoutDefinition(json: json) }
        #expect(error?.path?.hasPrefix("$.header[0].a[0].a") == true)
        #expect(error?.path?.utf8.count ?? 0 < 1000)
        #expect(error?.message.contains("at most 2560 levels of nesting") == true)
    }

    @Test(
        "Every key is read and written",
        arguments: [
            #"{"layout":"table","axis":"horizontal","rowSpacing":1,"estimatedRowHeight":50,"sectionSpacing":2,"#
                + #""header":{"height":30},"footer":{"width":3,"height":10},"sectionInsets":4,"pinHeaders":true,"#
                + #""pinFooters":true}"#,
            #"{"layout":"card","axis":"horizontal","itemPitch":50,"itemSize":{"width":200},"header":{"width":375,"#
                + #""height":50},"sectionInsets":{"top":10},"contentInsets":2}"#,
            #"{"layout":"flow","axis":"horizontal","itemSpacing":1,"lineSpacing":2,"itemSize":{"width":60},"#
                + #""sectionSpacing":7,"sectionInsets":{"leading":1,"trailing":2},"contentInsets":3,"#
                + #""header":{"height":40},"footer":{"height":5},"pinHeaders":true,"pinFooters":true}"#,
            #"{"layout":"waterfall","axis":"horizontal","columns":3,"columnSpacing":8,"itemSpacing":8.5,"#
                + #""estimatedItemLength":70,"sectionSpacing":1,"sectionInsets":8,"header":{"height":1},"#
                + #""footer":{"height":2},"pinHeaders":true,"pinFooters":true}"#,
            #"{"layout":"spreadsheet","columns":5,"columnWidth":80,"columnWidths":[10,20],"rowHeight":20,"#
                + #""rowHeights":[30],"columnSpacing":1,"rowSpacing":2,"frozenRows":1,"frozenColumns":2,"#
                + #""sectionSpacing":3}"#,
            #"{"layout":"canvas","snap":{"alignment":"center","padding":0,"velocityThreshold":0.5,"mode":"page"},"#
                + #""wraps":true}"#,
            #"{"layout":"canvas","snap":{}}"#,
        ])
    func canonical(json: String) throws {
        let definition = try LayoutDefinition(json: json)
        #expect(definition.json == json)
        #expect(try LayoutDefinition(json: definition.json) == definition)
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
            let snapping = LayoutDefinition(sample.kind, snap: SnapDefinition())
            #expect(try LayoutDefinition(json: sample.json.dropLast() + ",\"snap\":{}}") == snapping)
        }
        // Keys without a default are all that a sample has to write.
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
                LayoutDefinition.keys(ofKind: sample.kindName)?.map(\.name).contains($0) == true
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
