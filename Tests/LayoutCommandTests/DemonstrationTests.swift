import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The demonstration's output, and its truth.
@Suite struct DemonstrationTests {
    @Test("The demonstration runs, and its SQL has the described effect in a plain shell")
    func demonstration() throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path)("demo d")
        #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
        // The following commands can be tried there.
        #expect(outcome.output.contains("   $ cd d\n\n"))
        #expect(Markup.isWellFormed(try String(contentsOfFile: scratch.file("d/wall.svg"), encoding: .utf8)))
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let headings = lines.filter { $0.prefixMatch(of: /\d+  \S/) != nil }
        #expect(headings.count == 7)
        for (index, heading) in headings.enumerated() {
            #expect(heading.hasPrefix("\(index + 1)  "))
            // The duration is at the right, with at most two digits after the point, if it is short.
            #expect(heading.contains(/\ \ (\d\.\d{1,2}|\d+) ms$/), "\(heading)")
            #expect(heading.count == 84, "\(heading)")
        }
        try checkFile(scratch.file("d/unicode.csv"), lines)
        // The picture is what the command beside it draws.
        let render = try #require(lines.first { $0.contains("$ layoutctl render ") })
        let words = render.split(separator: " ").drop { $0 != "render" }.map(String.init)
        #expect(words.suffix(2) == ["-o", "wall.svg"])
        let drawn = try BuiltCommand(directory: scratch.file("d")).run(words.dropLast() + ["-"])
        #expect(drawn.output == (try String(contentsOfFile: scratch.file("d/wall.svg"), encoding: .utf8)))
        let connection = try Connection(path: scratch.file("d/unicode.db"), mode: .readWrite)
        let sql = lines.filter { $0.contains("sqlite> ") || $0.contains("   ...> ") }
            .map { String($0.split(separator: "> ", maxSplits: 1)[1]) }.joined(separator: "\n")
        let statements = sql.split(separator: ";\n").map(String.init)
        #expect(statements.count == 5)
        var shown: [String] = []
        for statement in statements where statement.hasPrefix("SELECT") || statement.hasPrefix("UPDATE viewport") {
            guard statement.contains("FROM visible") else {
                try connection.execute(statement)
                continue
            }
            // The three rows that were printed are the ones that the SQL finds.
            let named = statement.replacing(";", with: "").replacing("->> 'name'", with: "->> 'name' AS name")
            let sql = "SELECT section || '|' || item || '|' || key || '|' || name FROM (\(named))"
            try connection.forEachRow(sql) { shown.append($0.stringOrEmpty(0)) }
        }
        let counts = try connection.first(
            "SELECT count(*) || ' characters, ' || count(DISTINCT section_id) || ' categories' FROM item",
            as: String.self)
        #expect(outcome.output.replacing(",", with: "").contains(counts?.replacing(",", with: "") ?? "?"))
        connection.close()
        #expect(shown.count == 3)
        for parts in shown.map({ $0.split(separator: "|") }) {
            let (place, name) = ("   \(parts[0])|\(parts[1])|", "|\(parts[2])|\(parts[3])")
            #expect(lines.contains { $0.hasPrefix(place) && $0.hasSuffix(name) })
        }
    }

    /// Compares the file of characters with Unicode's own properties, and its description with the file.
    private func checkFile(_ path: String, _ lines: [String]) throws {
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
        #expect(
            lines.contains(
                "   \(grouped(rows.count)) characters, \(sections) categories, \(grouped(text.utf8.count / 1000)) kB"))
        #expect(lines.contains("   \(grouped(rows.count)) items in \(sections) new sections"))
        // Each section has a header.
        let elements = grouped(rows.count + sections)
        #expect(
            lines.contains { $0.hasPrefix("   \(sections) of \(sections) sections, \(elements) elements written, ") })
        #expect(lines.contains("   1 stale section"))
        #expect(lines.contains { $0.wholeMatch(of: /\ +1 of \d+ sections, \d+ elements written/) != nil })
        let place = try #require(marked)
        #expect(lines.contains { $0.contains("/wall.svg shows item \(place.section)/\(place.item) at ") })
    }
}
