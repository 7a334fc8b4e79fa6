import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// A store's reports of changes by any writer.
@Suite struct ObservationTests {
    /// Two data sets with a layout each.
    private func store() throws -> TestStore {
        let test = try TestStore()
        for name in ["data", "other"] {
            let items = (0..<40).map { SourceItem(section: "s\($0 / 10)", key: "\(name)\($0)", height: 20) }
            try test.store.importItems(items, options: ImportOptions(dataset: name))
            try test.store.define(name + "-wall", #"{"layout":"table"}"#, 300, 400, dataset: name)
            try test.store.prepare(name + "-wall")
        }
        return test
    }

    /// Statements, with the data sets that they change, and the layouts that show these.
    private static let statements = DataFile("Changes.txt").cases

    @Test(
        "Each change is reported with its data sets and layouts, for every writer", .timeLimit(.minutes(2)),
        arguments: [false, true])
    func changes(isOwn: Bool) async throws {
        let test = try store()
        var changes = test.store.changes().makeAsyncIterator()
        let other = try LayoutStore(path: test.store.path)
        let writer = isOwn ? test.store : other
        var generation = 0
        for statement in Self.statements {
            let sql = statement.heading
            let names = statement.text.split(separator: "|", omittingEmptySubsequences: false).map {
                Set($0.split(separator: " ").map(String.init))
            }
            try await writer.pool.write { try $0.execute(sql) }
            let change = try #require(await changes.next())
            #expect([change.datasets, change.layouts] == names, "\(sql): \(change)")
            #expect(change.generation > generation, "\(sql)")
            generation = change.generation
        }
        // Changed and prepared before the watcher looks.
        try await writer.apply([.resizeItem(.key("data9"), width: nil, height: .points(50))], to: "new")
        try await writer.prepare("data-wall")
        var told: Set<String> = []
        while try test.store.isStaleSynchronously("data-wall") || told.isEmpty {
            told.formUnion(try #require(await changes.next()).layouts)
        }
        #expect(told == ["data-wall"])
        test.store.close()
        while await changes.next() != nil {}
    }

    @Test(
        "Changes that were not read yet are joined, and changes in memory are reported as well", .timeLimit(.minutes(1))
    ) func joining() async throws {
        let store = try LayoutStore.inMemory()
        let changes = store.changes()
        for name in ["a", "b", "c"] { try await store.createDataset(name) }
        var told: Set<String> = []
        for await change in changes {
            told.formUnion(change.datasets)
            if told == ["a", "b", "c"] { break }
        }
        #expect(told == ["a", "b", "c"])
    }

    private enum Writer: CaseIterable { case sameStore, otherStore, otherProcess }

    @Test("Tasks that are cancelled just as they are answered end, and hold up no other", .timeLimit(.minutes(1)))
    func cancelledAsAnswered() async {
        for _ in 0..<20 {
            let observation = StoreChange.Observation()
            let listening = (0..<200).map { _ in Task { await observation.next() } }
            for _ in 0..<500 { await Task.yield() }
            let cancelling = Task.detached { for task in listening.reversed() { task.cancel() } }
            observation.finish()
            await cancelling.value
            for task in listening { #expect(await task.value == nil) }
        }
    }

    @Test(
        "A change is newer than the snapshots before it, and every snapshot after it shows it", .timeLimit(.minutes(2)))
    func generations() async throws {
        let test = try store()
        let other = try LayoutStore(path: test.store.path)
        var changes = test.store.changes().makeAsyncIterator()
        var random = SeededGenerator(seed: 5)
        for round in 0..<12 {
            let wall = test.store.layout("data-wall")
            let before: LayoutSnapshot = try wall.snapshot()
            let sql = "UPDATE item SET height = \(100 + round) WHERE key = 'data3'"
            switch Writer.allCases.randomElement(using: &random) {
            case .sameStore: try await test.store.pool.write { try $0.execute(sql) }
            case .otherProcess where Shell.isThere: #expect(try Shell.run(test.store.path, sql).exitCode == 0)
            default: try await other.pool.write { try $0.execute(sql) }
            }
            let change = try #require(await changes.next())
            let after: LayoutSnapshot = try wall.snapshot()
            #expect(before.generation < change.generation, "round \(round)")
            #expect(after.generation >= change.generation, "round \(round)")
            before.close()
            after.close()
        }
    }

    @Test("In memory, too, a change is newer than the snapshots before it, and none after it is older")
    func generationsInMemory() async throws {
        let store = try LayoutStore.inMemory()
        let items = [SourceItem(section: "s", key: "a", height: 20)]
        try await store.importItems(items, into: "data")
        try store.define("wall", #"{"layout":"table"}"#, 300, 400)
        var changes = store.changes().makeAsyncIterator()
        for height in [30.0, 40, 50] {
            let before: LayoutSnapshot = try store.layout("wall").snapshot()
            try await store.apply([.resizeItem(.key("a"), width: nil, height: .points(height))], to: "data")
            let change = try #require(await changes.next())
            let after: LayoutSnapshot = try store.layout("wall").snapshot()
            #expect(before.generation < change.generation && change.generation <= after.generation, "\(height)")
        }
    }

    @Test("Every change of a data set's rows is seen, and none of another data set", .timeLimit(.minutes(5)))
    func everyChange() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed &* 13 &+ 1)
            let test = try TestStore()
            try test.execute(RandomDataSet().statements(sections: 4, items: 0...30, using: &random))
            try test.execute(
                "INSERT INTO dataset (id, name) VALUES (2, 'other')",
                "INSERT INTO section (id, dataset_id) VALUES (1000, 2)",
                "INSERT INTO item (id, section_id) VALUES (1000000, 1000)")
            try test.define("wall", RandomDefinition(.table, using: &random))
            var edit = RandomEdit(RandomDataSet())
            for step in 0..<120 {
                if Int.random(in: 0..<8, using: &random) == 0 { try test.store.prepare("wall") }
                try test.read { try edit.look($0) }
                guard let kind = RandomEdit.Kind.allCases.randomElement(using: &random) else { return }
                for statement in edit.statements(kind, using: &random) {
                    let before = try test.read { (try StoreChange.State($0), try Self.rows($0)) }
                    _ = try test.store.pool.write { try $0.executesUnlessRefused(statement) }
                    let after = try test.read { (try StoreChange.State($0), try Self.rows($0)) }
                    let told = after.0.changes(since: before.0).datasets
                    let changed = Set(before.1.filter { after.1[$0.key] != $0.value }.keys)
                    // A row can be written without a change, but not in a data set that a statement does not name.
                    #expect(told.isSuperset(of: changed), "seed \(seed), step \(step): \(statement)")
                    #expect(
                        told.subtracting(["data"]).isSubset(of: changed), "seed \(seed), step \(step): \(statement)")
                }
            }
        }
    }

    /// The rows of each data set, as text.
    private static func rows(_ connection: Connection) throws -> [String: [String]] {
        var rows: [String: [String]] = [:]
        for (id, name) in [(1, "data"), (2, "other")] {
            let sections = "(SELECT id FROM section WHERE dataset_id = \(id))"
            let items = "item WHERE section_id IN \(sections)"
            rows[name] = try [
                "section WHERE dataset_id = \(id)", items, "measurement WHERE item_id IN (SELECT id FROM \(items))",
                "section_measurement WHERE section_id IN \(sections)",
            ].flatMap { try connection.lines("SELECT * FROM \($0)") }
        }
        return rows
    }
}

extension LayoutStore {
    /// The blocking form, from within an asynchronous function.
    fileprivate func isStaleSynchronously(_ name: String) throws -> Bool { try isStale(name) }
}
