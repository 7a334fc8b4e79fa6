import Foundation
import LayoutSQLite
import LayoutTestSupport

/// Data sets that hold any texts and numbers that a store takes.
enum ExactDataSet {
    private static let words = [
        "", " ", "a", "Red", "007", "1.10", "1e5", "-0", "null", "NULL", "true", "'", "\"", "\"\"", ",", ";", "a,b",
        "line\nbreak", "return\r\n", "\r", "tab\t", " blank before", "blank after ", "\\", "\\n", "é", "e\u{301}",
        "\"\u{301}", "\u{202E}", "\u{85}", "\u{1B}[31m", "\u{1}", "日本語", "🏳️‍🌈", "\u{FEFF}x", "#", "=1+1", "dataset",
    ]
    private static let payloads = [
        "{}", "[]", "[1,2]", "7", "-1.50", "1e400", "123456789012345678901234567890", "true", "null", "\"text\"",
        "\"\"", "{\"a\":1}", "{ \"a\" : [ 1 , null ] }", "{\n\t\"a\": 1\n}", " {\"a\":1}", "{\"a\":1} ",
        "{\"a\":1,\"a\":2}", "{\"a\":\"\\u00e9 \\\"q\\\"\"}", "{\"\u{202E}\":\"\u{85}\"}", "no JSON", "{", "{\"a\":}",
        "nul", "", "\n", String(repeating: "[", count: 999) + String(repeating: "]", count: 999),
        String(repeating: "[", count: 1100) + String(repeating: "]", count: 1100),
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    }

    private static func length(_ range: ClosedRange<Double>, _ random: inout SeededGenerator) -> Double? {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: nil
        case 1: Double(Int.random(in: 0...500, using: &random))
        case 2: Double.random(in: range, using: &random)
        default: [0, range.upperBound, 0.1, .leastNonzeroMagnitude, 1e-5, 123456.789].randomElement(using: &random)
        }
    }

    private static func trait(_ values: [Int], _ random: inout SeededGenerator) -> Int? {
        Bool.random(using: &random) ? nil : values.randomElement(using: &random)
    }

    /// Puts sections and items into a data set that is empty.
    static func fill(_ path: String, dataset: String, using random: inout SeededGenerator) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        let id = try connection.first("SELECT id FROM dataset WHERE name = ?1", dataset, as: Int64.self) ?? 0
        var titles: [String?] = (0..<Int.random(in: 1...4, using: &random)).map { "\($0)" + text(&random) }
        if Bool.random(using: &random) { titles.append(nil) }
        if Bool.random(using: &random) { titles.append("") }
        titles.shuffle(using: &random)
        var number = 0
        try connection.execute("BEGIN")
        for (place, title) in titles.enumerated() {
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", id, Double(place) * 1.5, title)
            let section = connection.lastInsertRowID
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                number += 1
                // An empty key once, since keys are unique.
                let key: String? =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: nil
                    case 1 where number == 1: ""
                    default: "\(number)" + text(&random)
                    }
                let payload: String? =
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: nil
                    case 1: text(&random)
                    default: payloads.randomElement(using: &random)
                    }
                let edge = ["start", "end", nil].randomElement(using: &random) ?? nil
                try connection.run(
                    """
                    INSERT INTO item (section_id, position, key, payload, width, height, x, y, span, row_span, level,
                                      sticky_level, sticky_edge)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                    """, section, Double(number) * 0.25, key, payload, length(0...1e9, &random),
                    length(0...1e9, &random), length(-1e9...1e9, &random), length(-1e9...1e9, &random),
                    trait([0, 1, 1024], &random), trait([1, 7, 2_147_483_647], &random),
                    trait([0, 3, 2_147_483_647], &random), trait([0, 4, 31], &random), edge)
            }
        }
        try connection.execute("COMMIT")
    }

    /// All fields of an item, in order, spelled so that different values have different spellings.
    static func rows(of path: String, dataset: String) throws -> [String] {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        var rows: [String] = []
        let columns =
            "s.title i.key i.width i.height i.x i.y i.span i.row_span i.level i.sticky_level i.sticky_edge "
            + "i.payload"
        let spelled = columns.split(separator: " ").map {
            "CASE typeof(\($0)) WHEN 'text' THEN 'x' || hex(\($0)) WHEN 'real' THEN printf('%!.17g', \($0)) "
                + "WHEN 'integer' THEN \($0) ELSE typeof(\($0)) END"
        }
        try connection.forEachRow(
            """
            SELECT \(spelled.joined(separator: " || ' ' || "))
            FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
            WHERE d.name = ?1 ORDER BY s.position, i.position
            """, dataset
        ) { rows.append($0.stringOrEmpty(0)) }
        return rows
    }
}
