import LayoutEngine
import LayoutTestSupport
import Testing

import LayoutRecords

/// Lines of a text, and their lengths in columns.
struct LineReaderTests {
    private func lines(_ bytes: [UInt8], bufferSize: Int = 1 << 16) throws -> [LineReader.Line] {
        let reader = try LineReader(.bytes(bytes), bufferSize: bufferSize)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test(
        "A line has a column for each character, two for a wide one and none for one that combines",
        arguments: [
            ("", 0), ("abc", 3), ("日本", 4), ("ｆ", 2), ("e\u{301}", 1), ("a\u{200D}b", 2), ("\u{FEFF}a", 1), ("é", 1),
            ("\t", 8), ("abc\td", 9), ("12345678\t", 16), ("日\tx", 9), ("🙂", 2), ("\0", 1), ("가", 2),
            ("か\u{3099}", 2), ("1\u{FE0F}\u{20E3}", 2), ("x❤\u{FE0F}\u{200D}🔥y", 4),
            ("a\u{1B}[1;31mb\u{1B}[0m", 2), ("a\u{1B}[1\u{1B}[K", 4), ("\u{1B}[1日", 5), ("\u{1B}x", 2),
        ])
    func columns(text: String, count: Int) throws {
        #expect(try lines(Array((text + "\n").utf8)).map(\.columnCount) == [count])
    }

    @Test(
        "Each byte that is no UTF-8 has a column",
        arguments: [
            ([0xFF, 0x41], 2), ([0xC3], 1), ([0xE6, 0x97, 0x41], 3), ([0xC0, 0x80], 2), ([0xED, 0xA0, 0x80], 3),
        ] as [([UInt8], Int)])
    func invalid(bytes: [UInt8], count: Int) throws {
        #expect(try lines(bytes + [10]).map(\.columnCount) == [count])
        #expect(try lines(bytes).map(\.columnCount) == [count])
    }

    @Test("A break is a line feed, with or without a return, and the last line may have none")
    func breaks() throws {
        let found = try lines(Array("ab\r\n\r\n\nc\rd\ne".utf8))
        #expect(found.map(\.offset) == [0, 4, 6, 7, 11])
        #expect(found.map(\.columnCount) == [2, 0, 0, 3, 1])
        #expect(found.map(\.isTerminated) == [true, true, true, true, false])
        #expect(try lines([]).isEmpty)
        #expect(try lines([10]).count == 1)
    }

    @Test("A compressed file is refused, as for records")
    func compressed() {
        #expect(throws: LayoutError.self) { try lines([0x1F, 0x8B, 8, 0, 10, 10]) }
    }

    @Test("Small buffers find the same lines", arguments: TestSettings.seedArguments(20))
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let parts =
            [
                "a", "\t", "\r", "\n", "\r\n", "é", "日", "🙂", "e\u{301}", "1", "\u{FE0F}", "❤", "\u{200D}", "\u{1B}[",
                ";", "m",
            ].map { Array($0.utf8) } + [[0xFF], [0xE6]]
        let bytes = (0..<300).flatMap { _ in parts.randomElement(using: &random) ?? [] }
        let whole = try lines(bytes)
        for size in [8, 9, 13, 64] { #expect(try lines(bytes, bufferSize: size) == whole, "seed \(seed)") }
    }
}
