import LayoutSQLite
@testable import LayoutSchema
@testable import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

extension TestStore {
    /// Turns the data set “data” into another store's, row by row.
    @discardableResult
    func sync(from source: TestStore, forgets: ForgottenColumns = ForgottenColumns()) throws -> ImportReport {
        var report = ImportReport()
        try source.read { rows in
            report = try store.pool.write { connection in
                var report = ImportReport()
                try StreamedSync(connection: connection, limits: TestStore.tinyLimits, forgets: forgets)
                    .run("data", from: rows, &report)
                return report
            }
        }
        return report
    }
}

/// A data set after a sync row by row, against one after a snapshot that is held in memory.
@Suite struct StreamedSyncTests {
    /// Everything that is stored of items and sections.
    private func rows(_ store: LayoutStore) throws -> [String] {
        try store.lines("SELECT * FROM section ORDER BY id") + store.lines("SELECT * FROM item ORDER BY id")
    }

    private static let stored =
        "SELECT i.id, i.key FROM section AS s JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = 1"

    private func filled(_ snapshot: DatasetSnapshot) throws -> TestStore {
        let test = try TestStore()
        try test.store.apply(snapshot, to: "data")
        return test
    }

    @Test("Row by row, a data set becomes the same as by a snapshot, down to ids and positions", arguments: [1, 2, 3])
    func sameAsSnapshot(size: Int) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 37 &+ UInt64(size))
            let test = try TestStore()
            var model = SnapshotModel()
            var snapshot = DatasetSnapshot()
            for _ in 0..<Int.random(in: 0...40 * size, using: &random) { model.change(&snapshot, using: &random) }
            try test.store.apply(snapshot, to: "data")
            try test.execute(
                "INSERT INTO dataset (name) VALUES ('other')",
                "INSERT INTO section (dataset_id) SELECT id FROM dataset WHERE name = 'other'",
                "INSERT INTO item (section_id, key) SELECT s.id, 'other' FROM section AS s ORDER BY s.id DESC LIMIT 1")
            try test.define("wall", RandomDefinition(.table, using: &random))
            for step in 0..<6 {
                let context: Comment = "seed \(seed), step \(step)"
                if Bool.random(using: &random) { try test.store.prepare("wall") }
                switch Int.random(in: 0..<5, using: &random) {
                case 0: try test.execute("UPDATE item SET key = 'twice' WHERE id % 5 = 0")
                case 1: try test.execute("UPDATE item SET key = NULL WHERE id % 7 = 0")
                // No numbers are left between them.
                case 2:
                    // Another item may have the place until its turn comes.
                    try test.execute(
                        "UPDATE item SET position = -1e9 - id",
                        "UPDATE item SET position = 1 + id * 2.220446049250313e-16")
                default: break
                }
                let changes = step == 3 ? 100 * size : 8
                for _ in 0..<Int.random(in: 0...changes, using: &random) { model.change(&snapshot, using: &random) }
                let source = try filled(model.snapshot())
                let columns = ["width", "height", "payload"].filter { _ in Bool.random(using: &random) }
                let forgets = ForgottenColumns(names: Set(columns))

                let copyPath = test.directory.file("copy \(step).db")
                try test.store.backup(to: copyPath)
                let copy = try LayoutStore(path: copyPath, limits: TestStore.tinyLimits)
                let before = try Set(test.lines(Self.stored))
                let expected = try copy.pool.write { connection in
                    let wanted = try source.read {
                        try DatasetSnapshot(of: DatasetRecord.id(of: "data", in: $0), in: $0)
                    }
                    return try SnapshotApplication(
                        connection: connection, snapshot: wanted, limits: TestStore.tinyLimits, forgets: forgets
                    ).run(dataset: "data")
                }
                let found = try test.sync(from: source, forgets: forgets)
                let after = try Set(test.lines(Self.stored))
                let kept = after.intersection(before).count
                let (come, gone) = (expected.insertedSections.count, expected.deletedSections.count)
                #expect([found.itemsInserted, found.itemsMatched] == [after.count - kept, kept], context)
                #expect(
                    [found.itemsDeleted, found.sectionsCreated, found.sectionsDeleted]
                        == [before.count - kept, come, gone], context)
                let (ours, theirs) = try (rows(test.store), rows(copy))
                #expect(ours == theirs, context)
                copy.close()
                guard ours == theirs else { return }
            }
            try test.prepared().expectSameAsAfresh("seed \(seed)")
        }
    }

    @Test("Items that stay keep their positions, and new ones are between or after them")
    func keptPositions() throws {
        func store(_ keys: [String]) throws -> TestStore {
            try filled(DatasetSnapshot(["": keys.map { SourceItem(key: $0, height: 5) }]))
        }
        let kept = "SELECT key, position FROM item WHERE key IN ('a', 'b', 'c') ORDER BY position"
        let test = try store(["a", "b", "c"])
        let before = try test.lines(kept)
        let keys = ["first", "a", "x", "y", "b", "c", "last"]
        try test.sync(from: store(keys))
        #expect(try test.lines(kept) == before)
        #expect(try test.lines("SELECT key FROM item ORDER BY position") == keys)
    }

    @Test("Of items with one key, an edit, a snapshot and a sync all mean the one that was stored first")
    func doubledKeys() throws {
        let setUp = [
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0)",
            "INSERT INTO item (id, section_id, position, key) VALUES (7, 1, 2, 'a'), (8, 1, 1, 'a'), (9, 1, 3, 'b')",
        ]
        let edited = try TestStore()
        try edited.execute(setUp)
        try edited.store.resize(.key("a"), in: "data", height: .points(5))
        #expect(try edited.lines("SELECT id FROM item WHERE height = 5") == ["7"])
        let wanted = DatasetSnapshot(["": [SourceItem(key: "a", height: 6), SourceItem(key: "b")]])
        for streams in [false, true] {
            let test = try TestStore()
            try test.execute(setUp)
            if streams { try test.sync(from: filled(wanted)) } else { try test.store.apply(wanted, to: "data") }
            #expect(try test.lines("SELECT id FROM item ORDER BY position") == ["7", "9"], "streams: \(streams)")
        }
    }

    @Test("A failure leaves nothing behind, also no temporary table, and the next sync works")
    func failure() throws {
        struct Stop: Error {}
        let test = try TestStore()
        let source = try TestStore()
        try source.store.createDataset("data")
        try source.store.apply([.appendSection(title: "a")], to: "data")
        for fails in [true, false] {
            do {
                try source.read { rows in
                    try test.store.pool.write { connection in
                        var report = ImportReport()
                        try StreamedSync(
                            connection: connection, limits: TestStore.tinyLimits, forgets: ForgottenColumns()
                        ).run("data", from: rows, &report)
                        if fails { throw Stop() }
                    }
                }
                #expect(!fails)
            } catch is Stop {}
            #expect(try test.store.datasets().count == (fails ? 0 : 1))
        }
    }
}
