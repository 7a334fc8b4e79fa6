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

        var testDescription: String { name }
    }

    private static let spans =
        "UPDATE item SET span = id % 3 * 512, row_span = CASE id % 2 WHEN 0 THEN 9223372036854775807 END"

    static let cases = [
        Case(name: "spans wider than a table", definition: #"{"layout":"table","columns":3}"#, rows: spans),
        Case(name: "spans wider than a flow", definition: #"{"layout":"flow"}"#, rows: spans),
        Case(name: "spans wider than a waterfall", definition: #"{"layout":"waterfall"}"#, rows: spans),
        Case(
            name: "spans wider than a waterfall, in turn",
            definition: #"{"layout":"waterfall","columns":5,"order":"cyclic"}"#, rows: spans),
        Case(
            name: "merged cells across frozen lines",
            definition: #"""
                {"layout":"spreadsheet","columns":5,"frozenRows":1,"frozenColumns":1,"frozenTrailingRows":2,
                 "frozenTrailingColumns":1}
                """#,
            rows: "UPDATE item SET span = id % 4, row_span = 1 + id % 4"),
        Case(
            name: "more frozen lines than there are",
            definition: #"""
                {"layout":"spreadsheet","columns":5,"frozenRows":1000000,"frozenColumns":5,"frozenTrailingRows":1000000,
                 "frozenTrailingColumns":5,"wraps":true}
                """#, rows: ""),
        Case(
            name: "stamps outside of the content",
            definition:
                #"{"layout":"waterfall","stamps":[[-1e9,-1e9,1,1],[1e9,0,1e9,1e9],[0,50,1e9,0],[-50,0,60,70]]}"#,
            rows: ""),
        Case(
            name: "columns without a width",
            definition: #"{"layout":"waterfall","columnWidth":{"fractionalWidth":0},"columnSpacing":0}"#, rows: spans),
        Case(
            name: "columns too thin to be counted",
            definition: #"{"layout":"waterfall","minimumColumnWidth":1e-300,"columnSpacing":0}"#, rows: spans),
        Case(
            name: "ratios of 0 and of a billion", definition: #"{"layout":"justified","lastRow":"fill"}"#,
            rows:
                "UPDATE item SET width = CASE id % 3 WHEN 0 THEN 0 ELSE 1e9 END, height = CASE id % 2 WHEN 0 THEN 1 END"
        ),
        Case(
            name: "ratios of a billionth",
            definition: #"{"layout":"justified","rule":"nearest","aspectRatio":1e-9,"fullWidthBreakout":1}"#, rows: ""),
        Case(
            name: "sticky levels of hidden items",
            definition:
                #"{"layout":"justified","lastRow":"hide","maximumRows":1,"sticky":{"rule":"stack","offset":1e9}}"#,
            rows: "UPDATE item SET sticky_level = id % 32, sticky_edge = CASE id % 2 WHEN 0 THEN 'end' END"),
        Case(
            name: "a section's definition that is no JSON", definition: #"{"layout":"table"}"#,
            rows: "UPDATE section SET definition = '{' WHERE id = 1", fault: "$"),
        Case(
            name: "a section's definition that is no object", definition: #"{"layout":"flow"}"#,
            rows: "UPDATE section SET definition = '[1]' WHERE id = 1", fault: "$"),
        Case(
            name: "a section's definition of another kind", definition: #"{"layout":"flow"}"#,
            rows: #"UPDATE section SET definition = '{"rowHeight":1,"columns":3}' WHERE id = 1"#),
        Case(
            name: "a section's definition with a key of no kind", definition: #"{"layout":"spreadsheet","columns":3}"#,
            rows: #"UPDATE section SET definition = '{"frozenRow":1}' WHERE id = 1"#, fault: "$.frozenRow"),
        Case(
            name: "a section's definition with a key of the whole layout",
            definition: #"{"layout":"spreadsheet","columns":3}"#,
            rows: #"UPDATE section SET definition = '{"columns":4,"wrapsAxis":"both"}' WHERE id = 1"#,
            fault: "$.wrapsAxis"),
        Case(
            name: "a section's definition out of range", definition: #"{"layout":"spreadsheet","columns":3}"#,
            rows: #"UPDATE section SET definition = '{"frozenTrailingColumns":4}' WHERE id = 1"#,
            fault: "$.frozenTrailingColumns"),
        Case(
            name: "a section's definition nested without end",
            definition:
                #"""
                {"layout":"compositional","sections":[{"group":{"size":{"width":99,"height":20},
                 "subitems":[{"size":{"width":9,"height":9}}]}}]}
                """#,
            rows: "UPDATE section SET definition = replace(hex(zeroblob(50000)), '00', '[') WHERE id = 1", fault: "$"),
    ]

    @Test(
        "Extreme rows and definitions are laid out, are seen alike by Swift and SQL, and leave the file whole",
        arguments: cases)
    func extreme(_ extreme: Case) throws {
        let test = try TestStore(limits: TestStore.tinyLimits)
        try test.execute("INSERT INTO dataset (id, name) VALUES (1, 'data')")
        for section in 1...2 {
            try test.execute(
                "INSERT INTO section (id, dataset_id, position) VALUES (\(section), 1, \(section))",
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 47)
                INSERT INTO item (section_id, position, width, height)
                SELECT \(section), i, 20 + i % 7, 30 + i % 5 FROM n
                """)
        }
        try test.execute("INSERT INTO section (id, dataset_id, position) VALUES (3, 1, 3)")
        if !extreme.rows.isEmpty { try test.execute(extreme.rows) }
        try test.define(
            "wall", RandomDefinition(json: extreme.definition, container: LayoutSize(width: 320, height: 200)))
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
