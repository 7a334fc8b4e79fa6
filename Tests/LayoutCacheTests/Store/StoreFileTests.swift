import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Opening, recreating, removing, copying and compacting the file.
@Suite struct StoreFileTests {
    private func fill(_ store: LayoutStore, items: Int = 200) throws {
        let rows = (0..<items).map { SourceItem(section: "s\($0 / 50)", key: "k\($0)", height: Double(10 + $0 % 7)) }
        try store.importItems(rows, options: ImportOptions(dataset: "data"))
        try store.defineLayout(
            "wall", dataset: "data", definition: try LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 300, height: 400))
        try store.prepare("wall")
    }

    private func rows(_ store: LayoutStore) throws -> [String] {
        try store.pool.read { connection in
            var lines: [String] = []
            try connection.forEachRow(
                "SELECT section, item, key, y, height, stale FROM element_frames WHERE kind = 'cell' ORDER BY 1, 2"
            ) { row in
                lines.append((0..<6).map { row.stringOrEmpty($0) }.joined(separator: " "))
            }
            return lines
        }
    }

    @Test("A file URL names a file by its bytes")
    func fileURLs() throws {
        let scratch = try ScratchDirectory()
        let url = URL(fileURLWithPath: scratch.file("ä b%c?.db"))
        let store = try LayoutStore(path: url.absoluteString)
        #expect(store.path == url.path)
        store.close()
        #expect(FileManager.default.fileExists(atPath: url.path))
        #expect(try StorePath.resolve("file://localhost/a") == "/a")
        #expect(try StorePath.resolve("./file:///a") == "./file:///a")
        for wrong in ["file://host/a", "file:///a%0", "file:///a%zz", "file:///a%00", "file:///a?b", "file://a"] {
            #expect(throws: LayoutError.self, "\(wrong)") { try StorePath.resolve(wrong) }
        }
    }

    @Test("A write gives up when the time that the configuration allows is over")
    func busyTimeout() throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"), configuration: .init(busyTimeout: .milliseconds(1)))
        let other = try Connection(path: scratch.file("s.db"), mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: (any Error).self) { try store.createDataset("a") }
        #expect(error.flatMap { LayoutError(explaining: $0) }?.code == .busy)
        try other.execute("ROLLBACK")
        try store.createDataset("a")
        #expect(throws: LayoutError.self) {
            try LayoutStore(path: scratch.file("t.db"), configuration: .init(cacheBytes: -1))
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.file("t.db")))
    }

    @Test("If other processes checkpoint, nothing is moved into the file, at its closing either")
    func checkpointsByOthers() throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"), configuration: .init(checkpointing: .byOthers))
        try fill(store)
        store.close()
        let log = try FileManager.default.attributesOfItem(atPath: scratch.file("s.db-wal"))[.size] as? Int
        #expect(log ?? 0 > 0)
        #expect(try rows(LayoutStore(path: scratch.file("s.db"))).count == 200)
    }

    @Test("A store in memory does what one in a file does")
    func inMemory() throws {
        let store = try LayoutStore.inMemory()
        try fill(store)
        let scratch = try ScratchDirectory()
        let other = try LayoutStore(path: scratch.file("s.db"))
        try fill(other)
        #expect(try rows(store) == rows(other))
        #expect(try rows(store).count == 200)
        try store.compact()
        store.releaseMemory()
        #expect(try rows(store) == rows(other))
        #expect(try store.verify().problems == [])
    }

    @Test("A store in memory is repaired in place, and one in a file by way of another file")
    func repairing() throws {
        let scratch = try ScratchDirectory()
        for store in [try LayoutStore.inMemory(), try LayoutStore(path: scratch.file("s.db"))] {
            defer { store.close() }
            try fill(store)
            let before = try rows(store)
            try store.pool.write { try $0.execute("UPDATE lc_sum SET items = items + 1; DROP VIEW visible") }
            let report = try store.verify(repair: true)
            let problems = try store.verify(deep: true).problems
            #expect(report.isClean && problems.isEmpty, "\(report), \(problems)")
            let isInPlace = report.repairs.contains("recreated all derived tables, views and triggers")
            #expect(isInPlace == (store.path == ":memory:") && !report.repairs.isEmpty, "\(report)")
            try store.prepare("wall")
            #expect(try rows(store) == before)
        }
    }

    @Test("A sound file is opened unchanged after any report of damage in it")
    func openingSoundFile() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("s.db")
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
            DamagedFiles.noteForLater(path)
        }
        #expect(FileManager.default.fileExists(atPath: path + "-damaged"))
        try LayoutStore.openOrRecreate(path: path).store.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
    }

    enum Damage: String, CaseIterable, Sendable { case text, half, header, schema, middle }

    @Test("A damaged file leads to a store that works, by one call", arguments: Damage.allCases)
    func recreating(_ damage: Damage) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("s.db")
        let store = try LayoutStore(path: path)
        try fill(store)
        store.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
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
        let scratch = try ScratchDirectory()
        let path = scratch.file("s.db")
        var store = try LayoutStore.openOrRecreate(path: path).store
        try fill(store, items: 60_000)
        let page =
            try store.pool.read {
                try $0.first("SELECT rootpage FROM sqlite_schema WHERE name = 'item'", as: Int.self)
            } ?? 0
        store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        #expect(try file.seekToEnd() > 4 << 20)
        try file.seek(toOffset: UInt64(page - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0x55, count: 4096))
        try file.close()
        store = try LayoutStore.openOrRecreate(path: path).store
        #expect(throws: (any Error).self) { try store.pool.read { try $0.run("SELECT count(key || id) FROM item") } }
        store.close()
        #expect(FileManager.default.fileExists(atPath: path + "-damaged"))
        let (found, isRecreated) = try LayoutStore.openOrRecreate(path: path)
        #expect(isRecreated)
        try fill(found)
        #expect(try found.verify().problems == [])
        #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
    }

    @Test("Another program's database is neither recreated nor removed")
    func foreignFiles() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("theirs.db")
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("CREATE TABLE photo (a); INSERT INTO photo VALUES (1)")
        connection.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for call in [{ try LayoutStore.destroy(at: path) }, { _ = try LayoutStore.openOrRecreate(path: path) }] {
            let error = #expect(throws: LayoutError.self) { try call() }
            #expect(error?.code == .notAStore)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test("A store is removed with its side files, unless it is open elsewhere")
    func destroying() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("s.db")
        try LayoutStore.destroy(at: path)
        let store = try LayoutStore(path: path)
        try fill(store)
        let error = #expect(throws: LayoutError.self) { try LayoutStore.destroy(at: path) }
        #expect(error?.code == .busy)
        #expect(try rows(store).count == 200)
        store.close()
        try LayoutStore.destroy(at: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("A copy is the state of one moment, while a writer is at work")
    func copying() throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"))
        try fill(store)
        let before = try rows(store)
        let writer = try Connection(path: scratch.file("s.db"), mode: .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE item SET height = 99")
        var last = LayoutStore.CopyProgress(pagesCopied: 0, pagesTotal: 0)
        // A commit in the middle of the copy is not in it either.
        try store.backup(to: scratch.file("copy.db")) { progress in
            if last.pagesTotal == 0 { try writer.execute("COMMIT") }
            last = progress
        }
        #expect(last.pagesCopied == last.pagesTotal && last.pagesTotal > 0)
        let copy = try LayoutStore(path: scratch.file("copy.db"), mode: .readOnly)
        #expect(try rows(copy) == before)
        #expect(try copy.verify().problems == [])
        #expect(try store.isStale("wall"))
        let error = #expect(throws: LayoutError.self) { try store.backup(to: scratch.file("copy.db")) }
        #expect(error?.code == .exists)
        copy.close()
    }

    @Test("A copy that is ended leaves no file, and one of a store in memory is a file")
    func copyingElsewhere() async throws {
        struct Stop: Error {}
        let scratch = try ScratchDirectory()
        let store = try LayoutStore.inMemory()
        try fill(store)
        await #expect(throws: Stop.self) { try await store.backup(to: scratch.file("a.db")) { _ in throw Stop() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
        try await store.backup(to: scratch.file("b.db"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["b.db"])
        #expect(try rows(LayoutStore(path: scratch.file("b.db"))) == rows(store))
    }

    @Test("A compaction gives back what deleted rows have left, and changes nothing else")
    func compacting() throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"))
        try fill(store, items: 20_000)
        try store.apply((1..<300).map { _ in .deleteSection(1) }, to: "data")
        try store.prepare("wall")
        // Pages are written as they come, as in a file that is much larger than a cache.
        try store.pool.writeWithoutTransaction { try $0.execute("PRAGMA cache_size = 20") }
        let before = try rows(store)
        struct Stop: Error {}
        for share in [0, 0.1] {
            #expect(throws: Stop.self) { try store.compact { if $0.fraction >= share { throw Stop() } } }
            #expect(try rows(store) == before)
        }
        var fractions: [Double] = []
        let report = try store.compact { fractions.append($0.fraction) }
        #expect(fractions == fractions.sorted() && fractions.first == 0 && fractions.last == 1)
        // Progress is reported between the beginning and the end, and not as done too early.
        #expect(Set(fractions).count > 3 && fractions.dropLast().allSatisfy { $0 <= 0.99 }, "\(fractions)")
        #expect(report.bytesAfter < report.bytesBefore / 2)
        #expect(try rows(store) == before)
        #expect(try store.verify().problems == [])
        #expect(try store.compact().bytesAfter == report.bytesAfter)
    }

    @Test("Suspending rolls back what is at work and refuses what follows, until it is resumed")
    func suspending() async throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"))
        try fill(store)
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
        let other = try Connection(path: scratch.file("s.db"), mode: .readWrite, busyTimeout: .zero)
        try other.execute("BEGIN IMMEDIATE; ROLLBACK")
        await #expect(throws: (any Error).self) { try await work.value }
        let error = await #expect(throws: (any Error).self) { try await store.createDataset("a") }
        #expect(error.flatMap { LayoutError(explaining: $0) }?.code == .cancelled)
        store.resume()
        #expect(try rows(store) == before)
        try await store.createDataset("a")
        try await store.compact()
    }

    @Test("Memory that was given back is read again")
    func releasingMemory() throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"))
        try fill(store)
        let layout = store.layout("wall")
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 4000)
        let before = try layout.layoutAttributesForElements(in: rect)
        func statementCount() throws -> Int {
            try store.pool.read { try $0.first("SELECT count(*) FROM sqlite_stmt", as: Int.self) ?? 0 }
        }
        // A table that SQLite has if it was built with it: https://sqlite.org/stmt.html
        let hasTable = try store.pool.read {
            try $0.first("SELECT sqlite_compileoption_used('ENABLE_STMTVTAB')", as: Bool.self) == true
        }
        let statements = try hasTable ? statementCount() : .max
        store.releaseMemory()
        #expect(try !hasTable || statementCount() < statements / 2)
        #expect(try layout.layoutAttributesForElements(in: rect) == before)
        #expect(before.count == 200)
    }
}
