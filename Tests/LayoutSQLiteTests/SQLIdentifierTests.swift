import LayoutSQLite
import Testing

@Suite struct SQLIdentifierTests {
    @Test(
        "A quoted name names exactly that",
        arguments: [
            "plain", "", "two words", "\"", "\"\"", "a\"b", "a\"\u{301}b", "\"; DROP TABLE t; --", "\u{301}\"", "😀",
            "a\r\n\"b", "ä", "a\u{308}",
        ])
    func quotedNames(name: String) throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t(a); CREATE TABLE \(Statement.quoted(name)) (x)")
        let names = try connection.prepare("SELECT name FROM sqlite_schema ORDER BY rowid")
        #expect(try names.step() && names.string(0) == "t")
        #expect(try names.step())
        // By code points, where strings compare by what they look like.
        #expect(names.string(0).map { Array($0.unicodeScalars) } == Array(name.unicodeScalars))
        #expect(try !names.step())
    }

    @Test("A name with a zero byte is refused")
    func zeroByteInName() {
        #expect { try Statement.quoted("a\0b") } throws: { ($0 as? SQLiteError)?.code == .misuse }
    }
}
