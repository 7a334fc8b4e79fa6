import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Triggers while many rows are loaded at once, and afterwards.
@Suite struct RestingTriggersTests {
    private static func items(_ range: Range<Int>) -> [SourceItem] {
        range.map { SourceItem(section: "a", key: "k\($0)", width: 20, height: 10) }
    }

    /// A store with some items and a layout of them that is up to date.
    private func makeStore() throws -> TestStore {
        let test = try TestStore()
        try test.store.importItems(Self.items(0..<50), options: ImportOptions(dataset: "data"))
        try test.prepareWall(#"{"layout":"table"}"#, 100, 200)
        return test
    }

    private func append(_ items: [SourceItem], to test: TestStore) throws {
        try test.store.importItems(items, options: ImportOptions(dataset: "data", mode: .append))
    }

    private func isStale(_ test: TestStore) throws -> Bool {
        try test.store.layout("wall").preparationState() != .current
    }

    @Test("A load of many leaves the schema as every other connection has read it")
    func schemaVersion() throws {
        let test = try makeStore()
        func version() throws -> Int? { try test.first("PRAGMA schema_version", as: Int.self) }
        let before = try version()
        try append(Self.items(50..<500), to: test)
        try test.store.apply([.appendItems(Self.items(500..<900), section: 0)], to: "data")
        #expect(try version() == before)
        try test.store.prepare("wall")
        #expect(try test.store.layout("wall").snapshot().numberOfItems == 900)
    }

    @Test("Triggers fire again after a load of many, and after one that was taken back", arguments: [false, true])
    func afterwards(isTakenBack: Bool) throws {
        let test = try makeStore()
        let more = Self.items(50..<300) + (isTakenBack ? [SourceItem(section: "a", key: "bad", width: -1)] : [])
        if isTakenBack {
            #expect(throws: LayoutError.self) { try append(more, to: test) }
        } else {
            try append(more, to: test)
        }
        #expect(try isStale(test) == !isTakenBack)
        try test.store.prepare("wall")
        #expect(try !isStale(test))
        try test.store.resize(.key("k7"), in: "data", height: .points(33))
        #expect(try isStale(test))
    }

    @Test("A trigger of the user's own runs with each row of a load of many")
    func otherTriggers() throws {
        let test = try makeStore()
        try test.execute(
            "CREATE TABLE journal (key)",
            "CREATE TRIGGER note AFTER INSERT ON item BEGIN INSERT INTO journal VALUES (new.key); END")
        try append(Self.items(50..<300), to: test)
        #expect(try test.count("journal") == 250)
        try test.store.prepare("wall")
        try test.store.resize(.key("k7"), in: "data", height: .points(33))
        #expect(try isStale(test))
    }
}
