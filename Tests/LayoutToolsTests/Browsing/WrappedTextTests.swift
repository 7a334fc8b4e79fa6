import Foundation
import LayoutEngine
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

import LayoutCore
import LayoutCacheTools

/// Texts in the lines of their rows.
struct WrappedTextTests {
    private static let wrap = TextWrap(advance: 10, lineHeight: 20, inset: 5)

    /// The pieces in a row of some columns and lines, as “line,column text”.
    private func pieces(_ text: String, columns: Int, lines: Int = 100, tab: Int = 8) -> [String] {
        var wrap = Self.wrap
        wrap.tab = tab
        let size = LayoutSize(width: Double(columns) * 10 + 10, height: Double(lines) * 20 + 10)
        return WrappedText(text, in: size, wrap).pieces.map { "\($0.line),\($0.column) \($0.text)" }
    }

    @Test("A text breaks between words while the rest has room, else after any column; what does not fit is left out")
    func breaks() {
        #expect(pieces("abcdefgh", columns: 3) == ["0,0 abc", "1,0 def", "2,0 gh"])
        #expect(pieces("abcdefgh", columns: 3, lines: 2) == ["0,0 abc", "1,0 def"])
        #expect(pieces("", columns: 3).isEmpty)
        #expect(pieces("abc def ghi", columns: 6, lines: 3) == ["0,0 abc ", "1,0 def ", "2,0 ghi"])
        #expect(pieces("abc def ghi", columns: 6, lines: 2) == ["0,0 abc de", "1,0 f ghi"])
        #expect(pieces("abc def", columns: 3) == ["0,0 abc ", "1,0 def"])
    }

    @Test("A tab ends at its column, as it was counted")
    func tabs() {
        #expect(pieces("a\tb", columns: 20) == ["0,0 a", "0,8 b"])
        #expect(pieces("a\t\tb", columns: 10, tab: 4) == ["0,0 a", "0,8 b"])
        #expect(pieces("a\tb", columns: 5) == ["0,0 a", "1,0 b"])
    }

    @Test("Characters of other breadths are separate pieces, and marks stay with what they are on")
    func scripts() {
        #expect(pieces("a日本b", columns: 10) == ["0,0 a", "0,1 日", "0,3 本", "0,5 b"])
        #expect(pieces("ab日c", columns: 3) == ["0,0 ab", "0,2 日", "1,1 c"])
        #expect(pieces("ne\u{301}e é", columns: 10) == ["0,0 ne\u{301}e ", "0,4 é"])
        #expect(
            pieces("か\u{3099}a1\u{FE0F}\u{20E3}b", columns: 10) == ["0,0 か\u{3099}", "0,2 a1\u{FE0F}\u{20E3}", "0,5 b"])
        // A wide character in the last column is whole.
        #expect(pieces("ああ", columns: 3) == ["0,0 あ", "0,2 あ"])
        // Control sequences take no columns.
        #expect(
            pieces("a\u{1B}[1;31m\u{1B}[0mbc", columns: 2) == [
                "0,0 a", "0,1 \u{241B}[1;31m", "0,1 \u{241B}[0m", "0,1 b", "1,0 c",
            ])
        #expect(pieces("\u{1B}[x\u{1B}]", columns: 10) == ["0,0 \u{241B}[x", "0,0 \u{241B}]"])
    }

    @Test("The scene of lines has each text in as many lines as its row was laid out for")
    func scene() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("app.log")
        let texts = (0..<300).map { String(repeating: "\u{1B}[3\($0 % 8)m\($0) é\t日\u{1B}[0m", count: $0 % 23) }
        try Data(texts.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
        let store = try LayoutStore.inMemory()
        var place = LineOptions.Place()
        try store.importLines(
            of: .file(path), LineOptions(), from: &place, options: ImportOptions(dataset: "log", mode: .create))
        for width in [333.0, 800, 1234.5] {
            try store.defineLayout(
                "log", dataset: "log", definition: LayoutDefinition(.table(TableDefinition(wrap: Self.wrap))),
                container: LayoutSize(width: width, height: 600))
            let layout = store.layout("log")
            try layout.prepare()
            let scene = try layout.scene(in: LayoutRect(origin: .zero, size: try layout.contentSize()))
            #expect(scene.elements.count == texts.count)
            for element in scene.elements {
                let lines = (element.attributes.frame.height - 10) / 20
                let pieces = try #require(element.wrapped).pieces
                #expect(Double(pieces.last?.line ?? 0) == lines - 1)
                let letters = pieces.map(\.text).joined().replacing("\u{241B}", with: "\u{1B}").filter {
                    !$0.isWhitespace
                }
                #expect(letters == (element.title ?? "").filter { !$0.isWhitespace })
            }
            #expect(try layout.browsed().wrap == Self.wrap)
        }
    }
}
