import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// How many rows each way to change a data set changes, triggers' among them: no more than it did.
///
/// Nothing random is in it, and no clock. If it becomes less, the numbers here follow.
@Suite struct ChangedRowsTests {
    private static let limits = BandLimits(
        target: 32, maximum: 64, minimum: 8, slice: .max, sliceDuration: .seconds(3600), run: 24, estimated: 96)

    private func item(_ number: Int, section: String? = nil, height: Double? = nil) -> SourceItem {
        SourceItem(section: section, key: "k\(number)", width: 20, height: height ?? Double(20 + number % 7))
    }

    /// The rows of a file: 12 sections of 100 items.
    private func rows(_ numbers: some Sequence<Int>, height: (Int) -> Int = { 20 + $0 % 7 }) -> [UInt8] {
        Array(("section,key,width,height\n" + numbers.map { "s\($0 / 100),k\($0),20,\(height($0))\n" }.joined()).utf8)
    }

    private func load(_ rows: [UInt8], _ mode: ImportMode, into test: TestStore) throws {
        let columns = ImportColumns(section: "section", key: "key", width: "width", height: "height")
        try test.store.importItems(
            from: .bytes(rows), options: ImportOptions(dataset: "data", format: .csv, columns: columns, mode: mode))
    }

    /// How many rows of all tables a change changes.
    private func count(in test: TestStore, _ body: () throws -> Void) throws -> Int {
        let before = try test.store.pool.write { $0.totalChanges }
        try body()
        return try test.store.pool.write { $0.totalChanges } - before
    }

    private func expect(_ rows: Int, atMost limit: Int, location: SourceLocation = #_sourceLocation) {
        #expect(rows <= limit, sourceLocation: location)
    }

