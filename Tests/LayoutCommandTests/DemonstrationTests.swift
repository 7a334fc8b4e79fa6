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
        let rows = text.split(separator: "\n").dropFirst()
        #expect(text.hasPrefix("code,name,category,width,height\n"))
        var titles: [Unicode.GeneralCategory: Substring] = [:]
        var expected = (0x20...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            let properties = scalar.properties
            return (properties.nameAlias ?? properties.name) != nil
                && ![.unassigned, .surrogate, .privateUse].contains(properties.generalCategory)
        }.makeIterator()
        var marked: (section: Int, item: Int)?
        var order: [Substring] = []
        var counts: [Substring: Int] = [:]
        for row in rows {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            let next = expected.next()
            let scalar = try #require(next)
            let name = try #require(scalar.properties.nameAlias ?? scalar.properties.name)
            let words = name.split(separator: " ").count
            let code = String(scalar.value, radix: 16, uppercase: true)
            let isRight =
                fields.count == 5 && fields[0] == "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
                && fields[1] == name && Int(fields[3]) == min(240, 12 + 4 * name.count)
                && Int(fields[4]) == 20 + 6 * words
            try #require(isRight, "\(row)")
            // A category has one title.
            let category = scalar.properties.generalCategory
            try #require(titles[category, default: fields[2]] == fields[2], "\(row)")
            titles[category] = fields[2]
            if counts[fields[2]] == nil { order.append(fields[2]) }
            if scalar == "\u{1F600}", let section = order.firstIndex(of: fields[2]) {
                marked = (section, counts[fields[2], default: 0])
            }
            counts[fields[2], default: 0] += 1
        }
        let isAtEnd = expected.next() == nil
        #expect(isAtEnd && Set(titles.values).count == titles.count)
        let categories: [Unicode.GeneralCategory] = [
            .uppercaseLetter, .otherSymbol, .decimalNumber, .spaceSeparator, .format,
        ]
        #expect(
            categories.map { titles[$0] } == [
                "Uppercase letter", "Other symbol", "Decimal number", "Space separator", "Format",
            ])
        func grouped(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en_US"))) }
        let sections = order.count
        let made = "\(grouped(rows.count)) characters, \(sections) categories, \(grouped(text.utf8.count / 1000)) kB"
        #expect(lines.contains(made))
        // Each section has a header.
        for part in [
            "\"itemsInserted\":\(rows.count),", "\"sectionsCreated\":\(sections),",
            "\"elementsWritten\":\(rows.count + sections),", "\"sectionsPrepared\":\(sections),",
            "\"sectionsPrepared\":1,",
        ] { #expect(lines.contains { $0.contains(part) }, "\(part)") }
        let place = try #require(marked)
        return "\(place.section)/\(place.item)"
    }
}
