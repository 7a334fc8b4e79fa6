import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Bits that flip in the first 100 bytes of a file, by which SQLite knows how to read the rest.
@Suite struct HeaderTests {
    /// A closed store whose header will be damaged, and its contents.
    private struct Subject {
        let damaged: DamagedStore
        let whole: [UInt8]
        let rows: [String]

        init(_ strikes: String...) throws {
            damaged = try DamagedStore.closed()
            rows = try Self.rows(damaged)
            try damaged.strike(strikes)
            whole = try damaged.bytes()
        }

        static func rows(_ damaged: DamagedStore) throws -> [String] {
            let item = "quote(id) || quote(position) || quote(key) || quote(width) || quote(height)"
            return try damaged.names("SELECT \(item) FROM item ORDER BY id")
                + damaged.names("SELECT name FROM dataset UNION ALL SELECT definition FROM layout")
        }

        @discardableResult
        func flip(_ bits: (offset: Int, bit: Int)...) throws -> [UInt8] {
            var bytes = whole
            for (offset, bit) in bits { bytes[offset] ^= 1 << bit }
            try damaged.write(bytes)
            return bytes
        }

        /// Expects a repair to leave every row; returns its report.
        @discardableResult
        func expectRepaired(_ context: String = "") throws -> VerificationReport {
            let report = try damaged.expectRepaired(context)
            #expect(try Self.rows(damaged) == rows, "\(context)")
            return report
        }
    }

    /// The fields of https://sqlite.org/fileformat.html#the_database_header without the marks of a file's owner.
    private static let fields: [(name: String, bytes: [Int])] = [
        ("magic string", [0, 7, 15]), ("page size", [16, 17]), ("write version", [18]), ("read version", [19]),
        ("reserved bytes", [20]), ("payload fractions", [21, 22, 23]), ("change counter", [24, 27]),
        ("size in pages", [28, 30, 31]), ("freelist trunk", [32, 35]), ("freelist count", [36, 39]),
        ("schema cookie", [40, 43]), ("schema format", [44, 46, 47]), ("cache size", [48, 51]),
        ("largest root page", [52, 55]), ("text encoding", [56, 59]), ("incremental vacuum", [64, 67]),
        ("reserved for expansion", [72, 91]), ("version valid for", [92, 95]), ("SQLite version", [96, 99]),
    ]

    @Test(
        "A repair mends each field of the header that a flipped bit can spoil",
        arguments: TestSettings.drawn(
            16,
            of: fields.flatMap { field in field.bytes.flatMap { byte in [0, 1, 6].map { (field.name, byte, $0) } } }))
    func mends(_ name: String, _ offset: Int, _ bit: Int) throws {
        let subject = try Subject()
        try subject.flip((offset, bit))
        try subject.expectRepaired(name)
        #expect(try LayoutStore.verify(at: subject.damaged.path, deep: true).isWhole)
        let store = try LayoutStore(path: subject.damaged.path)
        try store.layout("flow").prepare()
        store.close()
    }

    @Test("Free pages that a header counts and does not name are found, and counted as none")
    func freePages() throws {
        let subject = try Subject()
        let path = subject.damaged.path
        // SQLite writes a file without free pages, so that the header names none.
        try Connection.at(path) { try $0.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
        var bytes = try subject.damaged.bytes()
        #expect(bytes[32..<40].allSatisfy { $0 == 0 })
        bytes[37] ^= 1
        try subject.damaged.write(bytes)
        let problem = "header: it counts 65536 free pages and names none"
        #expect(try LayoutStore.verify(at: path).problems == [problem])
        #expect(try subject.expectRepaired().problems == [problem])
        #expect(try LayoutStore.verify(at: path, deep: true).isWhole)
        // A statement that needs a new page asks for a free one first.
        let store = try LayoutStore(path: path)
        defer { store.close() }
        try store.createDataset("more")
        try store.apply(
            [.appendSection(title: nil), .appendItems((0..<2000).map { SourceItem(key: "\($0)") }, section: 0)],
            to: "more")
    }

    @Test("Several fields of a header that are wrong at once are mended together")
    func several() throws {
        let subject = try Subject()
        try subject.flip((3, 4), (16, 7), (18, 5), (19, 3), (20, 2), (22, 1), (45, 0), (46, 6), (59, 1))
        #expect(throws: LayoutError.self) { try LayoutStore.verify(at: subject.damaged.path) }
        let report = try subject.expectRepaired()
        #expect(report.repairs.contains { $0.contains("its page size is 36864") }, "\(report)")
    }

    @Test("A header that keeps a store from being opened is damage, with advice, and not the end of the store")
    func words() throws {
        let subject = try Subject()
        let path = subject.damaged.path
        for (offset, bit, words, modes) in [
            (0, 3, "SQLite format 3", [LayoutStore.Mode.readOnly, .create]),
            (16, 3, "page size", [.readOnly, .create]), (19, 3, "read version", [.readOnly, .create]),
            (21, 3, "payload", [.readOnly, .create]), (18, 2, "write version", [.readWrite, .create]),
        ] {
            let bytes = try subject.flip((offset, bit))
            for mode in modes {
                let error = refusal { try LayoutStore(path: path, mode: mode) }
                #expect(
                    error?.code == .corrupt && error?.message.contains(words) == true && error?.advice != nil,
                    "\(String(describing: error))")
            }
            #expect(try subject.damaged.bytes() == bytes)
        }
        try LayoutStore(path: path, mode: .readOnly).close()
        #expect(try LayoutStore.verify(at: path).problems == ["header: its write version is 6"])
    }