    private func loaded() throws -> TestStore {
        let test = try TestStore(limits: Self.limits)
        try load(rows(0..<1200), .create, into: test)
        try test.prepareWall(#"{"layout":"table"}"#)
        return test
    }

    @Test("Imports")
    func imports() throws {
        let empty = try TestStore(limits: Self.limits)
        expect(try count(in: empty) { try load(rows(0..<1200), .create, into: empty) }, atMost: 1299)
        let test = try loaded()
        func again(_ numbers: some Sequence<Int>, _ mode: ImportMode, height: (Int) -> Int) throws -> Int {
            try count(in: test) { try load(rows(numbers, height: height), mode, into: test) }
        }
        // Unchanged rows, and two items of another size.
        expect(try again(0..<1200, .upsert) { 20 + $0 % 7 }, atMost: 0)
        expect(try again(0..<1200, .upsert) { $0 == 400 || $0 == 777 ? 90 : 20 + $0 % 7 }, atMost: 8)
        expect(try again(1200..<1300, .append) { _ in 30 }, atMost: 110)
        expect(try again(2000..<2003, .append) { _ in 30 }, atMost: 7)
        expect(try again(0..<1300, .sync) { 20 + $0 % 7 }, atMost: 2839)
        expect(try again(0..<1300, .sync) { $0 % 100 == 3 ? 91 : 20 + $0 % 7 }, atMost: 2650)
        expect(try again((0..<1300).filter { $0 % 130 != 5 }, .sync) { $0 % 100 == 3 ? 91 : 20 + $0 % 7 }, atMost: 2610)
        expect(try again(0..<600, .replace) { 20 + $0 % 7 }, atMost: 2026)
    }

    @Test("Changes")
    func changes() throws {
        let test = try loaded()
        func apply(_ changes: DatasetChange...) throws -> Int {
            try count(in: test) { try test.store.apply(changes, to: "data") }
        }
        expect(try apply(.resizeItem(.key("k7"), width: nil, height: .points(77))), atMost: 4)
        expect(try apply(.resizeItem(.indexPath([3, 50]), width: nil, height: .points(77))), atMost: 4)
        expect(try apply(.insertItem(item(5000), at: [4, 50])), atMost: 3)
        expect(try apply(.insertItem(item(5001), at: [4, 0])), atMost: 3)
        expect(try apply(.deleteItem(.key("k450"))), atMost: 3)
        expect(try apply(.moveItem(.key("k3"), to: [9, 20])), atMost: 5)
        expect(try apply(.moveItem(.key("k3"), to: [9, 60])), atMost: 5)
        expect(try apply(.appendItems((6000..<6010).map { item($0) }, section: 11)), atMost: 30)
        expect(try apply(.appendItems((7000..<7300).map { item($0) }, section: 11)), atMost: 319)
        expect(try apply(.insertSection(title: "new", at: 0), .appendSection(title: "last")), atMost: 9)
        expect(try apply(.moveSection(2, to: 7)), atMost: 4)
        expect(try apply(.updateTitle(section: 5, "five"), .updateKey(.key("k900"), "renamed")), atMost: 4)
        expect(try apply(.deleteSection(3)), atMost: 210)
    }

    @Test("Snapshots")
    func snapshots() throws {
        let test = try loaded()
        func apply(_ body: (inout DatasetSnapshot) throws -> Void) throws -> Int {
            var snapshot = try test.store.datasetSnapshot(of: "data")
            try body(&snapshot)
            return try count(in: test) { _ = try test.store.apply(snapshot, to: "data") }
        }
        expect(try apply { _ in }, atMost: 0)
        expect(try apply { $0.moveItem("k5", beforeItem: "k900") }, atMost: 5)
        expect(try apply { $0.deleteItems(["k1", "k2", "k640"]) }, atMost: 9)
        expect(try apply { $0.insertItems([item(8000), item(8001)], afterItem: "k300") }, atMost: 6)
        expect(try apply { $0.updateItems([item(333, height: 81)]) }, atMost: 4)
        expect(try apply { $0.moveSection("s2", afterSection: "s8") }, atMost: 5)
        expect(try apply { $0.deleteSections(["s4"]) }, atMost: 210)
        expect(try apply { $0.reloadItems(["k1000", "k1001"]) }, atMost: 0)
    }

    @Test("A table that is followed")
    func following() throws {
        let test = try TestStore(limits: Self.limits)
        try test.execute(
            "CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, height REAL, name TEXT)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
            INSERT INTO photo SELECT i, 'a' || i / 100, i, 20 + i % 7, 'p' || i FROM n
            """)
        func change(_ sql: String) throws -> Int { try count(in: test) { try test.execute(sql) } }
        // For each row the item, and which row it is. Temporary tables have it in question, and at its place after the
        // rows are sorted once. A change goes through steps, each of which changes the one row that is being applied.
        let following = Following(
            table: "photo", as: "data", section: "album", order: "taken", height: "height", payload: ["name"])
        expect(try count(in: test) { try test.store.follow(following) }, atMost: 4812)
        expect(try change("UPDATE photo SET height = 70 WHERE id = 400"), atMost: 7)
        expect(try change("UPDATE photo SET name = 'other' WHERE id = 400"), atMost: 7)
        expect(try change("UPDATE photo SET taken = 650.5 WHERE id = 610"), atMost: 16)
        expect(try change("UPDATE photo SET album = 'a3' WHERE id = 700"), atMost: 26)
        expect(try change("INSERT INTO photo VALUES (9000, 'a5', 520.5, 44, 'new')"), atMost: 24)
        expect(try change("INSERT INTO photo VALUES (9001, 'b', 1, 44, 'new')"), atMost: 24)
        expect(try change("DELETE FROM photo WHERE id IN (30, 31, 900)"), atMost: 24)
        expect(try change("UPDATE photo SET height = height WHERE album = 'a7'"), atMost: 0)
        expect(try change("UPDATE photo SET height = height + 1 WHERE album = 'a7'"), atMost: 0)
    }
}
