import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Rows and definitions at the limits of what is accepted.
@Suite struct ExtremeInputTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var definition: String
        var rows: String
        /// The path of the fault of the first section's definition.
        var fault: String?

        init(_ name: String, _ definition: String, _ rows: String, fault: String? = nil) {
            (self.name, self.definition, self.rows, self.fault) = (name, definition, rows, fault)
        }

        var testDescription: String { name }
    }

    private static let spans =
        "UPDATE item SET span = id % 3 * 512, row_span = CASE id % 2 WHEN 0 THEN 9223372036854775807 END"

    private static func ofSection(_ definition: String) -> String {
        "UPDATE section SET definition = \(definition) WHERE id = 1"
    }

    static let cases = [
        Case("spans wider than a table", #"{"layout":"table","columns":3}"#, spans),
        Case("spans wider than a flow", #"{"layout":"flow"}"#, spans),
        Case("spans wider than a waterfall", #"{"layout":"waterfall"}"#, spans),
        Case("spans wider than a waterfall, in turn", #"{"layout":"waterfall","columns":5,"order":"cyclic"}"#, spans),
        Case(
            "merged cells across frozen lines",
            #"""
            {"layout":"spreadsheet","columns":5,"frozenRows":1,"frozenColumns":1,"frozenTrailingRows":2,
             "frozenTrailingColumns":1}
            """#, "UPDATE item SET span = id % 4, row_span = 1 + id % 4"),
        Case(
            "more frozen lines than there are",
            #"""
            {"layout":"spreadsheet","columns":5,"frozenRows":1000000,"frozenColumns":5,"frozenTrailingRows":1000000,
             "frozenTrailingColumns":5,"wraps":true}
            """#, ""),
        Case(
            "stamps outside of the content",
            #"{"layout":"waterfall","stamps":[[-1e9,-1e9,1,1],[1e9,0,1e9,1e9],[0,50,1e9,0],[-50,0,60,70]]}"#, ""),
        Case(
            "columns without a width",
            #"{"layout":"waterfall","columnWidth":{"fractionalWidth":0},"columnSpacing":0}"#, spans),
        Case(
            "columns too thin to be counted",
            #"{"layout":"waterfall","minimumColumnWidth":1e-300,"columnSpacing":0}"#, spans),
        Case(
            "ratios of 0 and of a billion", #"{"layout":"justified","lastRow":"fill"}"#,
            "UPDATE item SET width = CASE id % 3 WHEN 0 THEN 0 ELSE 1e9 END, height = CASE id % 2 WHEN 0 THEN 1 END"),
        Case(
            "ratios of a billionth",
            #"{"layout":"justified","rule":"nearest","aspectRatio":1e-9,"fullWidthBreakout":1}"#, ""),
        Case(
            "sticky levels of hidden items",
            #"{"layout":"justified","lastRow":"hide","maximumRows":1,"sticky":{"rule":"stack","offset":1e9}}"#,
            "UPDATE item SET sticky_level = id % 32, sticky_edge = CASE id % 2 WHEN 0 THEN 'end' END"),
        Case("a section's definition that is no JSON", #"{"layout":"table"}"#, ofSection("'{'"), fault: "$"),
        Case("a section's definition that is no object", #"{"layout":"flow"}"#, ofSection("'[1]'"), fault: "$"),
        Case(
            "a section's definition of another kind", #"{"layout":"flow"}"#,
            ofSection(#"'{"rowHeight":1,"columns":3}'"#)),
        Case(
            "a section's definition with a key of no kind", #"{"layout":"spreadsheet","columns":3}"#,
            ofSection(#"'{"frozenRow":1}'"#), fault: "$.frozenRow"),
        Case(
            "a section's definition with a key of the whole layout", #"{"layout":"spreadsheet","columns":3}"#,
            ofSection(#"'{"columns":4,"wrapsAxis":"both"}'"#), fault: "$.wrapsAxis"),
        Case(
            "a section's definition out of range", #"{"layout":"spreadsheet","columns":3}"#,
            ofSection(#"'{"frozenTrailingColumns":4}'"#), fault: "$.frozenTrailingColumns"),
        Case(
            "a section's definition nested without end",
            #"""
            {"layout":"compositional","sections":[{"group":{"size":{"width":99,"height":20},
             "subitems":[{"size":{"width":9,"height":9}}]}}]}
            """#, ofSection("replace(hex(zeroblob(50000)), '00', '[')"), fault: "$"),
    ]

    @Test(
        "Extreme rows and definitions are laid out, are seen alike by Swift and SQL, and leave the file whole",
        arguments: cases)
    func extreme(_ extreme: Case) throws {
        let test = try TestStore(limits: TestStore.tinyLimits)
        try test.fill(
            1...94, sections: 3, "section_id, position, width, height",
            "1 + (i > 47), i, 20 + (i - 1) % 47 % 7, 30 + (i - 1) % 47 % 5")
        try test.execute(extreme.rows)
        try test.define("wall", extreme.definition, 320, 200)
        let wall = test.store.layout("wall")
        for round in 0..<2 {
            try test.store.prepare("wall")
            #expect(try test.store.verify(deep: true).problems.isEmpty)
            let size = try wall.contentSize()
            #expect(size.width.isFinite && size.height.isFinite)
            for rect in [
                LayoutRect(x: 0, y: 0, width: 320, height: 200), LayoutRect(x: 33, y: 61, width: 80, height: 90),
                LayoutRect(x: -1e6, y: size.height - 300, width: 2e6, height: 900),
            ] {
                let found = try wall.layoutAttributesForElements(in: rect)
                #expect(
                    found.allSatisfy { $0.frame.maxX.isFinite && $0.frame.maxY.isFinite && $0.frame.overlaps(rect) })
                try test.execute(
                    "UPDATE viewport SET x = \(rect.x), y = \(rect.y), width = \(rect.width), height = \(rect.height)")
                expectSameElements(
                    try test.elements("visible", layout: "wall"), found.map(ElementRow.init), "\(rect), round \(round)")
            }
            // Once more after a change.
            try test.execute("DELETE FROM item WHERE id % 4 = 1")
        }
        #expect(try test.store.sectionFaults(ofLayout: "wall").map(\.path) == (extreme.fault.map { [$0] } ?? []))
    }
}
