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
        try TextFile.write(to: file) { sink in
            var table = TextTable(headings: ["name", "count", "note"], style: Style(isEnabled: false), width: width)
            for row in rows { table.append(row, to: sink) }
            table.finish(to: sink)
        }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private static func written(_ write: (inout ContiguousArray<UInt8>) -> Void) -> String {
        var bytes: ContiguousArray<UInt8> = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Numbers are aligned to the right and wide characters counted as two cells")
    func alignment() throws {
        let rows: [[Field]] = [[.text("日本"), .integer(7), .null], [.text("e\u{301}"), .number(0.5), .text("x")]]
        #expect(
            try Self.table(rows, width: nil) == """
                name  count  note
                日本      7
                e\u{301}       0.5  x

                """)
    }

    @Test(
        "Control characters of a terminal are spelled out",
        arguments: [
            ("a\nb\u{1B}[2Jc\u{9B}\td", "a⏎b\\u{1B}[2Jc\\u{9B} d"),
            ("\u{202E}cod.exe\u{2066}", "\\u{202E}cod.exe\\u{2066}"),
            ("a\u{2028}b\u{2029}c\u{61C}\u{200F}", "a\\u{2028}b\\u{2029}c\\u{61C}\\u{200F}"),
            ("Â é 👩\u{200D}🚀", "Â é 👩\u{200D}🚀"),
        ])
    func controlCharacters(text: String, printable: String) {
        #expect(TerminalText.printable(text) == printable)
    }

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

    @Test("Numbers are shown without the noise of binary fractions")
    func binaryNoise() {
        let numbers = [12.000000001, 1.0 / 3, 100.0 / 3, -0.0004, 1e9 + 0.25, 1e300, 44, 0]
        #expect(
            numbers.map { number in Self.written { Field.number(number).append(readableTo: &$0) } } == [
                "12", "0.333", "33.333", "-0.0004", "1000000000.25", "1e+300", "44", "0",
            ])
        #expect(Self.written { Field.number(12.000000001).append(jsonTo: &$0) } == "12.000000001")
    }

    @Test("The widest text gives way on a narrow terminal")
    func narrowTerminal() throws {
        let rows: [[Field]] = [[.text("n"), .integer(1), .text("a note of many words")]]
        #expect(
            try Self.table(rows, width: 27) == """
                name  count  note
                n         1  a note of man…

                """)
    }

    @Test("A column of text keeps twelve cells, and a value in a record as many, however narrow the terminal")
    func leastWidth() throws {
        let rows: [[Field]] = [[.text("n"), .integer(1), .text("a note of many words")]]
        // Headings of 4 and 5 cells, two gaps of 2, and 12.
        #expect(
            try Self.table(rows, width: 25) == """
                name  count  note
                n         1  a note of m…

                """)
        #expect(
            try Self.table(rows, width: 24) == """
                name   n
                count  1
                note   a note of many w…

                """)
        #expect(
            try Self.table(rows, width: 3) == """
                name   n
                count  1
                note   a note of m…

                """)
    }

    @Test("Rows that cannot fit are written one value to a line, and what is too long is cut")
    func rowsThatDoNotFit() throws {
        let rows: [[Field]] = [
            [.text("n"), .integer(1), .text("a note of many words")], [.text("m"), .integer(2), .null],
        ]
        #expect(
            try Self.table(rows, width: 20) == """
                name   n
                count  1
                note   a note of ma…

                name   m
                count  2
                note

                """)
    }

    @Test("Rows after the sample go out at once, and a wider cell moves the rest of its line")
    func rowsAfterTheSample() throws {
        let scratch = try ScratchDirectory()
        let file = scratch.file("table")
        try TextFile.write(to: file) { sink throws(Failure) in
            var table = TextTable(headings: ["a", "b"], style: Style(isEnabled: false), width: nil)
            for row in 0..<TextTable.sampleSize { table.append([.text("x"), .integer(row)], to: sink) }
            try sink.flush()
            let before = FileSize.of(file)
            table.append([.text("wide"), .integer(7)], to: sink)
            try sink.flush()
            #expect(FileSize.of(file) == before + "wide    7\n".utf8.count)
            table.finish(to: sink)
        }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == TextTable.sampleSize + 2)
        #expect(lines[1] == "x    0")
        #expect(lines.last == "wide    7")
    }

    @Test("A table without rows is its headings")
    func noRows() throws {
        #expect(try Self.table([], width: nil) == "name  count  note\n")
    }
}

private enum FileSize {
    static func of(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? -1
    }
}
