import LayoutStoreTestSupport
import LayoutCacheTools
import Testing
import LayoutCore

/// How many cells of a terminal a text takes, and where it is cut.
@Suite struct DisplayWidthTests {
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
