import Foundation
import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

@Suite("Loading rows into a data set") struct ImportLoadingTests {
    private let store: ImportStore

    init() throws { store = try ImportStore() }

    static let columns = ImportColumns(section: "artist", key: "id", width: "w", height: "h")

    static func options(_ mode: ImportMode = .create, maximumErrors: Int = 0) -> ImportOptions {
        ImportOptions(dataset: "set", columns: columns, mode: mode, maximumErrors: maximumErrors)
    }

    @Test("Rows go to the section of their title, in order of first appearance", arguments: [1, 10, 64, 4096])
    func sections(bufferSize: Int) throws {
        let report = try store.load(
            "id,artist,title,w,h,year\na,Braque,\"Le \"\"Port\"\"\",10,2.5,1907\nb,Arp,é\u{1},,3,\n"
                + "c,Braque,,4,,007\nd,,x,0,-0,1.10\n", Self.options(), bufferSize: bufferSize)
        #expect(
            try store.items() == [
                #"Braque/0.0: a 10.0 2.5 {"title":"Le \"Port\"","year":1907}"#,
                #"Braque/1.0: c 4.0 - {"title":null,"year":"007"}"#,
                #"Arp/0.0: b - 3.0 {"title":"é\u0001","year":null}"#,
                #"-/0.0: d 0.0 0.0 {"title":"x","year":"1.10"}"#,
            ])
        #expect(try store.sections() == ["1:0.0:Braque", "2:1.0:Arp", "3:2.0:-"])
        var expected = ImportReport()
        expected.rowsRead = 4
        expected.itemsInserted = 4
        expected.itemsWithoutSize = 2
        expected.sectionsCreated = 3
        #expect(report == expected)
    }

    @Test(
        "Imports leave what their rules have, one after another, with windows of any size",
        arguments: DataFile("Imports.txt").cases, [1, 30, 4096])
    func rules(rule: DataFile.Case, bufferSize: Int) throws {
        var options = Self.options()
        var report = ImportReport()
        var failure: LayoutError?
        func list(_ text: Substring) -> [String] {
            text.isEmpty ? [] : String(text).components(separatedBy: "; ")
        }
        for step in rule.text.replacing("⏎", with: "\n").components(separatedBy: " → ") {
            let verb = step.prefix { $0 != " " }
            let rest = step.dropFirst(verb.count + 1)
            switch verb {
            case "columns": options = Self.options(rest)
            case "sql": try store.connection.execute(String(rest))
            case "other": try store.load(String(rest), ImportOptions(dataset: "other", columns: .init(key: "id")))
            case "items": #expect(try store.items() == list(rest))
            case "others": #expect(try store.items("other") == list(rest))
            case "sections": #expect(try store.sections() == list(rest))
            case "report":
                let counts = "\(report.rowsRead) read, \(report.itemsInserted) inserted, \(report.itemsMatched) matched"
                let sections = "\(report.sectionsCreated) sections made, \(report.sectionsDeleted) deleted"
                #expect("\(counts), \(sections)" == rest)
            case "error":
                #expect(failure?.withCode == String(rest))
                failure = nil
            default:
                options.mode = try #require(ImportMode(rawValue: String(verb)))
                do { report = try store.load(String(rest), options, bufferSize: bufferSize) } catch {
                    failure = error as? LayoutError
                }
            }
        }
        #expect(failure == nil)
    }

    /// Options by words such as `key=id`.
    private static func options(_ words: Substring) -> ImportOptions {
        var options = ImportOptions(dataset: "set")
        for word in words.split(separator: " ") {
            let (name, value) = (word.prefix { $0 != "=" }, String(word.drop { $0 != "=" }.dropFirst()))
            switch name {
            case "section": options.columns.section = value
            case "key": options.columns.key = value
            case "width": options.columns.width = value
            case "height": options.columns.height = value
            case "x": options.columns.x = value
            case "y": options.columns.y = value
            case "scale": options.scale = Double(value) ?? 0
            default: options.maximumErrors = Int(value) ?? 0
            }
        }
        return options
    }

    static let plainNumbers = [
        "0", "-1", "12", "123456789012345678", "0.5", "-0.25", "5.0", "0.0", "0.0001", "3.141592653589",
    ]
    static let notPlainNumbers = [
        "00", "01", "-0", "+1", "1.", ".5", "1.10", "1e5", "1E5", "-", "1 ", " 1", "1,5", "0x10", "1234567890123456789",
        "0.00001", "-0.0", "NaN", "1.2.3", "5.00", "123456789.1234567", "١",
    ]

    @Test(
        "A value is a number in the payload only if it prints in its original spelling",
        arguments: plainNumbers + notPlainNumbers)
    func payloadNumbers(spelling: String) throws {
        try store.load("k,v\nx,\"\(spelling)\"\n", ImportOptions(dataset: "set", columns: .init(key: "k")))
        let isNumber = Self.plainNumbers.contains(spelling)
        let kind = try store.connection.first("SELECT json_type(payload, '$.v') FROM item", as: String.self)
        #expect((kind != "text") == isNumber)
        #expect(try store.connection.first("SELECT payload ->> 'v' FROM item", as: String.self) == spelling)
    }

    @Test(
        "Traits are whole numbers in their range and edges; an empty field, with quotes or without, has none",
        arguments: [
            ("2,1.0,end", "2 1 end"), ("\"\",\"3\",start", "- 3 start"), (" 4 ,,", "4 - -"),
            ("x,,", "file:2:1: invalidTrait: the level “x” is not a whole number"),
            ("1,1.5,", "file:2:3: invalidTrait: the sticky level “1.5” is not a whole number"),
            ("-1,,", "file:2:1: invalidTrait: the level -1 is not at least 0"),
            ("0,32,", "file:2:3: invalidTrait: the sticky level 32 is not at least 0 and at most 31"),
            (#"{"a":"","b":"7","c":null}"#, "- 7 -"),
            (",,left", "file:2:3: invalidTrait: the sticky edge “left” is neither start nor end"),
        ])
    func traits(row: String, outcome: String) throws {
        let columns = ImportColumns(level: "a", stickyLevel: "b", stickyEdge: "c")
        let options = ImportOptions(dataset: "set", columns: columns)
        do {
            try store.load(row.hasPrefix("{") ? row : "a,b,c\n\(row)\n", options)
            let columns = ["level", "sticky_level", "sticky_edge"].map { "coalesce(\($0), '-')" }
            let stored = "SELECT \(columns.joined(separator: " || ' ' || ")) FROM item"
            #expect(try store.connection.first(stored, as: String.self) == outcome)
        } catch let error as LayoutError {
            #expect(error.withAdvice == outcome)
        }
    }

    /// Texts of files, and the messages about them.
    static let badFiles = DataFile("ImportRefusals.txt").cases

    @Test("A bad file is refused with its place, and leaves the database as it was", arguments: badFiles)
    func refusals(bad: DataFile.Case) throws {
        try store.load("id\n1\n", ImportOptions(dataset: "other"))
        let before = try store.contents()
        let (text, message) = (bad.heading.replacing("\\n", with: "\n"), bad.text.replacing("\\n", with: "\n"))
        #expect(refusal { try store.load(text, Self.options()) }?.withAdvice == message)
        #expect(try store.contents() == before)
    }

    @Test("A bad file leaves an empty store with its indexes")
    func indexesComeBack() throws {
        let before = try store.contents()
        #expect(throws: LayoutError.self) { try store.load("id,artist,w,h\na,b,1,1\na,b,1,1\n", Self.options()) }
        #expect(try store.contents() == before)
        try store.load("id,artist,w,h\na,b,1,1\n", Self.options())
        #expect(Set(before).isSubset(of: try store.contents()))
    }

    static let badOptions = [
        (ImportOptions(dataset: ""), "the data set needs a name"),
        (ImportOptions(dataset: "a", scale: 0), "the scale must be a positive number, not 0.0"),
        (ImportOptions(dataset: "a", scale: .nan), "the scale must be a positive number, not nan"),
        (ImportOptions(dataset: "a", mode: .upsert), "rows can only be found by key where a key column is named"),
        (ImportOptions(dataset: "a", maximumErrors: -1), "the number of allowed errors cannot be negative"),
    ]

    @Test("Contradictory options are refused", arguments: badOptions)
    func optionRefusals(options: ImportOptions, message: String) throws {
        #expect(refusal { try store.load("a\n1\n", options) }?.withCode == "file: invalidOptions: " + message)
    }

    @Test("The index of the order grows as long as rows come in it, and is built at the end otherwise")
    func orderIndex() throws {
        func load(_ sections: String) throws -> (states: [Bool], store: ImportStore) {
            let store = try ImportStore()
            var states: [Bool] = []
            let rows = sections.enumerated().map { "\($0),\($1),1,1\n" }.joined()
            // A window of a row or two, so that they are inserted one by one.
            try store.load("id,artist,w,h\n" + rows, Self.options(), bufferSize: 1) { _ in
                states.append(
                    try store.connection.names("SELECT name FROM sqlite_schema WHERE name = 'item_order'") != [])
            }
            return (states, store)
        }
        let grouped = try load("AAABBCCCC")
        let mixed = try load("AABBACCCC")
        #expect(grouped.states.count > 4 && !grouped.states.contains(false))
        #expect(mixed.states.first == true && mixed.states.last == false)
        for store in [grouped.store, mixed.store] {
            #expect(try store.connection.first("PRAGMA integrity_check", as: String.self) == "ok")
            let names = try store.connection.names(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'item' ORDER BY name")
            #expect(
                names == ["item_key", "item_order", "item_original", "item_span", "item_sticky", "item_sticky_level"])
        }
        #expect(
            try mixed.store.items().map { $0.prefix(6) } == [
                "A/0.0:", "A/1.0:", "A/2.0:", "B/0.0:", "B/1.0:", "C/0.0:", "C/1.0:", "C/2.0:", "C/3.0:",
            ])
    }

    @Test("An upsert without changes writes nothing")
    func idleUpsert() throws {
        let text = "id,artist,w,h,t\na,A,1,,x\nb,A,1,1,\n"
        try store.load(text, Self.options())
        let changes = store.connection.totalChanges
        let report = try store.load(text, Self.options(.upsert))
        #expect(report.itemsMatched == 2)
        #expect(store.connection.totalChanges == changes)
    }

    @Test("Random files land as a plain loader would have it", arguments: TestSettings.seedArguments(40))
    func differential(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var text = "k,s,h\n"
        var expected: [(title: String, items: [String])] = []
        for row in 0..<Int.random(in: 0...300, using: &random) {
            let title = "s\(Int.random(in: 0...20, using: &random))"
            let height = random.exactLength(in: 0...500)
            text += "k\(row),\(title),\(height)\n"
            if !expected.contains(where: { $0.title == title }) { expected.append((title, [])) }
            for index in expected.indices where expected[index].title == title {
                expected[index].items.append("\(title)/\(expected[index].items.count).0: k\(row) - \(height)")
            }
        }
        let options = ImportOptions(
            dataset: "set", columns: .init(section: "s", key: "k", height: "h"), mode: seed % 2 == 0 ? .create : .append
        )
        try store.load(text, options, bufferSize: Int.random(in: 1...600, using: &random))
        #expect(try store.items() == expected.flatMap(\.items), "seed \(seed)")
    }
}
