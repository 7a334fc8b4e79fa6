import Foundation
import LayoutTestSupport
import Testing

/// The commands that only read, in all formats.
@Suite struct ReadingTests {
    @Test(
        "Text that would end a quoted field by grapheme, or command a terminal, comes back as it was",
        arguments: ["csv", "json", "ndjson"])
    func hostileText(format: String) throws {
        let store = try SmallStore()
        let key = "a\"\u{301},\u{202E}\u{2028}\r\n\u{9B}2J\u{1B}]0;\u{7}é"
        try store.command.run("insert", "s.db", "plants", "0/0", "--key", key)
        try store.command.run("prepare", "s.db")
        let output = try store.command.run("frame", "s.db", "wall", "0/0", "--format", format).output
        let found: [Unicode.Scalar]
        if format == "csv" {
            let record = output.unicodeScalars.split(separator: "\n", maxSplits: 1)[1]
            found = CSVRecord.fields(record)[10]
        } else {
            let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
            let row = try #require((value as? [[String: Any]])?.first ?? value as? [String: Any])
            found = Array(try #require(row["key"] as? String).unicodeScalars)
            for scalar in output.unicodeScalars where scalar != "\n" {
                let category = scalar.properties.generalCategory
                #expect(![.control, .format, .lineSeparator].contains(category), "\(scalar.value)")
            }
        }
        #expect(found == Array(key.unicodeScalars))
        // A table spells it out.
        let table = try store.command.run("frame", "s.db", "wall", "0/0").output
        let shown = "a\"\u{301}," + #"\u{202E}\u{2028}\u{D}⏎\u{9B}2J\u{1B}]0;\u{7}é"#
        #expect(table.unicodeScalars.firstRange(of: shown.unicodeScalars) != nil, "\(table)")
    }
}

/// Takes a record of CSV apart, code point by code point.
enum CSVRecord {
    static func fields(_ record: some Collection<Unicode.Scalar>) -> [[Unicode.Scalar]] {
        var fields: [[Unicode.Scalar]] = [[]]
        var isQuoted = false
        var hasClosed = false
        for scalar in record {
            if scalar == "\"" {
                // A second quote after the one that closed is a quote of the text.
                if hasClosed { fields[fields.count - 1].append(scalar) }
                hasClosed = isQuoted
                isQuoted.toggle()
            } else {
                hasClosed = false
                if isQuoted || (scalar != "," && scalar != "\n") {
                    fields[fields.count - 1].append(scalar)
                } else if scalar == "," {
                    fields.append([])
                } else {
                    return fields
                }
            }
        }
        return fields
    }
}
