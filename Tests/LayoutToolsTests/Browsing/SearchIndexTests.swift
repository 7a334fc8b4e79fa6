import LayoutCacheTools
import LayoutEngine
import LayoutSchema
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair
import LayoutSQLite

/// The full-text index of a data set: its hits, and the effects of changes.
@Suite struct SearchIndexTests {
    private static let words = [
        "Leek", "café", "CAFE", "naïve", "Straße", "ÅNGSTRÖM", "a\u{301}gua", "東京", "x-ray", "42nd", "İstanbul",
        "don't", "K7", "emoji 🎉 party", "tab\tbed", "ﬁsh", "½ cup", "under_score",
    ]

    private func store(_ count: Int, using random: inout SeededGenerator) throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'other')",
            "INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 0, 'Café'), (2, 2, 0, 'b')")
        try test.store.pool.write { connection in
            for id in 1...count {
                let words = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                    Self.words.randomElement(using: &random)
                }
                try connection.run(
                    """
                    INSERT INTO item (id, section_id, position, key, height, payload)
                    VALUES (?1, ?2, ?1, ?3, 20, json_object('title', ?4, 'city', ?5))
                    """,
                    id, id % 5 == 0 ? 2 : 1, "k\(id)", words.joined(separator: " "),
                    Self.words.randomElement(using: &random) ?? "")
            }
        }
        try test.prepareWall(#"{"layout":"table"}"#)
        return test
    }

    private func found(_ layout: StoredLayout, _ text: String, _ fields: [ItemField]? = nil) throws -> Set<String> {
        var options = ItemFields()
        options.search = fields
        var (found, cursor): ([String], SearchSlice.Cursor?) = ([], nil)
        repeat {
            let slice = try layout.search(text, fields: options, after: cursor, limit: 7, within: .zero)
            found += slice.hits.compactMap { $0.item == nil ? nil : $0.key }
            cursor = slice.next
        } while cursor != nil
        #expect(Set(found).count == found.count, "every hit comes once: \(text)")
        return Set(found)
    }

    @Test("An index finds what reading every item finds, also after items came, changed and went")
    func sameAsScan() throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed)
            let test = try store(120, using: &random)
            let wall = test.wall
            let fields = try test.store.itemFields(["title", "$.city"])
            let report = try test.store.indexItems(of: "data", fields: ["title", "$.city"])
            #expect(report.itemCount == 96)
            for round in 0..<3 {
                for text in Self.words + ["caf", "k1", "cafe naive", "stra", "東"] {
                    let indexed = try found(wall, text)
                    #expect(try wall.search(text).isIndexed)
                    #expect(
                        try indexed == found(wall, text, Array(fields.reversed())) && indexed == scanned(test, text),
                        "\(text), round \(round), seed \(seed)")
                }
                let id = Int.random(in: 1...120, using: &random)
                try test.execute(
                    "UPDATE item SET payload = json_object('title', 'Leek \(round)') WHERE id = \(id)",
                    "DELETE FROM item WHERE id = \(id % 120 + 1)",
                    """
                    REPLACE INTO item (id, section_id, position, key, payload)
                    VALUES (\(900 + round), 1, \(id), 'new\(round)', '{"title":"Café 42nd"}')
                    """,
                    "UPDATE item SET id = id + 5000 WHERE id = \((id + 7) % 120 + 1)")
                try test.store.prepare("wall")
            }
        }
    }

    /// The hits of FTS5 in a table of the present items.
    private func scanned(_ test: TestStore, _ text: String) throws -> Set<String> {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute(
            "CREATE VIRTUAL TABLE t USING fts5(key UNINDEXED, text, tokenize = 'unicode61 remove_diacritics 2')")
        try test.read { source in
            try source.forEachRow(
                """
                SELECT key, key || char(10) || coalesce(payload ->> 'title', '') || char(10)
                  || coalesce(payload ->> 'city', '') FROM item WHERE section_id = 1
                """
            ) { try connection.run("INSERT INTO t VALUES (?1, ?2)", $0.string(0), $0.string(1)) }
        }
        let query = text.split { $0 == " " || $0 == "-" || $0 == "_" || $0 == "'" || $0 == "\t" || $0 == "🎉" }
            .map { "\"\($0)\"*" }.joined(separator: " AND ")
        var keys: Set<String> = []
        try connection.forEachRow("SELECT key FROM t WHERE t MATCH ?1", query) { keys.insert($0.stringOrEmpty(0)) }
        return keys
    }

    @Test(
        "Data sets that follow a data set share its index",
        arguments: TestSettings.drawn(1, of: ["data", "order", "again"]))
    func followers(dataset: String) throws {
        var random = SeededGenerator(seed: 5)
        let test = try store(60, using: &random)
        try test.store.follow(Following(dataset: "data", as: "order", order: "key DESC", where: "key <> 'k7'"))
        try test.store.follow(Following(dataset: "order", as: "again", section: "payload ->> 'title'"))
        for name in ["order", "again"] {
            try test.store.define(name, #"{"layout":"table"}"#, 320, 480, dataset: name)
        }
        func compare(isIndexed: Bool) throws {
            _ = try test.store.prepareAll()
            for text in Self.words + ["k1"] {
                let expected = try scanned(test, text)
                for name in ["wall", "order", "again"] {
                    let layout = test.store.layout(name)
                    let fields = isIndexed ? nil : try test.store.itemFields(["title", "$.city"])
                    #expect(try found(layout, text, fields) == expected.subtracting(name == "wall" ? [] : ["k7"]))
                    #expect(try layout.search(text).isIndexed == isIndexed)
                }
            }
        }
        try compare(isIndexed: false)
        #expect(try test.store.indexItems(of: dataset, fields: ["title", "$.city"]).itemCount == 48)
        try compare(isIndexed: true)
        try test.execute(
            "UPDATE item SET payload = json_object('title', 'Leek x') WHERE key IN ('k3', 'k7')",
            "DELETE FROM item WHERE key = 'k4'")
        try compare(isIndexed: true)
        #expect(try test.store.removeIndex(of: "again"))
        try compare(isIndexed: false)
    }

    @Test(
        "An item that changes its data set, or whose section does, is found by the index of the other one",
        arguments: [
            "UPDATE item SET section_id = 1 WHERE section_id = 2",
            "UPDATE section SET dataset_id = 1, position = 9 WHERE id = 2",
            "REPLACE INTO section (id, dataset_id, position) VALUES (2, 1, 9)",
        ])
    func moves(_ change: String) throws {
        var random = SeededGenerator(seed: 4)
        let test = try store(20, using: &random)
        try test.store.indexItems(of: "data", fields: ["title"])
        try test.store.indexItems(of: "other", fields: ["title"])
        #expect(try found(test.wall, "k5").isEmpty)
        try test.execute(change)
        try test.store.prepare("wall")
        #expect(try test.wall.search("k5").isIndexed)
        #expect(try found(test.wall, "k5") == ["k5"] && found(test.wall, "k1").count == 11)
        try test.execute("REPLACE INTO item SELECT * FROM item WHERE id = 5")
        try test.store.prepare("wall")
        #expect(try found(test.wall, "k5") == ["k5"])
    }

    @Test("A bulk import after indexing is searched too, and the store stays whole")
    func importing() throws {
        var random = SeededGenerator(seed: 1)
        let test = try store(20, using: &random)
        try test.store.indexItems(of: "data", fields: ["title"])
        let item = SourceItem(section: "Café", key: "late", height: 30, payload: #"{"title":"Zucchini"}"#)
        try test.store.importItems([item], options: ImportOptions(dataset: "data", mode: .append))
        try test.store.prepare("wall")
        let wall = test.wall
        #expect(try found(wall, "zucchini") == ["late"])
        #expect(try wall.search("zucchini").isIndexed)
        test.store.close()
        let report = try LayoutStore.verify(at: test.directory.file("store.db"))
        #expect(report.problems.isEmpty && report.notes.isEmpty, "\(report)")
    }

    @Test("Without fields an index finds what a search finds without an index, not only keys")
    func defaultFields() throws {
        var random = SeededGenerator(seed: 6)
        let test = try store(40, using: &random)
        try test.execute(
            "UPDATE item SET payload = json_object('label', 'Zucchini ' || id) WHERE id % 4 = 0",
            "UPDATE item SET payload = json_object('only', 'Zucchini ' || id, 'height', 4) WHERE id % 4 = 1",
            "UPDATE item SET payload = json_object('text', 'Zucchini ' || id) WHERE id % 4 = 2")
        try test.store.prepare("wall")
        let texts = ["zucch", "zucchini 10", "k1", "missing"] + Self.words
        let before = try texts.map { try found(test.wall, $0) }
        #expect(try before[0].count > 10 && !test.wall.search("zucch").isIndexed)
        try test.store.indexItems(of: "data")
        #expect(try test.wall.search("zucch").isIndexed)
        #expect(try texts.map { try found(test.wall, $0) } == before)
    }

    @Test("An index goes when it is removed, and with its data set")
    func removal() throws {
        var random = SeededGenerator(seed: 2)
        let test = try store(20, using: &random)
        func objects() throws -> Int { try test.count("sqlite_schema WHERE name LIKE 'lc_words%'") }
        #expect(try objects() == 0)
        try test.store.indexItems(of: "data")
        #expect(try objects() > 4)
        #expect(try found(test.wall, "k1").contains("k1"))
        #expect(try test.store.removeIndex(of: "data"))
        #expect(try objects() == 0 && !test.store.removeIndex(of: "data"))
        try test.store.indexItems(of: "data", fields: ["title"])
        try test.store.indexItems(of: "other", fields: ["title"])
        try test.store.removeDataset("data")
        #expect(try objects() > 4)
        try test.store.removeDataset("other")
        #expect(try objects() == 0)
    }

    @Test("An unknown field or data set is refused, and an index that was cut short is not used")
    func refusals() throws {
        var random = SeededGenerator(seed: 3)
        let test = try store(20, using: &random)
        for field in ["$[", "", "a\"b"] {
            #expect(throws: LayoutError.self, "\(field)") { try test.store.indexItems(of: "data", fields: [field]) }
        }
        #expect(throws: LayoutError.self) { try test.store.indexItems(of: "none", fields: ["title"]) }
        #expect(throws: CancellationError.self) {
            try test.store.indexItems(of: "data", fields: ["title"]) { _ in throw CancellationError() }
        }
        let slice = try test.wall.search("k1")
        #expect(!slice.isIndexed && !slice.hits.isEmpty)
    }

    @Test("A part of an item is a column, a member of its payload or a path, with quotes in its name")
    func fields() throws {
        let test = try TestStore()
        try test.execute("ALTER TABLE item ADD COLUMN photo BLOB")
        try test.fill(
            0...0, "section_id, position, key, height, photo, payload",
            #"1, 0, 'a', 20, x'89504E47', '{"two words":"Basil","it''s":"Mint","cut":"a.png\u0000b"}'"#)
        try test.prepareWall(#"{"layout":"table"}"#)
        let wall = test.wall
        let names = try test.store.itemFields(["Photo", "two words", #"$."it's""#, "cut"])
        #expect(names.map(\.name) == ["photo", #"$."two words""#, #"$."it's""#, #"$."cut""#])
        #expect(try wall.image(of: [0, 0], field: names[0]) == .bytes([0x89, 0x50, 0x4E, 0x47]))
        #expect(try wall.image(of: [0, 0], field: names[1]) == .text("Basil"))
        #expect(try wall.image(of: [0, 1], field: names[1]) == nil)
        // SQLite's function ends at the null character.
        #expect(try wall.image(of: [0, 0], field: names[3]) == .text("a.png\0b"))
        #expect(try found(wall, "basil", [names[1]]) == ["a"] && found(wall, "mint", [names[1]]).isEmpty)
        var shown = ItemFields()
        (shown.label, shown.detail) = ([names[1], names[2]], [names[2]])
        (shown.image, shown.placeholder) = (names[0], names[1])
        let element = try #require(
            wall.scene(in: LayoutRect(x: 0, y: 0, width: 320, height: 480), fields: shown).elements.first)
        #expect(
            element.title == "Basil · Mint" && element.detail == "Mint" && element.hasImage
                && element.placeholder == "Basil")
        // A search without fields reads both lines.
        shown.label = [names[1]]
        #expect(try wall.search("mint", fields: shown).hits.map(\.key) == ["a"])
    }
}
