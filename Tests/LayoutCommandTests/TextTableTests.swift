import Testing

@testable import layoutctl

/// Tables for people, on terminals of any width.
@Suite struct TextTableTests {
    private static func table(_ rows: [[Field]]) -> TextTable {
        var table = TextTable(headings: ["name", "count", "note"])
        for row in rows { table.append(row) }
        return table
    }

    private static let plain = Style(isEnabled: false)

    @Test func `numbers are aligned to the right and wide characters counted as two cells`() {
        let table = Self.table([[.text("日本"), .integer(7), .null], [.text("e\u{301}"), .number(0.5), .text("x")]])
        #expect(table.text(style: Self.plain, width: nil) == """
            name  count  note
            日本      7
            e\u{301}       0.5  x

            """)
    }

    @Test func `line breaks and control characters do not reach the terminal`() {
        #expect(TextTable.printable("a\nb\u{1B}[2Jc\u{9B}") == "a⏎b\u{FFFD}[2Jc\u{FFFD}")
    }

    @Test func `the widest text gives way on a narrow terminal`() {
        let table = Self.table([[.text("n"), .integer(1), .text("a note of many words")]])
        #expect(table.text(style: Self.plain, width: 27) == """
            name  count  note
            n         1  a note of man…

            """)
    }

    @Test func `a few rows that cannot fit are written one value to a line`() {
        let table = Self.table([[.text("n"), .integer(1), .text("a note of many words")], [.text("m"), .integer(2), .null]])
        #expect(table.text(style: Self.plain, width: 15) == """
            name   n
            count  1
            note   a note of many words

            name   m
            count  2
            note

            """)
    }
}
