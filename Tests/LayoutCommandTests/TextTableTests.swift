import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Tables for people, on terminals of any width.
@Suite struct TextTableTests {
    /// The printed form of a table of rows.
    private static func table(_ rows: [[Field]], width: Int?) throws -> String {
        let scratch = try ScratchDirectory()
        let file = scratch.file("table")
        try FilePath.write(to: file) { sink in
            var table = TextTable(
                headings: ["name", "count", "note"], style: Console.Style(isEnabled: false), width: width)
            for row in rows { table.append(row, to: sink) }
            table.finish(to: sink)
        }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private static let long = String(repeating: "x", count: 101)

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static let note: [[Field]] = [[.text("n"), .integer(1), .text("a note of many words")]]

    @Test(
        "A table fits its terminal",
        arguments: [
            // A table without rows is its headings.
            ([], nil, "name  count  note\n"),
            // Numbers are aligned to the right and wide characters counted as two cells.
            (
                [[.text("日本"), .integer(7), .null], [.text("e\u{301}"), .number(0.500000001), .text("x")]], nil,
                "name  count  note\n日本      7\ne\u{301}       0.5  x\n"
            ),
            // The text of a cell that is longer than a hundred cells does not widen its column.
            (
                [[.text(long), .integer(1), .null], [.text("y"), .integer(22), .null]], nil,
                "name\(spaces(96))  count  note\n\(long)      1\ny\(spaces(99))     22\n"
            ),
            // The widest text gives way on a narrow terminal, and keeps twelve cells beside headings of 4 and 5.
            (note, 27, "name  count  note\nn         1  a note of man…\n"),
            (note, 25, "name  count  note\nn         1  a note of m…\n"),
            // Rows that cannot fit are written one value to a line, of at least twelve cells.
            (note, 24, "name   n\ncount  1\nnote   a note of many w…\n"),
            (note, 3, "name   n\ncount  1\nnote   a note of m…\n"),
            (
                note + [[.text("m"), .integer(2), .null]], 20,
                "name   n\ncount  1\nnote   a note of ma…\n\nname   m\ncount  2\nnote\n"
            ),
        ] as [([[Field]], Int?, String)])
    func fits(rows: [[Field]], width: Int?, text: String) throws {
        #expect(try Self.table(rows, width: width) == text)
    }

    @Test(
        "Control characters of a terminal are spelled out",
        arguments: [
            ("a\nb\u{1B}[2Jc\u{9B}\td", "a⏎b\\u{1B}[2Jc\\u{9B} d"),
            ("\u{202E}cod.exe\u{2066}", "\\u{202E}cod.exe\\u{2066}"),
            ("a\u{2028}b\u{2029}c\u{61C}\u{200F}", "a\\u{2028}b\\u{2029}c\\u{61C}\\u{200F}"),
            ("Â é 👩\u{200D}🚀", "Â é 👩\u{200D}🚀"),
        ]) func controlCharacters(text: String, printable: String)
    { #expect(TerminalText.printable(text) == printable) }

    @Test("In JSON the same characters are escaped, and the value stays the same")
    func jsonEscapes() throws {
        let text = #"{"a":"\#u{202E}\#u{9B}\#u{2028}\#u{7F}é"}"#
        let printable = TerminalText.printable(json: text)
        #expect(printable == #"{"a":"\u202e\u009b\u2028\u007fé"}"#)
        let values = try [text, printable].map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String]
        }
        #expect(values[0] == values[1])
    }

    @Test("Rows after the sample go out at once, and a wider cell moves the rest of its line")
    func rowsAfterTheSample() throws {
        let scratch = try ScratchDirectory()
        let file = scratch.file("table")
        var size: Int? { try? scratch.contents(of: "table").count }
        try FilePath.write(to: file) { sink throws(Failure) in
            var table = TextTable(headings: ["a", "b"], style: Console.Style(isEnabled: false), width: nil)
            for row in 0..<TextTable.sampleSize { table.append([.text("x"), .integer(row)], to: sink) }
            try sink.flush()
            let before = size
            table.append([.text("wide"), .integer(7)], to: sink)
            try sink.flush()
            #expect(size == before.map { $0 + "wide    7\n".utf8.count })
            table.finish(to: sink)
        }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == TextTable.sampleSize + 2)
        #expect(lines[1] == "x    0")
        #expect(lines.last == "wide    7")
    }
}
