import LayoutStoreTestSupport
import LayoutCacheTools
import Testing
import LayoutCore

/// How many cells of a terminal a text takes, and where it is cut.
@Suite struct DisplayWidthTests {
    /// The first and the last characters of what is drawn wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]

    private func width(_ value: UInt32) throws -> Int {
        DisplayWidth.of(String(Character(try #require(Unicode.Scalar(value)))))
    }

    @Test("Wide characters take two cells, from the first of their range to the last", arguments: wide)
    func ranges(range: ClosedRange<UInt32>) throws {
        #expect(try width(range.lowerBound) == 2)
        #expect(try width(range.upperBound) == 2)
        // Beside some of them there are marks, which have no width.
        #expect(try width(range.lowerBound - 1) < 2)
        #expect(try width(range.upperBound + 1) < 2)
    }

    @Test(
        "Plain letters take a cell, and marks none",
        arguments: [
            ("", 0), ("abc", 3), ("e\u{301}t", 2), ("\u{301}", 0), ("\u{20DD}", 0), ("\u{200D}", 0), ("日本", 4),
            ("a日", 3), ("👍🏽", 2), ("⌚", 2), ("é", 1), ("\u{7F}", 1), ("\u{80}", 1),
        ])
    func texts(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
        #expect(DisplayWidth.of(ContiguousArray(text.utf8)) == width)
    }

    @Test(
        "A text that does not fit is cut so that the ellipsis does",
        arguments: [
            ("abcd", 4, "abcd"), ("abcde", 4, "abc…"), ("日本", 4, "日本"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("ab", 1, "…"), ("日日", 2, "…"), ("", 0, ""),
        ])
    func cuts(text: String, width: Int, cut: String) { #expect(DisplayWidth.cut(text, to: width) == cut) }
}
