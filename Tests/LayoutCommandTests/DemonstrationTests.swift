import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The demonstration's output, and its truth.
@Suite struct DemonstrationTests {
    @Test("The demonstration runs, and its commands and its SQL have the described effect again")
    func demonstration() throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path)("demo d")
        #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
        // The following commands can be tried there.
        #expect(outcome.output.contains("   $ cd d\n\n"))
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let headings = lines.compactMap { $0.prefixMatch(of: /(\d)  \S/)?.1 }
        #expect(headings == ["1", "2", "3", "4", "5", "6", "7", "8"])
        #expect(lines.count { $0.wholeMatch(of: /[\d.]+ (s|ms|µs)/) != nil } == headings.count)
        let marked = try checkFile(scratch.file("d/unicode.csv"), lines)
        let command = BuiltCommand(directory: scratch.file("d"))
        func call(_ name: String) throws -> String {
            try #require(lines.first { $0.hasPrefix("   $ layoutctl \(name) ") }).replacing("   $ layoutctl ", with: "")
        }
        // The picture is what the command beside it draws, and shows the item that changed.
        let picture = try String(contentsOfFile: scratch.file("d/wall.svg"), encoding: .utf8)
        #expect(Markup.isWellFormed(picture) && picture.contains("<title>\(marked) · U+1F600"))
        #expect(try command(call("render").replacing("wall.svg", with: "-")).output == picture)
        #expect(try outcome.output.contains(command(call("visible")).output))
        let connection = try Connection(path: scratch.file("d/unicode.db"), mode: .readWrite)
        defer { connection.close() }
        let sql = lines.filter { $0.contains("sqlite> ") || $0.contains("   ...> ") }
            .map { String($0.split(separator: "> ", maxSplits: 1)[1]) }.joined(separator: "\n")
        let statements = sql.split(separator: ";\n").map(String.init)
        #expect(statements.count == 5)
        var shown: [String] = []
        for statement in statements {
            guard statement.contains("FROM visible") else {
                try connection.execute(statement)
                continue
            }
            // The three rows that the SQL finds are among those that the command printed.
            try connection.forEachRow(statement.replacing(";", with: "")) { shown.append($0.stringOrEmpty(4)) }
        }
        #expect(shown.count == 3 && shown.allSatisfy { outcome.output.contains("\"key\":\"\($0)\"") }, "\(shown)")
    }

    /// Compares the file of characters with Unicode's own properties, and what was printed of it with the file. Returns
    /// the place of the item that changes size.
    private func checkFile(_ path: String, _ lines: [String]) throws -> String {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        #expect(text.hasPrefix("code,name,category,width,height\nU+0020,SPACE,Space separator,32,26\n"))
        for line in [
            "U+00E9,LATIN SMALL LETTER E WITH ACUTE,Lowercase letter,136,56",
            "U+1F600,GRINNING FACE,Other symbol,64,32",
        ] {
            #expect(text.contains("\n\(line)\n"))
        }
        let named = (UInt32(0)...0x10FFFF).filter { code in
            guard let properties = Unicode.Scalar(code)?.properties else { return false }
            return (properties.nameAlias ?? properties.name) != nil
                && ![.unassigned, .surrogate, .privateUse].contains(properties.generalCategory)
        }
        try #require(rows.map { UInt32($0[0].dropFirst(2), radix: 16) ?? 0 } == named)
        var order: [Substring] = []
        for row in rows where !order.contains(row[2]) { order.append(row[2]) }
        // Each section has a header.
        for part in [
            "\"itemsInserted\":\(rows.count),", "\"elementsWritten\":\(rows.count + order.count),",
            "\"sectionsPrepared\":1,",
        ] { #expect(lines.contains { $0.contains(part) }, "\(part)") }
        let section = try #require(order.firstIndex(of: "Other symbol"))
        let item = try #require(rows.filter { $0[2] == "Other symbol" }.firstIndex { $0[0] == "U+1F600" })
        return "\(section)/\(item)"
    }
}
