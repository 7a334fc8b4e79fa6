internal import Foundation
internal import LayoutSQLite
internal import LayoutTestSupport

/// Random data sets through the program's seams with other files, and back: nothing is lost, nothing is changed.
///
/// A trial makes a data set and sends it along two ways, one after the other, so that every pair comes up.
struct SeamsCampaign: NumberedCampaign {
    static let name = "seams"
    static let summary =
        "random data sets through pairs of export and import, sync, copy, VACUUM INTO, dump and follow, and back"
    static let patience = 120.0

    enum Way: String, CaseIterable {
        case csv, ndjson, sync, copy, vacuum, dump, follow
    }

    private let settings: CampaignSettings
    private let runner: CommandRunner
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let count = Way.allCases.count
        let ways = [Way.allCases[number % count], Way.allCases[number / count % count]]
        var path = settings.file("0.db")
        try remove(path)
        try StoreFiles.write("x\n", to: settings.file("empty.csv"))
        try require(["import", path, settings.file("empty.csv"), "--dataset", "data", "--quiet"], &result)
        try SeamsDataSet.fill(path, using: &random)
        let expected = try SeamsDataSet.rows(of: path)
        for (place, way) in ways.enumerated() {
            let next = settings.file("\(place + 1).db")
            try remove(next)
            try go(way, from: path, to: next, &result)
            path = next
        }
        let found = try SeamsDataSet.rows(of: path)
        let pair = ways.map(\.rawValue).joined(separator: ", then ")
        result.tally(pair)
        if found != expected {
            let place =
                zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
            result.find(
                "another data set after \(pair)",
                "\(found.count) of \(expected.count) items; item \(place): "
                    + "\(found.indices.contains(place) ? found[place] : "none") instead of "
                    + "\(expected.indices.contains(place) ? expected[place] : "none")")
        }
        let verified = try runner.run(["verify", path, "--quiet"])
        // A payload that is no JSON is a mistake of the user's, and stays.
        result.findings += verified.findings(exits: [0, 1])
        return result
    }

    private func go(_ way: Way, from path: String, to next: String, _ result: inout TrialResult) throws {
        switch way {
        case .csv, .ndjson, .sync:
            let format = way == .ndjson ? "ndjson" : "csv"
            let exported = try require(["export", path, "--dataset", "data", "--format", format], &result)
            let file = settings.file("exported.\(format)")
            try StoreFiles.write(exported.output, to: file)
            var arguments = ["import", next, file, "--dataset", "data", "--quiet"]
            if way == .sync { arguments += ["--sync", "--key", "key"] }
            try require(arguments, &result)
        case .copy: try require(["copy", path, next, "--quiet"], &result)
        case .vacuum:
            let connection = try Connection(path: path, mode: .readOnly)
            defer { connection.close() }
            try connection.run("VACUUM INTO ?1", next)
        case .dump:
            let dumped = try Shell.run(path, ".dump\n")
            let read = try Shell.run(next, dumped.output)
            if dumped.exitCode != 0 || read.exitCode != 0 { result.find("dump fails", dumped.errors + read.errors) }
        case .follow: try follow(path, next, &result)
        }
    }

    /// Through a table of another program's: followed, and exported from there.
    private func follow(_ path: String, _ next: String, _ result: inout TrialResult) throws {
        let app = settings.file("app.db")
        try remove(app)
        let connection = try Connection(path: app, mode: .create)
        try connection.run("ATTACH ?1 AS source", path)
        try connection.execute(
            """
            CREATE TABLE thing (place INTEGER PRIMARY KEY, part INTEGER, name TEXT, w REAL, h REAL);
            INSERT INTO thing (part, name, w, h) SELECT s.position, i.key, i.width, i.height
            FROM source.section AS s JOIN source.item AS i ON i.section_id = s.id ORDER BY s.position, i.position;
            DETACH source
            """)
        connection.close()
        try require(
            [
                "follow", app, "--table", "thing", "--dataset", "data", "--section", "part", "--key", "name", "--width",
                "w", "--height", "h", "--quiet",
            ], &result)
        // Every row once more, as an app would write it.
        let writer = try Connection(path: app, mode: .readWrite)
        try writer.execute(
            """
            CREATE TEMP TABLE kept AS SELECT * FROM thing; DELETE FROM thing WHERE place % 2;
            INSERT OR REPLACE INTO thing SELECT * FROM kept ORDER BY place % 7, place
            """)
        writer.close()
        let exported = try require(["export", app, "--dataset", "data"], &result)
        try StoreFiles.write(exported.output, to: settings.file("followed.csv"))
        let verified = try require(["verify", app], &result)
        if !verified.output.isEmpty { result.find("a follower parts from its table", verified.message) }
        // Fields beyond the table's four columns come from the store itself.
        try require(["import", next, settings.file("followed.csv"), "--dataset", "data", "--quiet"], &result)
        let back = try Connection(path: next, mode: .readWrite)
        defer { back.close() }
        try back.run("ATTACH ?1 AS source", path)
        try back.execute(
            """
            CREATE TEMP TABLE own AS SELECT row_number() OVER (ORDER BY s.position, i.position) AS place, i.*
            FROM main.section AS s JOIN main.item AS i ON i.section_id = s.id;
            CREATE TEMP TABLE other AS SELECT row_number() OVER (ORDER BY s.position, i.position) AS place, i.*, s.title
            FROM source.section AS s JOIN source.item AS i ON i.section_id = s.id;
            UPDATE item SET x = o.x, y = o.y, payload = o.payload, span = o.span, row_span = o.row_span,
              level = o.level, sticky_level = o.sticky_level, sticky_edge = o.sticky_edge
            FROM own JOIN other AS o ON o.place = own.place WHERE own.id = item.id;
            UPDATE section SET title = o.title FROM own JOIN other AS o ON o.place = own.place
            WHERE own.section_id = section.id;
            DETACH source
            """)
    }

    @discardableResult
    private func require(_ arguments: [String], _ result: inout TrialResult) throws -> CommandRun {
        let run = try runner.run(arguments)
        if !run.isDone { result.find("\(arguments[0]) fails", run.message) }
        return run
    }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}

