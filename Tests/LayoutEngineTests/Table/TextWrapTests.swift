import LayoutTestSupport
import Testing

import LayoutEngine

/// Heights that follow from widths in columns.
struct TextWrapTests {
    private func heights(_ table: TableDefinition, width: Double, _ items: [ItemMeasure]) throws -> [Double] {
        let plan = try LayoutDefinition.Kind.table(table).plan(width: width, height: 500)
        return plan.layOut(items).frames.map(\.height)
    }

    @Test("A row has as many lines as its columns need")
    func lines() throws {
        let table = TableDefinition(wrap: TextWrap(advance: 7.2, lineHeight: 17))
        let items = [0, 1, 50, 51, 100, 100.5, 200].map { ItemMeasure(width: $0) }
        #expect(try heights(table, width: 360, items) == [17, 17, 17, 34, 34, 51, 68])
    }

    @Test("An inset takes room at all edges, and lines have a minimum and a maximum")
    func limits() throws {
        let wrap = TextWrap(advance: 10, lineHeight: 20, minimumLines: 2, maximumLines: 3, inset: 5)
        let items = [0, 9, 18, 19, 27, 28, 1e9].map { ItemMeasure(width: $0) }
        #expect(try heights(TableDefinition(wrap: wrap), width: 109, items) == [50, 50, 50, 70, 70, 70, 70])
    }

    @Test("A container of exactly n columns has n, whatever the quotient loses")
    func whole() {
        var random = SeededGenerator(seed: 77)
        #expect(TextWrap(advance: 8.3, lineHeight: 1).columns(in: 830, scale: nil) == 100)
        for _ in 0..<1000 {
            let advance = Double.random(in: 1...20, using: &random)
            let count = Double(Int.random(in: 1...500, using: &random))
            #expect(TextWrap(advance: advance, lineHeight: 1).columns(in: count * advance, scale: nil) == count)
            // A whole pixel is too much.
            #expect(
                TextWrap(advance: advance, lineHeight: 1).columns(in: count * advance - 0.5, scale: 2)
                    == max(1, count - 1))
        }
    }

    @Test("A container that is narrower than a column has one column")
    func narrow() throws {
        let table = TableDefinition(wrap: TextWrap(advance: 10, lineHeight: 2, inset: 30))
        #expect(try heights(table, width: 50, [ItemMeasure(width: 7)]) == [74])
    }

    @Test("A stored height stays, and an item without sizes has the estimate")
    func stored() throws {
        let table = TableDefinition(estimatedRowHeight: 33, wrap: TextWrap(advance: 10, lineHeight: 20))
        let items = [ItemMeasure(width: 100, height: 7), ItemMeasure(), ItemMeasure(height: 8)]
        #expect(try heights(table, width: 50, items) == [7, 33, 8])
    }

    @Test("Text wraps in each of several columns, and in an item that covers some")
    func columns() throws {
        let table = TableDefinition(columns: 2, columnSpacing: 20, wrap: TextWrap(advance: 10, lineHeight: 1))
        // A column is 100 wide: 10 columns of text; both are 220 wide: 22 columns of text.
        let items = [ItemMeasure(width: 11), ItemMeasure(width: 10), ItemMeasure(width: 45, span: 2)]
        #expect(try heights(table, width: 220, items) == [2, 1, 3])
    }

    @Test(
        "Keys of wrapped text are checked",
        arguments: [
            (#""advance": 0, "lineHeight": 1"#, "$.wrap.advance"),
            (#""advance": -3, "lineHeight": 1"#, "$.wrap.advance"),
            (#""advance": 1e-300, "lineHeight": 1"#, "$.wrap.advance"),
            (#""advance": "7", "lineHeight": 1"#, "$.wrap.advance"),
            (#""lineHeight": 1"#, "$.wrap.advance"),
            (#""advance": 1, "lineHeight": 0"#, "$.wrap.lineHeight"),
            (#""advance": 1, "lineHeight": 1, "minimumLines": 3, "maximumLines": 2"#, "$.wrap.maximumLines"),
            (#""advance": 1, "lineHeight": 1, "breaks": "words""#, "$.wrap.breaks"),
            (#""advance": 1, "lineHeight": 1, "inset": -1"#, "$.wrap.inset"),
        ])
    func refusals(keys: String, path: String) throws {
        let error = #expect(throws: LayoutError.self) {
            try LayoutDefinition(json: #"{"layout": "table", "wrap": {\#(keys)}}"#)
        }
        #expect(error?.path == path)
    }

    @Test("A horizontal table wraps no text")
    func horizontal() throws {
        let error = #expect(throws: LayoutError.self) {
            try LayoutDefinition(
                json: #"{"layout": "table", "axis": "horizontal", "wrap": {"advance": 1, "lineHeight": 1}}"#)
        }
        #expect(error?.path == "$.wrap")
    }
}
