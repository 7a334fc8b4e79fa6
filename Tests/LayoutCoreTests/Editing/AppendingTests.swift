import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Many sections and items that come at once.
@Suite struct AppendingTests {
    @Test(
        "A section that is emptied, and filled again by many, is laid out correctly",
        arguments: ["table", "flow", "canvas"], [false, true])
    func refilling(kind: String, isAtOnce: Bool) throws {
        let test = try TestStore()
        func items(_ name: String, _ count: Int) -> [SourceItem] {
            (0..<count).map {
                SourceItem(key: "\(name)\($0)", width: 20, height: 20 + Double($0 % 3), x: Double($0 * 9), y: 5)
            }
        }
        try test.store.createDataset("data")
        try test.store.apply(
            [
                .appendSection(title: "a"), .appendSection(title: "b"), .appendItems(items("a", 60), section: 0),
                .appendItems(items("b", 12), section: 1),
            ], to: "data")
        try test.prepareWall(#"{"layout":"\#(kind)"}"#, 300, 400)
        let emptying = (0..<60).map { _ in DatasetChange.deleteItem(.indexPath([0, 0])) }
        let filling = DatasetChange.appendItems(items("n", 90), section: 0)
        try test.store.apply(isAtOnce ? emptying + [filling] : emptying, to: "data")
        if !isAtOnce { try test.store.apply([filling], to: "data") }
        #expect(try test.store.verify().problems == [])
        try test.prepared().expectSameAsAfresh(kind)
        try test.expectInvariants(kind)
    }

    @Test("Sections and items appended in turns are what an import of them makes", arguments: [5, 256])
    func appendedSections(run: Int) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 3 &+ 7)
            let limits = BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40, run: run, estimated: 24)
            let test = try TestStore(limits: limits)
            try test.execute(RandomDataSet().statements(sections: 2, items: 0...20, using: &random))
            try test.define("wall", RandomDefinition(.flow, using: &random))
            try test.store.prepare("wall")
            var sections = 2
            var changes: [DatasetChange] = []
            var expected: [String] = []
            for number in 0..<Int.random(in: 1...60, using: &random) {
                if Bool.random(using: &random) || sections == 2 {
                    changes.append(.appendSection(title: "new \(sections)"))
                    sections += 1
                }
                let section = Int.random(in: 2..<sections, using: &random)
                let items = (0..<Int.random(in: 0...30, using: &random)).map {
                    SourceItem(key: "key \(number)-\($0)", width: 20, height: Double($0 % 9) + 1)
                }
                changes.append(.appendItems(items, section: section))
                expected += items.map { "\(section)|\($0.key ?? "")|\($0.height ?? 0)" }
            }
            try test.store.apply(changes, to: "data")
            let found = try test.lines(
                """
                SELECT (SELECT count(*) FROM section AS t WHERE t.position < s.position) AS number, i.key, i.height
                FROM section AS s JOIN item AS i ON i.section_id = s.id
                WHERE s.title = 'new ' || number ORDER BY s.position, i.position
                """)
            let order = Dictionary(grouping: expected) { $0.split(separator: "|")[0] }
            #expect(found == (2..<sections).flatMap { order["\($0)"] ?? [] }, "seed \(seed)")
            try test.prepared().expectSameAsAfresh("seed \(seed)")
            // A key that came a moment ago takes everything back.
            let before = try test.count("section")
            #expect(throws: LayoutError.self) {
                try test.store.apply(
                    [
                        .appendSection(title: "x"), .appendItems([SourceItem(key: "twice")], section: sections),
                        .appendSection(title: "y"), .appendItems([SourceItem(key: "twice")], section: sections + 1),
                    ], to: "data")
            }
            #expect(try test.count("section") == before)
        }
    }

    @Test("The first items of a store can be appended by many at once, and a key that is twice takes them back")
    func firstItems() throws {
        let test = try TestStore()
        try test.store.createDataset("data")
        func schema() throws -> [String] { try test.lines("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2") }
        let before = try schema()
        func changes(_ keys: [String]) -> [DatasetChange] {
            let items = keys.map { SourceItem(key: $0, width: 20, height: 10) }
            return [
                .appendSection(title: "a"), .appendItems(Array(items.prefix(30)), section: 0),
                .appendSection(title: "b"), .appendItems(Array(items.dropFirst(30)), section: 1),
            ]
        }
        let keys = (0..<70).map { "k\($0)" }
        #expect(throws: LayoutError.self) { try test.store.apply(changes(keys + ["k3"]), to: "data") }
        #expect(try schema() == before && test.count("item") == 0)
        try test.store.apply(changes(keys), to: "data")
        #expect(try schema() == before)
        #expect(try test.lines("PRAGMA integrity_check") == ["ok"])
        let stored = "SELECT i.key FROM section AS s JOIN item AS i ON i.section_id = s.id"
        #expect(try test.lines(stored + " ORDER BY s.position, i.position") == keys)
        // Beside what is there by then, through the index.
        let again = DatasetChange.appendItems((0..<40).map { SourceItem(key: "k\(69 - $0)") }, section: 1)
        let error = refusal { try test.store.apply([again], to: "data") }
        #expect(error?.code == .exists && error?.message.contains("k69") == true)
        try test.prepareWall(#"{"layout":"table"}"#, 100, 200)
        try test.expectSameAsAfresh("first items")
    }

    @Test("Behind the end of a section that is just being filled nothing can be inserted", arguments: 0...3)
    func behindTheEnd(count: Int) throws {
        let test = try TestStore()
        try test.store.createDataset("data")
        let items = (0..<count).map { DatasetChange.insertItem(SourceItem(key: "k\($0)"), at: [0, $0]) }
        let changes = [.appendSection(title: "a")] + items
        let error = refusal {
            try test.store.apply(changes + [.insertItem(SourceItem(), at: [0, count + 1])], to: "data")
        }
        #expect(try error?.code == .notFound && test.count("section") == 0)
        // The section that an item names does not count.
        try test.store.apply(changes + [.insertItem(SourceItem(section: "\0"), at: [0, count])], to: "data")
        #expect(try test.count("item") == count + 1)
    }
}