/// A data set with any texts and numbers that a store takes: its titles and keys are unique, as an import requires.
enum SeamsDataSet {
    private static let words = [
        " ", "a", "007", "1.10", "null", "'", "\"", "\"\"", ",", "a,b", "line\nbreak", "\r\n", "\t", "\\", "é",
        "e\u{301}",
        "\u{202E}", "\u{1B}[31m", "日本語", "🏳️‍🌈",
    ]
    private static let payloads = [
        "{}", "[1,2]", "7", "1e400", "null", "\"text\"", "{ \"a\" : [ 1 , null ] }", "{\n\"a\": 1\n}", "no JSON", "{",
        "",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    }

    static func fill(_ path: String, using random: inout SeededGenerator) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute("BEGIN")
        var number = 0
        for section in 0..<Int.random(in: 1...9, using: &random) {
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (1, ?1, ?2)", Double(section),
                "\(section)" + text(&random))
            let id = connection.lastInsertRowID
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                number += 1
                func length(_ range: ClosedRange<Double>) -> Double? {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: nil
                    case 1: Double(Int.random(in: 0...500, using: &random))
                    default: Double.random(in: range, using: &random)
                    }
                }
                func whole(_ range: ClosedRange<Int>) -> Int? {
                    Bool.random(using: &random) ? nil : .random(in: range, using: &random)
                }
                let edge = ["start", "end", nil].randomElement(using: &random) ?? nil
                try connection.run(
                    """
                    INSERT INTO item (section_id, position, key, width, height, x, y, payload, sticky_edge, span,
                      row_span, level, sticky_level)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                    """, id, Double(number) * 0.5, "\(number)" + text(&random), length(0...1e9), length(0...1e9),
                    length(-1e9...1e9), length(-1e9...1e9),
                    Bool.random(using: &random) ? nil : payloads.randomElement(using: &random), edge,
                    whole(0...9), whole(1...9), whole(0...9), whole(0...31))
            }
        }
        try connection.execute("COMMIT")
    }

    /// All fields of an item, in order, spelled so that different values have different spellings.
    static func rows(of path: String) throws -> [String] {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        let columns = [
            "s.title", "i.key", "i.width", "i.height", "i.x", "i.y", "i.payload", "i.span", "i.row_span", "i.level",
            "i.sticky_level", "i.sticky_edge",
        ]
        let spelled = columns.map {
            "CASE typeof(\($0)) WHEN 'text' THEN 'x' || hex(\($0)) WHEN 'real' THEN printf('%!.17g', \($0)) "
                + "WHEN 'integer' THEN \($0) "
                + "ELSE typeof(\($0)) END"
        }
        var rows: [String] = []
        try connection.forEachRow(
            """
            SELECT \(spelled.joined(separator: " || ' ' || ")) FROM dataset AS d
            JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
            WHERE d.name = 'data' ORDER BY s.position, i.position
            """
        ) { rows.append($0.stringOrEmpty(0)) }
        return rows
    }
}
