import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Changes of a data set by a store's calls, against the same changes of arrays.
@Suite struct EditingTests {
    enum Preparation: String, CaseIterable, Sendable {
        case never, always, sometimes
    }

    @Test("A data set after random changes is what arrays are after them", arguments: Preparation.allCases)
    func randomChanges(_ preparing: Preparation) throws {
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed &* 17 &+ 3)
            let test = try TestStore()
            try test.execute(
                RandomDataSet().statements(
                    sections: Int.random(in: 0...6, using: &random), items: 0...60, using: &random))
            let kind: LayoutKind = [.table, .flow, .canvas].randomElement(using: &random) ?? .table
            let layout = RandomDefinition(kind, using: &random)
            try test.define("wall", layout)
            var model = try EditModel(test)
            for batch in 0..<24 {
                if preparing == .always || preparing == .sometimes && Bool.random(using: &random) {
                    try test.store.prepare("wall")
                }
                var changes: [DatasetChange] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) { changes.append(model.change(using: &random)) }
                let context = "seed \(seed), batch \(batch), \(layout), \(changes)"
                try test.store.apply(changes, to: "data")
                let found = try EditModel(test)
                #expect(found == model, "\(context)")
                guard found == model else { return }
            }
            try test.store.prepare("wall")
            let reference = try test.reference("wall")
            expectSameElements(
                try test.elements("element_frames", layout: "wall"), reference.elements, "seed \(seed), \(layout)")
        }
    }

    @Test("Every section and item is found by its index, prepared or not")
    func indices() throws {
        var random = SeededGenerator(seed: 5)
        let test = try TestStore()
        try test.execute(RandomDataSet().statements(sections: 40, items: 0...30, using: &random))
        try test.define(
            "wall", RandomDefinition(json: #"{"layout":"table"}"#, container: LayoutSize(width: 300, height: 400)))
        for isPrepared in [false, true] {
            if isPrepared { try test.store.prepare("wall") }
            try test.read { connection in
                let sections = OrderedRows(connection: connection, kind: .sections(datasetID: 1))
                for (index, section) in try ReferenceLayout.sections(of: 1, in: connection).enumerated() {
                    #expect(try sections.id(at: index) == section.id, "section \(index), prepared: \(isPrepared)")
                    let items = OrderedRows(connection: connection, kind: .items(sectionID: section.id))
                    for (place, item) in section.items.enumerated() {
                        #expect(try items.id(at: place) == item.id, "item \(index)/\(place), prepared: \(isPrepared)")
                    }
                    #expect(try items.id(at: section.items.count) == nil)
                }
                #expect(try sections.id(at: 40) == nil)
                #expect(try sections.id(at: -1) == nil)
            }
        }
    }

    @Test("Hundreds of insertions at one place keep their order", arguments: [0, 1, 2, 3])
    func onePlace(_ place: Int) throws {
        let test = try smallStore()
        try test.store.prepare("wall")
        var model = try EditModel(test)
        for number in 0..<400 {
            let item = EditModel.Item(key: "n\(number)", width: nil, height: 7)
            // The same index, or the same neighbour.
            let index = number % 2 == 0 ? place : min(place + number / 2, model.sections[0].items.count)
            model.sections[0].items.insert(item, at: index)
            try test.store.apply(
                [.insertItem(SourceItem(key: item.key, height: 7), section: 0, at: index)], to: "data")
        }
        #expect(try EditModel(test) == model)
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, "place \(place)")
    }

    @Test("Hundreds of sections and moves at one place keep their order")
    func oneSectionPlace() throws {
        let test = try smallStore()
        var model = try EditModel(test)
        var changes: [DatasetChange] = []
        for number in 0..<200 {
            model.sections.insert(EditModel.Section(title: "s\(number)", items: []), at: 1)
            changes.append(.insertSection(title: "s\(number)", at: 1))
        }
        for _ in 0..<200 {
            let last = model.sections.count - 1
            model.sections.insert(model.sections.remove(at: last), at: 1)
            changes.append(.moveSection(last, to: 1))
            let item = model.sections.firstIndex { $0.title == "section 0" } ?? 0
            let items = model.sections[item].items
            model.sections[item].items = [items[0], items[2], items[1]]
            changes.append(.moveItem(.index(section: item, item: 2), toSection: item, at: 1))
        }
        try test.store.apply(changes, to: "data")
        #expect(try EditModel(test) == model)
    }

    @Test("Rows can be added beyond positions where whole numbers are not told apart any more")
    func farPositions() throws {
        let test = try smallStore()
        try test.execute(
            "UPDATE item SET position = 1e17 WHERE key = 'k2'", "UPDATE item SET position = -1e17 WHERE key = 'k0'")
        let changes: [DatasetChange] = [
            .insertItem(SourceItem(key: "last"), section: 0, at: 3),
            .insertItem(SourceItem(key: "first"), section: 0, at: 0),
        ]
        try test.store.apply(changes, to: "data")
        #expect(try EditModel(test).sections[0].items.map(\.key) == ["first", "k0", "k1", "k2", "last"])
    }

    @Test("Items are appended behind a last one that had to make room for another")
    func roomBeforeTheEnd() throws {
        let test = try smallStore()
        try test.execute(
            "UPDATE item SET position = position - 10", "UPDATE item SET position = 5e-324 WHERE key = 'k2'",
            "UPDATE item SET position = 0 WHERE key = 'k1'")
        let changes: [DatasetChange] = [
            .insertItem(SourceItem(key: "between"), section: 0, at: 2),
            .appendItems([SourceItem(key: "last")], section: 0),
        ]
        try test.store.apply(changes, to: "data")
        #expect(try EditModel(test).sections[0].items.map(\.key) == ["k0", "k1", "between", "k2", "last"])
    }

    struct Mistake: Sendable, CustomStringConvertible {
        var change: DatasetChange
        var code: LayoutError.Code

        init(_ change: DatasetChange, _ code: LayoutError.Code) {
            self.change = change
            self.code = code
        }

        var description: String { "\(change)" }

        static func inserting(_ item: SourceItem, _ code: LayoutError.Code) -> Mistake {
            Mistake(.insertItem(item, section: 0, at: 0), code)
        }
    }

    @Test(
        "A change that cannot be made takes back all those before it",
        arguments: [
            Mistake(.deleteItem(.index(section: 0, item: 99)), .notFound),
            Mistake(.deleteItem(.index(section: 9, item: 0)), .notFound),
            Mistake(.deleteItem(.index(section: 0, item: -1)), .notFound),
            Mistake(.deleteItem(.key("nobody")), .notFound),
            Mistake(.insertItem(SourceItem(), section: 0, at: 99), .notFound),
            Mistake(.insertItem(SourceItem(), section: 0, at: -1), .notFound),
            Mistake(.insertItem(SourceItem(), section: 2, at: 0), .notFound),
            Mistake(.insertItem(SourceItem(), section: -1, at: 0), .notFound),
            Mistake(.moveItem(.key("k0"), toSection: 7, at: 0), .notFound),
            // The section has four items by then; without the one that moves there is no place 4.
            Mistake(.moveItem(.key("k0"), toSection: 0, at: 4), .notFound),
            Mistake(.resizeItem(.key("nobody"), width: nil, height: nil), .notFound),
            Mistake(.deleteSection(2), .notFound),
            Mistake(.moveSection(2, to: 0), .notFound),
            Mistake(.moveSection(0, to: 2), .notFound),
            Mistake(.moveSection(0, to: -1), .notFound),
            Mistake(.insertSection(title: nil, at: 3), .notFound),
            Mistake.inserting(SourceItem(key: "k1"), .exists),
            Mistake.inserting(SourceItem(key: "new"), .exists),
            Mistake.inserting(SourceItem(width: -1), .invalidArgument),
            Mistake.inserting(SourceItem(height: .nan), .invalidArgument),
            Mistake.inserting(SourceItem(height: .infinity), .invalidArgument),
            Mistake.inserting(SourceItem(x: .nan), .invalidArgument),
            Mistake.inserting(SourceItem(y: 2e9), .invalidArgument),
            Mistake.inserting(SourceItem(payload: "{"), .invalidArgument),
            Mistake.inserting(SourceItem(payload: "[1]"), .invalidArgument),
            Mistake(.appendItems([SourceItem(key: "x"), SourceItem(key: "x")], section: 0), .exists),
            Mistake(.appendItems([SourceItem(key: "k3")], section: 0), .exists),
            Mistake(.appendItems([SourceItem(payload: "{}}")], section: 0), .invalidArgument),
            Mistake(.appendItems([SourceItem()], section: 2), .notFound),
            Mistake(.appendItems([SourceItem()], section: -1), .notFound),
            Mistake(.deleteItem(.id(99)), .notFound),
            Mistake(.updateKey(.key("k1"), "k0"), .exists),
            Mistake(.updateKey(.key("nobody"), "a"), .notFound),
            Mistake(.updatePayload(.key("k1"), "7"), .invalidArgument),
            Mistake(.updateTitle(section: 2, "a"), .notFound),
            Mistake(.resizeHeader(section: 0, width: nil, height: .points(-1)), .invalidArgument),
            Mistake(.resizeFooter(section: 5, width: nil, height: .points(1)), .notFound),
            Mistake(.resizeItem(.key("k1"), width: .points(-0.5), height: nil), .invalidArgument),
            Mistake(.resizeItem(.key("k1"), width: .points(5), height: .points(.nan)), .invalidArgument),
            Mistake(.resizeItem(.key("k1"), width: nil, height: .points(1e10)), .invalidArgument),
        ])
    func atomicity(_ mistake: Mistake) throws {
        let test = try smallStore()
        try test.store.prepare("wall")
        let before = try EditModel(test)
        let changes: [DatasetChange] = [
            .insertItem(SourceItem(key: "new", height: 9), section: 0, at: 1),
            .resizeItem(.key("k2"), width: .points(3), height: .unmeasured), .moveSection(1, to: 0),
            .moveSection(0, to: 1),
            mistake.change, .deleteSection(0),
        ]
        let error = #expect(throws: LayoutError.self) { try test.store.apply(changes, to: "data") }
        #expect(error?.code == mistake.code)
        #expect(error?.message.isEmpty == false)
        #expect(try EditModel(test) == before)
        #expect(try test.store.layout("wall").preparationState() == .current)
    }

    @Test("Keys, payloads, titles, headers and footers change, and only what changes sizes is stale")
    func contents() throws {
        let test = try smallStore()
        try test.store.prepare("wall")
        try test.store.apply(
            [
                .updateKey(.key("k0"), nil), .updateKey(.id(2), "k0"), .updatePayload(.id(1), #"{"a": [1]}"#),
                .updateTitle(section: 1, "two"), .updateTitle(section: 0, nil),
            ], to: "data")
        #expect(try !test.store.isStale("wall"))
        #expect(
            try text(test, "SELECT group_concat(id || coalesce(key, '-') || coalesce(payload, '-'), ' ') FROM item")
                == #"1-{"a": [1]} 2k0- 3k2- 4k3-"#)
        #expect(try text(test, "SELECT group_concat(coalesce(title, '-'), ' ') FROM section ORDER BY id") == "- two")
        try test.store.apply(
            [
                .resizeHeader(section: 0, width: nil, height: .points(25)),
                .resizeFooter(section: 1, width: .points(9), height: .points(5)),
                .resizeFooter(section: 1, width: .unmeasured, height: nil),
            ], to: "data")
        #expect(try test.store.isStale("wall"))
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements,
            "headers and footers")
        #expect(
            try text(
                test,
                """
                SELECT group_concat(coalesce(header_height, '-') || coalesce(footer_height, '-')
                  || coalesce(footer_width, '-'), ' ') FROM section
                """
            )
                == "25.0-- -5.0-")
    }

    @Test(
        "A section that is emptied, and filled again by many, is laid out as it is",
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
        try test.define(
            "wall", RandomDefinition(json: #"{"layout":"\#(kind)"}"#, container: LayoutSize(width: 300, height: 400)))
        try test.store.prepare("wall")
        let emptying = (0..<60).map { _ in DatasetChange.deleteItem(.index(section: 0, item: 0)) }
        let filling = DatasetChange.appendItems(items("n", 90), section: 0)
        try test.store.apply(isAtOnce ? emptying + [filling] : emptying, to: "data")
        if !isAtOnce { try test.store.apply([filling], to: "data") }
        #expect(try test.store.verify().problems == [])
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, kind)
        #expect(try test.read { try StoreInvariants.problems($0) } == [])
    }

    private func text(_ test: TestStore, _ sql: String) throws -> String? {
        try test.read { try $0.first(sql, as: String.self) }
    }

    @Test("Sections and items appended in turns are what an import of them makes", arguments: [5, 256])
    func appendedSections(run: Int) throws {
        try TestSettings.forEachSeed(rounds: 8) { seed in
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
            var found: [String] = []
            try test.read { connection in
                try connection.forEachRow(
                    """
                    SELECT (SELECT count(*) FROM section AS t WHERE t.position < s.position), i.key, i.height, s.title
                    FROM section AS s JOIN item AS i ON i.section_id = s.id
                    WHERE s.title LIKE 'new%' ORDER BY s.position, i.position
                    """
                ) { row in
                    found.append("\(row.int(0))|\(row.stringOrEmpty(1))|\(row.double(2))")
                    #expect(row.string(3) == "new \(row.int(0))")
                }
            }
            let order = Dictionary(grouping: expected) { $0.split(separator: "|")[0] }
            #expect(
                found == (2..<sections).flatMap { order["\($0)"] ?? [] }, "seed \(seed)")
            try test.store.prepare("wall")
            expectSameElements(
                try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, "seed \(seed)"
            )
            // A key that came a moment ago takes everything back.
            let before = try test.read { try $0.first("SELECT count(*) FROM section", as: Int.self) }
            #expect(throws: LayoutError.self) {
                try test.store.apply(
                    [
                        .appendSection(title: "x"), .appendItems([SourceItem(key: "twice")], section: sections),
                        .appendSection(title: "y"), .appendItems([SourceItem(key: "twice")], section: sections + 1),
                    ], to: "data")
            }
            #expect(try test.read { try $0.first("SELECT count(*) FROM section", as: Int.self) } == before)
        }
    }

    @Test("The first items of a store can be appended by many at once, and a key that is twice takes them back")
    func firstItems() throws {
        let test = try TestStore(
            limits: BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40, run: 5, estimated: 24))
        try test.store.createDataset("data")
        func schema() throws -> [String] {
            try test.read { try $0.names("SELECT type || name || coalesce(sql, '') FROM sqlite_schema ORDER BY 1") }
        }
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
        #expect(try schema() == before && test.read { try $0.first("SELECT count(*) FROM item", as: Int.self) } == 0)
        try test.store.apply(changes(keys), to: "data")
        #expect(try schema() == before)
        #expect(try test.read { try $0.names("PRAGMA integrity_check") } == ["ok"])
        #expect(
            try test.read {
                try $0.names(
                    """
                    SELECT i.key FROM section AS s JOIN item AS i ON i.section_id = s.id
                    ORDER BY s.position, i.position
                    """)
            } == keys)
        // Beside what is there by then, through the index.
        let error = #expect(throws: LayoutError.self) {
            try test.store.apply(
                [.appendItems((0..<40).map { SourceItem(key: "k\(69 - $0)") }, section: 1)], to: "data")
        }
        #expect(error?.code == .exists && error?.message.contains("k69") == true)
        try test.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 100, height: 200))
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, "first items")
    }

    @Test("A data set that is not there is named, with those that are")
    func unknownDataSet() throws {
        let test = try smallStore()
        let error = #expect(throws: LayoutError.self) { try test.store.apply([], to: "date") }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("“date”") == true)
        #expect(error?.message.contains("known data sets: data") == true)
    }

    /// Two sections, of three items and of one.
    private func smallStore() throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            INSERT INTO section (id, dataset_id, position, title)
            VALUES (1, 1, 0, 'section 0'), (2, 1, 1, 'section 1')
            """,
            """
            INSERT INTO item (section_id, position, key, height)
            VALUES (1, 1, 'k0', 10), (1, 2, 'k1', 20), (1, 3, 'k2', 30), (2, 1, 'k3', 40)
            """)
        try test.define(
            "wall", RandomDefinition(json: #"{"layout":"table"}"#, container: LayoutSize(width: 300, height: 400)))
        return test
    }
}
