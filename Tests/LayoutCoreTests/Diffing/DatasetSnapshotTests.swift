import LayoutSQLite
@testable import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Snapshots, against plain arrays.
@Suite struct DatasetSnapshotTests {
    /// The items of a data set, each after the title of its section, as in `SnapshotModel`.
    private func lines(_ test: TestStore) throws -> [String] {
        try test.lines(
            """
            SELECT coalesce(s.title, ''), i.key, i.width, i.height, i.payload FROM section AS s
            LEFT JOIN item AS i ON i.section_id = s.id ORDER BY s.position, i.position
            """)
    }

    /// The ids of items or sections by their names.
    private func ids(_ test: TestStore, _ name: String, of table: String) throws -> [String: String] {
        let rows = try test.lines("SELECT id, coalesce(\(name), '') FROM \(table)").map {
            $0.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { (String($0[1]), String($0[0])) })
    }

    @Test("A data set becomes its snapshot, and the difference shows a collection view how", arguments: [false, true])
    func randomSnapshots(isPrepared: Bool) throws {
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed &* 71 &+ 5)
            let test = try TestStore()
            var model = SnapshotModel()
            var snapshot = DatasetSnapshot()
            for _ in 0..<Int.random(in: 0...60, using: &random) { model.change(&snapshot, using: &random) }
            try test.store.apply(snapshot, to: "data")
            try test.define(
                "wall", RandomDefinition([.table, .flow].randomElement(using: &random) ?? .table, using: &random))
            for batch in 0..<16 {
                let context = "seed \(seed), batch \(batch)"
                if isPrepared { try test.store.prepare("wall") }
                let before = model
                #expect(try lines(test) == before.lines, "\(context)")
                let (items, sections) = (try ids(test, "key", of: "item"), try ids(test, "title", of: "section"))
                for _ in 0..<Int.random(in: 0...12, using: &random) { model.change(&snapshot, using: &random) }
                #expect(snapshot.sectionTitles == model.sections.map(\.title), "\(context)")
                for (title, keys) in zip(snapshot.sectionTitles, model.keys) {
                    #expect(snapshot.itemKeys(inSection: title) == keys, "\(context)")
                    #expect(snapshot.numberOfItems(inSection: title) == keys.count, "\(context)")
                }
                // Now and then one that was made in one go.
                let applied = Bool.random(using: &random) ? snapshot : model.snapshot()
                let difference = try test.store.apply(applied, to: "data")
                let isRight = try lines(test) == model.lines
                #expect(isRight, "\(context)")
                #expect(
                    SnapshotModel.applying(difference, to: before.keys, new: model.keys) == model.keys,
                    "\(context): \(difference)")
                let titles = try ids(test, "title", of: "section")
                for (ids, old) in [(try ids(test, "key", of: "item"), items), (titles, sections)] {
                    for (name, id) in ids { #expect(old[name, default: id] == id, "\(context): \(name)") }
                }
                expectReloads(difference, before, model, context)
                if isPrepared { try expectFresh(test, difference, before, model, titles, context) }
                guard isRight else { return }
            }
            try test.prepared().expectSameAsAfresh("seed \(seed)")
            try test.expectInvariants("seed \(seed)")
        }
    }

    /// Items that stay with changed contents are reloaded, and nothing else.
    private func expectReloads(
        _ difference: DatasetDifference, _ before: SnapshotModel, _ after: SnapshotModel, _ context: String
    ) {
        var new: [String: SourceItem] = [:]
        for item in after.sections.flatMap(\.items) { new[item.key ?? ""] = item }
        let leaving = Set(difference.deletedItems + difference.movedItems.map(\.from))
        var expected: [ItemIndexPath] = []
        for (section, content) in before.sections.enumerated() where !difference.deletedSections.contains(section) {
            for (index, item) in content.items.enumerated() {
                let path: ItemIndexPath = [section, index]
                if !leaving.contains(path), new[item.key ?? ""] != item { expected.append(path) }
            }
        }
        #expect(difference.reloadedItems == expected, "\(context)")
        for move in difference.movedItems {
            let item = before.sections[move.from.section].items[move.from.item]
            #expect(new[item.key ?? ""] == item, "\(context): \(move)")
        }
    }

    /// Nothing is marked in a section that is unchanged and in place.
    private func expectFresh(
        _ test: TestStore, _ difference: DatasetDifference, _ before: SnapshotModel, _ after: SnapshotModel,
        _ ids: [String: String], _ context: String
    ) throws {
        var old: [String: [SourceItem]] = [:]
        for section in before.sections { old[section.title] = section.items }
        for (index, section) in after.sections.enumerated() where old[section.title] == section.items {
            guard !difference.movedSections.contains(where: { $0.to == index }), let id = ids[section.title] else {
                continue
            }
            let marks = try test.count("lc_run WHERE section_id = \(id) AND (changes > 0 OR item_count IS NULL)")
            #expect(marks == 0, "\(context): section “\(section.title)”")
        }
    }

    @Test("A snapshot that changes nothing writes nothing")
    func unchanged() throws {
        var random = SeededGenerator(seed: 3)
        let test = try TestStore()
        var model = SnapshotModel()
        var snapshot = DatasetSnapshot()
        for _ in 0..<200 { model.change(&snapshot, using: &random) }
        let item = model.newItem(&random)
        snapshot.insertSections(["first"], beforeSection: snapshot.sectionTitles.first ?? "")
        snapshot.appendItems([item], toSection: "first")
        model.sections.insert(SnapshotModel.Section(title: "first", items: [item]), at: 0)
        try test.store.apply(snapshot, to: "data")
        let version = try test.first("PRAGMA data_version", as: Int.self)
        #expect(try test.store.apply(model.snapshot(), to: "data").isEmpty)
        #expect(try test.store.apply(test.store.datasetSnapshot(of: "data"), to: "data").isEmpty)
        #expect(try test.first("PRAGMA data_version", as: Int.self) == version)
        // A size measured since then is kept by a snapshot without a size.
        let key = model.keys.flatMap { $0 }.first ?? ""
        try test.store.apply([.resizeItem(.key(key), width: nil, height: .points(77))], to: "data")
        var silent = DatasetSnapshot()
        for section in model.sections {
            silent.appendSections([section.title])
            silent.appendItems(section.items.map { SourceItem(key: $0.key) }, toSection: section.title)
        }
        #expect(try test.store.apply(silent, to: "data").isEmpty)
        #expect(try test.first("SELECT height FROM item WHERE key = '\(key)'", as: Double.self) == 77)
        silent.reloadItems([key])
        let difference = try test.store.apply(silent, to: "data")
        #expect(difference.reloadedItems == [silent.indexPath(ofItem: key)].compactMap { $0 })
        #expect(difference.insertedItems.isEmpty && difference.movedItems.isEmpty)
    }

    @Test("Rows that share a name, or have none, go, and the first of a name stays")
    func sharedNames() throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, title) VALUES (1, 1, 'a'), (2, 1, 'a'), (3, 1, NULL)",
            "INSERT INTO item (section_id, key) VALUES (1, 'x'), (1, 'x'), (1, NULL), (2, 'y'), (3, 'z')",
            // Triggers of another program that delete what goes anyway.
            "CREATE TRIGGER a AFTER DELETE ON item BEGIN DELETE FROM item WHERE key IS NULL; END",
            "CREATE TRIGGER b AFTER UPDATE OF section_id ON item BEGIN DELETE FROM section WHERE id = 2; END")
        let snapshot = DatasetSnapshot(["": [SourceItem(key: "z")], "a": [SourceItem(key: "y"), SourceItem(key: "x")]])
        let difference = try test.store.apply(snapshot, to: "data")
        #expect(difference.deletedSections == [1])
        #expect(difference.deletedItems == [[0, 1], [0, 2]])
        #expect(difference.insertedItems == [[1, 0]])
        #expect(difference.movedSections.count == 1)
        #expect(try test.keys() == [["z"], ["y", "x"]])
        #expect(try ids(test, "key", of: "item") == ["z": "5", "y": "4", "x": "1"])
    }

    @Test("Items find room between two adjacent ones")
    func noRoom() throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 0, 'a')",
            """
            INSERT INTO item (section_id, position, key)
            VALUES (1, 1, 'x'), (1, \(1.0.nextUp), 'y'), (1, 1e17, 'z'), (1, -1e17, 'w')
            """)
        var snapshot = try test.store.datasetSnapshot(of: "data")
        snapshot.insertItems([SourceItem(key: "p"), SourceItem(key: "q")], afterItem: "x")
        snapshot.insertItems([SourceItem(key: "first")], beforeItem: "w")
        snapshot.insertItems([SourceItem(key: "last")], afterItem: "z")
        try test.store.apply(snapshot, to: "data")
        #expect(try test.keys() == [["first", "w", "x", "p", "q", "y", "z", "last"]])
    }

    @Test("A mistake in a snapshot is reported when it is applied, and nothing changes")
    func mistakes() throws {
        let test = try TestStore()
        let sound = DatasetSnapshot(["a": [SourceItem(key: "x", height: 5), SourceItem(key: "y")]])
        try test.store.apply(sound, to: "data")
        func expect(_ code: LayoutError.Code, _ word: String, _ change: (inout DatasetSnapshot) -> Void) {
            var snapshot = sound
            snapshot.deleteItems(["y"])
            change(&snapshot)
            let error = refusal { try test.store.apply(snapshot, to: "data") }
            #expect(error?.code == code && error?.message.contains(word) == true, "\(word): \(error?.message ?? "")")
        }
        expect(.exists, "two sections “a”") { $0.appendSections(["b", "a"]) }
        expect(.exists, "“x”") { $0.appendItems([SourceItem(key: "x")], toSection: "a") }
        expect(.notFound, "no section “b”") { $0.appendItems([], toSection: "b") }
        expect(.notFound, "“y”") { $0.moveItem("x", beforeItem: "y") }
        expect(.notFound, "“q”") { $0.reloadItems(["q"]) }
        expect(.invalidArgument, "no key") { $0.appendItems([SourceItem()]) }
        expect(.invalidArgument, "height") { $0.appendItems([SourceItem(key: "n", height: -1)]) }
        expect(.invalidArgument, "payload") { $0.updateItems([SourceItem(key: "x", payload: "7")]) }
        expect(.invalidArgument, "zero byte") { $0.appendSections(["\0"]) }
        #expect(try test.keys() == [["x", "y"]])
        var other = DatasetSnapshot()
        other.appendItems([SourceItem(key: "x")])
        #expect(throws: LayoutError.self) { try test.store.apply(other, to: "data") }
    }

    @Test("Keys that only look alike are two keys")
    func spellings() throws {
        let test = try TestStore()
        let snapshot = DatasetSnapshot([
            "\u{E9}": [SourceItem(key: "\u{C5}")], "e\u{301}": [SourceItem(key: "\u{212B}")],
        ])
        #expect(try test.store.apply(snapshot, to: "data").insertedSections == [0, 1])
        #expect(try test.store.apply(snapshot, to: "data").isEmpty)
    }

    @Test("A section that is deleted takes its items along, and comes back without them")
    func deletedSection() {
        var snapshot = DatasetSnapshot(["a": [SourceItem(key: "1"), SourceItem(key: "2")], "b": []])
        snapshot.deleteSections(["a"])
        #expect(snapshot.sectionTitles == ["b"] && snapshot.numberOfItems == 0 && snapshot.item(withKey: "1") == nil)
        snapshot.appendSections(["a"])
        snapshot.appendItems([SourceItem(key: "2")], toSection: "a")
        #expect(snapshot.sectionTitles == ["b", "a"] && snapshot.itemKeys(inSection: "a") == ["2"])
    }
}
