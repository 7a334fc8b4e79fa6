import Testing

import LayoutText

struct SpellingSuggestionTests {
    @Test(
        "The nearest word is the one that was meant",
        arguments: [
            ("heigth", "height"), ("artist", "Artist"), ("titles", "title"), ("colour", nil), ("WIDTH", "width"),
            ("tp", "top"), ("x", nil), ("", nil), ("foo", nil), ("wdth", "width"), ("hieght", "height"),
        ] as [(String, String?)])
    func nearest(word: String, meant: String?) {
        let known = ["width", "height", "title", "Artist", "top", "y"]
        #expect(SpellingSuggestion.nearest(to: word, among: known) == meant)
    }

    @Test("A word far longer than any is compared with none")
    func longWord() {
        let word = String(repeating: "a", count: 65)
        #expect(SpellingSuggestion.nearest(to: word, among: [word + "b"]) == nil)
        #expect(SpellingSuggestion.nearest(to: String(word.dropLast()), among: [word]) == word)
    }
}
