import LayoutTestSupport
import Testing

import LayoutText

/// The columns that characters take.
struct CharacterWidthTests {
    private func columns(_ text: String) -> Int {
        var width = CharacterWidth()
        return text.unicodeScalars.reduce(0) { $0 + width.add($1).columns }
    }

    private func text(_ codes: some StringProtocol) -> String {
        var text = String.UnicodeScalarView()
        for code in codes.split(separator: "-") {
            if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) { text.append(scalar) }
        }
        return String(text)
    }

    @Test("Each emoji of Unicode’s own list takes two columns, among others too")
    func emoji() throws {
        let file = DataFile("Cases/emoji.txt")
        let sequences = try #require(file.cases.first).text.split(whereSeparator: \.isWhitespace).map { text($0) }
        #expect(sequences.count == 3655)
        for sequence in sequences { #expect(columns(sequence) == 2, "\(sequence.unicodeScalars.map(\.value))") }
        // Nothing is carried over from one to the next.
        #expect(columns(sequences.joined()) == 2 * sequences.count)
        #expect(columns(sequences.joined(separator: "a")) == 3 * sequences.count - 1)
    }

    @Test(
        "Marks, letters of Hangul, and characters that terminals have argued about",
        arguments: [
            ("か\u{3099}", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{D7B0}\u{D7FB}", 0), ("\u{3164}", 2),
            ("\u{FFA0}", 2), ("\u{600}\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}", 9),
            ("\u{2028}\u{2029}", 0), ("\u{AD}", 1), ("a\u{200D}b", 2), ("☺", 1), ("☺\u{FE0F}", 2),
            ("☺\u{FE0F}\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("a\u{FE0F}", 1), ("☝\u{1F3FB}", 2), ("a\u{1F3FB}", 3),
            ("❤\u{200D}🔥", 2), ("👩\u{200D}a", 3), ("a\u{200D}👩", 3), ("👩\u{200D}\u{301}👩", 4), ("🇩🇪🇫🇷", 4),
            ("\u{302A}", 0), ("\u{3FFFD}\u{3FFFE}", 3), ("\u{10FFFF}", 1), ("\0", 1), ("Å", 1), ("ｆ", 2), ("﹏", 2),
        ]) func others(text: String, count: Int)
    { #expect(columns(text) == count) }
}