    @Test(
        "A file marked as another program's, or a newer version's, is not changed, and the reason is reported",
        arguments: ["", "DROP TABLE schema_migration; UPDATE sqlite_schema SET rootpage = 99 WHERE name = 'item_key'"])
    func otherOwners(_ damage: String) throws {
        let subject = try Subject("PRAGMA writable_schema = ON; " + damage)
        func expectRefused(_ bytes: [UInt8]) throws {
            let error = refusal { try LayoutStore.verify(at: subject.damaged.path, repair: true) }
            #expect(error?.code == .notAStore && error?.message.contains("\n") == false, "\(String(describing: error))")
            #expect(try subject.damaged.bytes() == bytes)
        }
        for offset in [60, 63, 68, 71] {
            try expectRefused(subject.flip((offset, 5)))
            #expect(refusal { try LayoutStore.openOrRecreate(path: subject.damaged.path) }?.code == .notAStore)
        }
        var stranger = [UInt8](repeating: 0xA5, count: 8192)
        stranger.replaceSubrange(0..<15, with: Array("SQLite format 4".utf8))
        try subject.damaged.write(stranger)
        try expectRefused(stranger)
    }

    @Test("A page of the list of migrations that cannot be read does not end a repair")
    func migrationPage() throws {
        let subject = try Subject()
        // The type of the page.
        try subject.flip((4096, 0), (46, 6))
        let report = try subject.expectRepaired()
        #expect(report.repairs.contains { $0.contains("list of migrations") }, "\(report)")
    }

    /// Every encoding, page size, reservation, way to vacuum and journal of a file, alone or beside another
    /// program's table.
    @Test("A store in a file of any format is in order, and a repair keeps the format")
    func formats() throws {
        for (encoding, pageSize, vacuum, journal, isBeside) in [
            ("UTF-16be", 4096, "NONE", "DELETE", true), ("UTF-16be", 512, "FULL", "WAL", false),
            ("UTF-16le", 4096, "INCREMENTAL", "WAL", true), ("UTF-16le", 65536, "NONE", "TRUNCATE", false),
            ("UTF-8", 1024, "FULL", "DELETE", true),
        ] {
            let context = "\(encoding), \(pageSize), \(vacuum), \(journal)"
            let scratch = try ScratchDirectory()
            let path = scratch.file("format.db")
            try Connection(path: path, mode: .create).close()
            try Connection.at(path) {
                try $0.execute(
                    """
                    PRAGMA encoding = '\(encoding)'; PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(vacuum);
                    PRAGMA journal_mode = \(journal); CREATE TABLE t (a); DROP TABLE t
                    """)
                guard isBeside else { return }
                try $0.execute(
                    "CREATE TABLE photo (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO photo VALUES (1, 'é')")
            }
            var store = try LayoutStore(path: path, mode: isBeside ? .adopt : .create)
            try store.importItems([SourceItem(section: "März", key: "ä", height: 40)], into: "data")
            try store.defineLayout(
                "wall", dataset: "data", definition: LayoutDefinition(json: #"{"layout":"table"}"#),
                container: LayoutSize(width: 100, height: 100))
            try store.prepare("wall")
            store.close()
            #expect(try LayoutStore.verify(at: path, deep: true).problems == [], "\(context)")
            // A wrong length is repaired in place, and a missing index by a copy.
            for damage in ["UPDATE lc_band SET length = 7 WHERE length > 0", "DROP INDEX item_order"] {
                try Connection.at(path) { try $0.execute(damage) }
                let report = try LayoutStore.verify(at: path, repair: true)
                #expect(report.isWhole && !report.problems.isEmpty, "\(report), \(context)")
            }
            // A wide text's two orders of bytes are distinguished by reading the file.
            if encoding != "UTF-8" {
                var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
                bytes[59] ^= 1
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let report = try LayoutStore.verify(at: path, repair: true)
                #expect(report.isWhole, "\(report), \(context)")
            }
            store = try LayoutStore(path: path, mode: .readOnly)
            defer { store.close() }
            let formats = try ["encoding", "page_size"].map { setting in
                try store.pool.read { try $0.first("PRAGMA \(setting)", as: String.self) }
            }
            #expect(formats == [encoding, "\(pageSize)"], "\(context)")
            #expect(try store.layout("wall").snapshot().key(of: ItemIndexPath(section: 0, item: 0)) == "ä")
            #expect(!FileManager.default.fileExists(atPath: path + "-header"))
        }
    }
}
