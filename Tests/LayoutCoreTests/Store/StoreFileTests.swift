import Foundation
import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// Opening, recreating, removing, copying and compacting the file.
@Suite struct StoreFileTests {
    private struct Stop: Error {}

    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("s.db")
    }

    private func fill(_ store: LayoutStore, items: Int = 200) throws {
        let rows = (0..<items).map { SourceItem(section: "s\($0 / 50)", key: "k\($0)", height: Double(10 + $0 % 7)) }
        try store.importItems(rows, options: ImportOptions(dataset: "data"))
        try store.define("wall", #"{"layout":"table"}"#, 300, 400)
        try store.prepare("wall")
    }

    private func filled(items: Int = 200) throws -> LayoutStore {
        let store = try LayoutStore(path: path)
        try fill(store, items: items)
        return store
    }

    private func rows(_ store: LayoutStore) throws -> [String] {
        try store.lines(
            "SELECT section, item, key, y, height, stale FROM element_frames WHERE kind = 'cell' ORDER BY 1, 2")
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func bytes() throws -> Data { try scratch.contents(of: "s.db") }

    @Test("A file URL names a file by its bytes")
    func fileURLs() throws {
        let url = URL(fileURLWithPath: scratch.file("ä b%c?.db"))
        let store = try LayoutStore(path: url.absoluteString)
        #expect(store.path == url.path)
        store.close()
        #expect(isThere(url.path))
        #expect(try LayoutStore.resolvedPath("file://localhost/a") == "/a")
        #expect(try LayoutStore.resolvedPath("./file:///a") == "./file:///a")
        for wrong in ["file://host/a", "file:///a%0", "file:///a%zz", "file:///a%00", "file:///a?b", "file://a"] {
            #expect(throws: LayoutError.self, "\(wrong)") { try LayoutStore.resolvedPath(wrong) }
        }
        for nameless in ["", ":memory:", scratch.file("a\0b")] {
            #expect(refusal { try LayoutStore(path: nameless) }?.code == .invalidArgument, "\(nameless)")
        }
    }

    @Test("A write gives up when the time that the configuration allows is over")
    func busyTimeout() throws {
        let store = try LayoutStore(path: path, configuration: .init(busyTimeout: .milliseconds(1)))
        let other = try Connection(path: path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        #expect(refusal { try store.createDataset("a") }?.code == .busy)
        try other.execute("ROLLBACK")
        try store.createDataset("a")
        let unmade = scratch.file("t.db")
        #expect(throws: LayoutError.self) { try LayoutStore(path: unmade, configuration: .init(cacheBytes: -1)) }
        #expect(!isThere(unmade))
    }

    @Test("A store in memory does what one in a file does")
    func inMemory() throws {
        let store = try LayoutStore.inMemory()
        try fill(store)
        let other = try filled()
        #expect(try rows(store) == rows(other))
        #expect(try rows(store).count == 200)
        try store.compact()
        store.releaseMemory()
        #expect(try rows(store) == rows(other))
        #expect(try store.verify().problems == [])
    }

    @Test("An open store is repaired in place, in memory and in a file")
    func repairing() throws {
        for store in [try LayoutStore.inMemory(), try LayoutStore(path: path)] {
            defer { store.close() }
            try fill(store)
            let before = try rows(store)
            try store.pool.write { try $0.execute("UPDATE lc_sum SET items = items + 1; DROP VIEW visible") }
            let report = try store.verify(repair: true)
            let problems = try store.verify(deep: true).problems
            #expect(report.isWhole && problems.isEmpty, "\(report), \(problems)")
            #expect(report.repairs.contains(StoreRebuild.inPlace), "\(report)")
            try store.prepare("wall")
            #expect(try rows(store) == before)
        }
    }

    @Test("A sound file is opened unchanged after any report of damage in it")
    func openingSoundFile() throws {
        let (first, isNew) = try LayoutStore.openOrRecreate(path: path)
        #expect(!isNew)
        try fill(first)
        let before = try rows(first)
        first.close()
        for _ in 0..<2 {
            let (store, isRecreated) = try LayoutStore.openOrRecreate(path: path)
            #expect(!isRecreated)
            #expect(try rows(store) == before)
            store.close()
            LayoutStore.DamagedFiles.noteForLater(path)
        }
        #expect(isThere(path + "-damaged"))
        try LayoutStore.openOrRecreate(path: path).store.close()
        #expect(!isThere(path + "-damaged"))
    }

    enum Damage: String, CaseIterable, Sendable { case text, half, header, schema, middle }

    @Test("A damaged file leads to a store that works, by one call", arguments: Damage.allCases)
    func recreating(_ damage: Damage) throws {
        let store = try filled()
        store.close()
        var bytes = try bytes()
        switch damage {
        case .text: bytes = Data("not a database".utf8)
        case .half: bytes.removeLast(bytes.count / 2)
        case .header: bytes.replaceSubrange(0..<100, with: Data(repeating: 0x55, count: 100))
        case .schema: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0x55, count: 3996))
        case .middle:
            for page in 8..<20 {
                bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0xFF, count: 64))
            }
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let (opened, isRecreated) = try LayoutStore.openOrRecreate(path: path)
        #expect(isRecreated || damage == .middle)
        if isRecreated { try fill(opened) } else { try opened.prepare("wall") }
        #expect(try rows(opened).count == 200)
        #expect(try opened.verify().problems == [])
    }

    @Test("Damage that a call meets in a large file is found by the next opening")
    func notedDamage() throws {
        var store = try LayoutStore.openOrRecreate(path: path).store
        try fill(store, items: 60_000)
        let page = try store.first("SELECT rootpage FROM sqlite_schema WHERE name = 'item'", as: Int.self) ?? 0
        store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        #expect(try file.seekToEnd() > 4 << 20)
        try file.seek(toOffset: UInt64(page - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0x55, count: 4096))
        try file.close()
        store = try LayoutStore.openOrRecreate(path: path).store
        #expect(throws: (any Error).self) { try store.pool.read { try $0.run("SELECT count(key || id) FROM item") } }
        store.close()
        #expect(isThere(path + "-damaged"))
        let (found, isRecreated) = try LayoutStore.openOrRecreate(path: path)
        #expect(isRecreated)
        try fill(found)
        #expect(try found.verify().problems == [])
        #expect(!isThere(path + "-damaged"))
    }

    @Test("Another program's database is neither recreated nor removed")
    func foreignFiles() throws {
        try Connection.at(path, .create) { try $0.execute("CREATE TABLE photo (a); INSERT INTO photo VALUES (1)") }
        let before = try bytes()
        for call in [{ try LayoutStore.destroy(at: path) }, { _ = try LayoutStore.openOrRecreate(path: path) }] {
            #expect(refusal(call)?.code == .notAStore)
            #expect(try bytes() == before)
        }
    }

    @Test("A store is removed with its side files, unless it is open elsewhere")
    func destroying() throws {
        try LayoutStore.destroy(at: path)
        let store = try filled()
        #expect(refusal { try LayoutStore.destroy(at: path) }?.code == .busy)
        #expect(try rows(store).count == 200)
        store.close()
        try LayoutStore.destroy(at: path)
        #expect(try scratch.names() == [])
    }

    @Test("A copy is the state of one moment, while a writer is at work")
    func copying() throws {
        let store = try filled()
        let before = try rows(store)
        let writer = try Connection(path: path, mode: .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE item SET height = 99")
        var last: LayoutProgress?
        // A commit in the middle of the copy is not in it either.
        try store.backup(to: scratch.file("copy.db")) { progress in
            if last == nil { try writer.execute("COMMIT") }
            last = progress
        }
        #expect(last?.step == .copying && last?.fraction == 1)
        let copy = try LayoutStore(path: scratch.file("copy.db"), mode: .readOnly)
        #expect(try rows(copy) == before)
        #expect(try copy.verify().problems == [])
        #expect(try store.isStale("wall"))
        #expect(refusal { try store.backup(to: scratch.file("copy.db")) }?.code == .exists)
        copy.close()
    }

    @Test("A copy that is ended leaves no file, and one of a store in memory is a file")
    func copyingElsewhere() async throws {
        let store = try LayoutStore.inMemory()
        try fill(store)
        await #expect(throws: Stop.self) { try await store.backup(to: scratch.file("a.db")) { _ in throw Stop() } }
        #expect(try scratch.names() == [])
        try await store.backup(to: scratch.file("b.db"))
        #expect(try scratch.names() == ["b.db"])
        #expect(try rows(LayoutStore(path: scratch.file("b.db"))) == rows(store))
    }

    /// Leaves rows of a former container, which go with a compaction.
    private func leaveRest(_ store: LayoutStore) throws {
        try store.layout("wall").setContainer(LayoutSize(width: 310, height: 400))
        try store.layout("wall").prepare(in: LayoutRect(x: 0, y: 0, width: 310, height: 10))
        #expect(try store.count("lc_preparation") == 2)
    }

    @Test("A compaction gives back what deleted rows have left, and changes nothing else")
    func compacting() throws {
        let store = try filled(items: 20_000)
        try store.apply((1..<300).map { _ in .deleteSection(1) }, to: "data")
        try store.prepare("wall")
        // Pages are written as they come, as in a file that is much larger than a cache.
        try store.pool.writeWithoutTransaction { try $0.execute("PRAGMA cache_size = 20") }
        let before = try rows(store)
        for share in [0, 0.1] {
            #expect(throws: Stop.self) { try store.compact { if ($0.fraction ?? 0) >= share { throw Stop() } } }
            #expect(try rows(store) == before)
        }
        var fractions: [Double] = []
        let report = try store.compact { fractions.append($0.fraction ?? -1) }
        #expect(fractions == fractions.sorted() && fractions.first == 0 && fractions.last == 1)
        // Progress is reported between the beginning and the end, and not as done too early.
        #expect(Set(fractions).count > 3 && fractions.dropLast().allSatisfy { $0 <= 0.99 }, "\(fractions)")
        #expect(report.bytesAfter < report.bytesBefore / 2)
        #expect(try rows(store) == before)
        #expect(try store.verify().problems == [])
        #expect(try store.compact().bytesAfter == report.bytesAfter)
        try leaveRest(store)
        try store.compact()
        #expect(try store.count("lc_preparation") == 1)
    }

    @Test("Suspending rolls back what is at work and refuses what follows, until it is resumed")
    func suspending() async throws {
        let store = try filled()
        let before = try rows(store)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            try await store.pool.write { connection in
                try connection.execute("DELETE FROM item")
                start.finish()
                try connection.run(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
            }
        }
        for await _ in started {}
        #expect(store.suspend(waitingAtMost: .seconds(600)))
        // No lock is held: another connection gets it at once.
        let other = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
        try other.execute("BEGIN IMMEDIATE; ROLLBACK")
        await #expect(throws: (any Error).self) { try await work.value }
        let error = await #expect(throws: (any Error).self) { try await store.createDataset("a") }
        #expect(error.flatMap { LayoutError(explaining: $0) }?.code == .suspended)
        store.resume()
        #expect(try rows(store) == before)
        try await store.createDataset("a")
        try leaveRest(store)
        try await store.compact()
        #expect(try store.count("lc_preparation") == 1)
    }

    @Test("Memory that was given back is read again")
    func releasingMemory() throws {
        let store = try filled()
        let layout = store.layout("wall")
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 4000)
        let before = try layout.layoutAttributesForElements(in: rect)
        // A table that SQLite has if it was built with it: https://sqlite.org/stmt.html
        let hasTable = try store.first("SELECT sqlite_compileoption_used('ENABLE_STMTVTAB')", as: Bool.self) == true
        let statements = try hasTable ? store.count("sqlite_stmt") : .max
        store.releaseMemory()
        #expect(try !hasTable || store.count("sqlite_stmt") < statements / 2)
        #expect(try layout.layoutAttributesForElements(in: rect) == before)
        #expect(before.count == 200)
    }
}
