import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// Items that cover several columns, or a whole line.
struct SpanTests {
    private func solved(
        _ json: String, width: Double, _ items: [ItemMeasure], section: SectionMeasure = SectionMeasure(index: 0)
    ) throws -> LaidOutSection {
        try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: width, height: 500))
            .layOut(items, section: section)
    }

    private func spanning(_ span: Int32, _ height: Double, rows: Int32 = 1) -> ItemMeasure {
        ItemMeasure(height: height, span: span, rowSpan: rows)
    }

    @Test("A table's row is as high as its highest item, and an item that does not fit begins a row")
    func table() throws {
        let solved = try solved(
            #"{"layout":"table","columns":3,"columnSpacing":10,"rowSpacing":5}"#, width: 320,
            [spanning(1, 10), spanning(1, 20), spanning(2, 30), spanning(0, 40), spanning(9, 50), spanning(1, 60)])
        #expect(
            solved.frames == [
                frame(0, 0, 100, 10), frame(110, 0, 100, 20), frame(0, 25, 210, 30), frame(0, 60, 320, 40),
                frame(0, 105, 320, 50), frame(0, 160, 100, 60),
            ])
        #expect(solved.length == 220)
    }

    @Test("Rows have at most their maximum width, and the right alignment")
    func readable() throws {
        func x(_ alignment: String) throws -> [LayoutRect] {
            try solved(
                "{\"layout\":\"table\",\"maximumRowWidth\":200\(alignment),\"header\":{\"height\":9},"
                    + "\"headersFollowInsets\":true}",
                width: 320, [spanning(1, 10)]
            ).elements.map(\.frame)
        }
        #expect(try x("") == [frame(60, 0, 200, 9)])
        #expect(try x(#","rowAlignment":"leading""#) == [frame(0, 0, 200, 9)])
        #expect(try x(#","rowAlignment":"trailing""#) == [frame(120, 0, 200, 9)])
    }

    @Test("Spacing beside headers counts only if there are items")
    func barSpacing() throws {
        let json =
            #"{"layout":"table","header":{"height":9},"footer":{"height":5},"headerSpacing":3,"footerSpacing":4}"#
        #expect(try solved(json, width: 100, []).length == 14)
        let one = try solved(json, width: 100, [spanning(1, 10)])
        #expect(one.frames == [frame(0, 12, 100, 10)])
        #expect(one.length == 31)
    }

    @Test("An item that spans a flow's whole line is alone in it, and does not spoil the grid of the other ones")
    func flow() throws {
        let one = item(100, 50)
        let whole = ItemMeasure(width: 3, height: 20, span: 0)
        let solved = try solved(
            #"{"layout":"flow","itemSpacing":5,"lineSpacing":5}"#, width: 320, [one, whole, one, one, one, one])
        #expect(
            solved.frames == [
                frame(0, 0, 100, 50), frame(0, 55, 320, 20), frame(0, 80, 100, 50), frame(110, 80, 100, 50),
                frame(220, 80, 100, 50), frame(0, 135, 100, 50),
            ])
    }

    @Test("The lines of a flow are placed as a whole, or spread by themselves")
    func alignments() throws {
        func x(_ keys: String) throws -> [Double] {
            try solved(
                "{\"layout\":\"flow\",\(keys)}", width: 100, [item(30, 9), item(40, 9), item(50, 9), item(20, 9)]
            )
            .frames.map(\.x)
        }
        #expect(try x(#""lineAlignment":"leading""#) == [0, 40, 0, 60])
        #expect(try x(#""lineAlignment":"center""#) == [10, 50, 10, 70])
        #expect(try x(#""lineAlignment":"trailing""#) == [20, 60, 20, 80])
        #expect(try x(#""lineAlignment":"spaceBetween""#) == [0, 60, 0, 80])
        #expect(try x(#""lastLineAlignment":"trailing""#) == [0, 60, 20, 80])
        #expect(try x(#""lineAlignment":"justified""#) == [0, 60, 0, 60])
    }

    @Test("A last line reaches from edge to edge only where that is written, also in a grid of equal items")
    func justifiedLastLine() throws {
        func x(_ keys: String, _ widths: [Double]) throws -> [Double] {
            try solved("{\"layout\":\"flow\"\(keys)}", width: 100, widths.map { item($0, 9) }).frames.map(\.x)
        }
        let justified = #","lastLineAlignment":"justified""#
        #expect(try x(justified, [30, 40, 50, 20]) == [0, 60, 0, 80])
        #expect(try x(#","lineAlignment":"center""# + justified, [30, 40, 50, 20]) == [10, 50, 0, 80])
        // Three of 20 and the gaps between them leave 20 points of a line: 10 more for each gap.
        #expect(try x("", [20, 20, 20, 20, 20]) == [0, 40, 80, 0, 40])
        #expect(try x(justified, [20, 20, 20, 20, 20]) == [0, 40, 80, 0, 80])
        // A lone item is in the middle, as that of any other full line is.
        #expect(try x(justified, [60, 70]) == [20, 15])
        #expect(try x("", [60, 70]) == [20, 0])
    }

    @Test("Across its line an item follows its alignment")
    func itemAlignments() throws {
        func frames(_ alignment: String) throws -> [LayoutRect] {
            try solved(
                "{\"layout\":\"flow\",\"itemAlignment\":\"\(alignment)\"}", width: 100, [item(30, 20), item(30, 10)]
            ).frames
        }
        #expect(try frames("leading")[1] == frame(40, 0, 30, 10))
        #expect(try frames("trailing")[1] == frame(40, 10, 30, 10))
        #expect(try frames("stretch")[1] == frame(40, 0, 30, 20))
    }

    @Test("A horizontal flow of unequal sizes may swap its spacings, one of equal sizes does not")
    func swapped() throws {
        let json =
            #"{"layout":"flow","axis":"horizontal","itemSpacing":1,"lineSpacing":7,"lineAlignment":"leading","#
            + #""swapsUnequalSpacing":true}"#
        func frames(_ items: [ItemMeasure]) throws -> [LayoutRect] {
            try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 300, height: 50)).layOut(items).frames
        }
        #expect(try frames([item(10, 20), item(10, 20), item(10, 20)]).map(\.origin.x) == [0, 0, 17])
        let unequal = try frames([item(10, 20), item(10, 21), item(10, 20)])
        #expect(unequal == [frame(0, 0, 10, 20), frame(0, 27, 10, 21), frame(11, 0, 10, 20)])
    }

    @Test("A waterfall's wide item goes to the columns whose furthest end is least, and holes stay")
    func waterfall() throws {
        let solved = try solved(
            #"{"layout":"waterfall","columns":3,"columnSpacing":10,"itemSpacing":10}"#, width: 320,
            [spanning(1, 50), spanning(1, 20), spanning(2, 30), spanning(1, 40), spanning(0, 50), spanning(1, 0)])
        #expect(
            solved.frames == [
                frame(0, 0, 100, 50), frame(110, 0, 100, 20), frame(110, 30, 210, 30), frame(0, 60, 100, 40),
                frame(0, 110, 320, 50), frame(0, 170, 100, 0),
            ])
        #expect(solved.length == 160)
    }

    @Test("In a cyclic order items follow one another, and one that would stick out begins again")
    func cyclic() throws {
        let solved = try solved(
            #"{"layout":"waterfall","columns":3,"columnSpacing":0,"itemSpacing":0,"order":"cyclic"}"#, width: 300,
            [spanning(1, 50), spanning(1, 0), spanning(1, 10), spanning(2, 30), spanning(1, 5)])
        #expect(solved.frames.map(\.x) == [0, 100, 100, 0, 200])
        #expect(solved.frames.map(\.y) == [0, 0, 0, 50, 0])
    }

    @Test("Columns are counted by their widths")
    func columnWidths() throws {
        func columns(_ keys: String, width: Double = 320) throws -> WaterfallColumns {
            let definition = try LayoutDefinition(json: "{\"layout\":\"waterfall\",\"columnSpacing\":10,\(keys)}")
            return WaterfallColumns(
                try #require(definition.kind.definition(as: WaterfallDefinition.self)), available: width)
        }
        #expect(try columns(#""columnWidth":100"#).count == 3)
        #expect(try columns(#""columnWidth":100"#, width: 319.5).count == 3)
        #expect(try columns(#""columnWidth":100"#, width: 319).count == 2)
        #expect(try columns(#""columnWidth":100,"columns":5"#).count == 5)
        #expect(try columns(#""maximumColumnWidth":100"#).length == 100)
        #expect(try columns(#""maximumColumnWidth":99"#).count == 4)
        #expect(try columns(#""minimumColumnWidth":100"#).count == 3)
        #expect(try columns(#""minimumColumnWidth":101"#).count == 2)
        #expect(try columns(#""columnWidth":70,"columnAlignment":"center""#).start == 5)
        #expect(try columns(#""columnWidth":70,"columnAlignment":"trailing""#).start == 10)
        #expect(try columns(#""columnWidth":80,"columnAlignment":"justify""#).stride == 120)
        let wide = try columns(#""columnWidth":200,"columns":2,"columnAlignment":"justify""#)
        #expect(wide.start == -45 && wide.stride == 210)
        for keys in [
            #""minimumColumnWidth":9,"maximumColumnWidth":9"#, #""minimumColumnWidth":9,"columns":2"#,
            #""maximumColumnWidth":9,"columnWidth":9"#,
        ] {
            #expect(throws: LayoutError.self) { try columns(keys) }
        }
        let fractions = try LayoutDefinition(
            json:
                #"{"layout":"waterfall","columnWidth":{"fractionalWidth":0.3},"#
                + #""columnSpacing":{"fractionalWidth":0.05}}"#
        )
        let definition = try #require(fractions.kind.definition(as: WaterfallDefinition.self))
        #expect(WaterfallColumns(definition, available: 100).count == 3)
        #expect(try LayoutDefinition(json: fractions.json) == fractions)
    }

    @Test("No item is under a stamp, which counts for the section's length")
    func stamps() throws {
        let solved = try solved(
            #"{"layout":"waterfall","columns":3,"columnSpacing":10,"itemSpacing":5,"#
                + #""stamps":[[0,0,105,30],[900,0,9,99]]}"#,
            width: 320, [spanning(1, 10), spanning(1, 10), spanning(1, 10)])
        #expect(solved.frames.map(\.x) == [110, 220, 110])
        #expect(solved.frames.map(\.y) == [0, 0, 15])
        #expect(solved.length == 99)
    }

    @Test("Merged cells cover other ones, up to the lines that stay visible, and the earlier item wins")
    func merged() throws {
        var section = SectionMeasure(index: 0)
        section.hasSpans = true
        var items = Array(repeating: ItemMeasure(), count: 12)
        items[0].span = 0
        items[5] = ItemMeasure(span: 2, rowSpan: 9)
        items[8].span = 3
        let solved = try solved(
            #"{"layout":"spreadsheet","columns":4,"columnWidth":10,"rowHeight":10,"columnSpacing":1,"rowSpacing":2,"#
                + #""frozenColumns":1,"sectionInsets":3}"#,
            width: 100, items, section: section)
        #expect(solved.frames[0] == frame(3, 3, 10, 10))
        #expect(solved.frames[5] == frame(14, 15, 21, 22))
        #expect(solved.cells.indices.filter { solved.cells[$0].isHidden } == [6, 9, 10])
        #expect(solved.frames[8] == frame(3, 27, 10, 10))
        #expect(solved.length == 40)
    }

    @Test("Items determine how wide columns are, and how high rows")
    func sizes() throws {
        let solved = try solved(
            #"{"layout":"spreadsheet","columns":2,"columnWidth":10,"rowHeight":10,"sizesFromItems":true}"#, width: 100,
            [item(20, .nan), item(.nan, 9), item(9, 30), item(9, 9)])
        #expect(
            solved.frames == [frame(0, 0, 20, 10), frame(20, 0, 10, 10), frame(0, 10, 20, 30), frame(20, 10, 10, 30)])
        // Mirrored in the 32 points of its columns and insets.
        let mirrored = try self.solved(
            #"""
            {"layout":"spreadsheet","columns":2,"columnWidth":10,"rowHeight":10,"sizesFromItems":true,
             "rightToLeft":true,"sectionInsets":{"leading":2}}
            """#, width: 100, [item(20, .nan), item(.nan, 9)])
        #expect(mirrored.frames == [frame(10, 0, 20, 10), frame(0, 0, 10, 10)])
    }
}
