import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Bits that flip in the first 100 bytes of a file, by which SQLite knows how to read the rest.
@Suite struct HeaderTests {
    /// A file whose header will be damaged, and its contents.
    private struct Subject {
        let damaged: DamagedStore
        let path: String
        let whole: [UInt8]
        let rows: String

        init() throws {
            damaged = try DamagedStore()
            path = damaged.store.path
            damaged.store.close()
            whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            rows = try Self.rows(path)
        }

        static func rows(_ path: String) throws -> String {
            let connection = try Connection(path: path, mode: .readOnly)
            defer { connection.close() }
            return try connection.first(
                """
                SELECT group_concat(quote(id) || quote(position) || quote(key) || quote(width) || quote(height), ' ')
                  || (SELECT group_concat(name) FROM dataset) || (SELECT group_concat(definition) FROM layout)
                FROM (SELECT * FROM item ORDER BY id)
                """, as: String.self) ?? ""
        }

        func write(_ bytes: [UInt8]) throws {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }

        func flip(_ bits: [(offset: Int, bit: Int)]) throws -> [UInt8] {
            var bytes = whole
            for (offset, bit) in bits { bytes[offset] ^= 1 << bit }
            try write(bytes)
            return bytes
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

    @Test("A repair mends each field of the header that a flipped bit can spoil", arguments: fields.indices)
    func mends(_ index: Int) throws {
        let subject = try Subject()
        let field = Self.fields[index]
        for offset in field.bytes {
            for bit in [0, 1, 6] {
                _ = try subject.flip([(offset, bit)])
                let name = "\(field.name), bit \(bit) of byte \(offset)"
                do {
                    let report = try LayoutStore.verify(at: subject.path, repair: true)
                    #expect(report.isClean, "\(name): \(report)")
                    #expect(try LayoutStore.verify(at: subject.path, deep: true).isClean, "\(name)")
                    #expect(try Subject.rows(subject.path) == subject.rows, "\(name)")
                    let store = try LayoutStore(path: subject.path)
                    try store.layout("flow").prepare()
                    store.close()
                } catch {
                    Issue.record("\(name): \(error)")
                }
            }
        }
    }

    @Test("Free pages that a header counts and does not name are found, and counted as none")
    func freePages() throws {
        let subject = try Subject()
        // SQLite writes a file without free pages, so that the header names none.
        let connection = try Connection(path: subject.path, mode: .readWrite)
        try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: subject.path)))
        #expect(bytes[32..<40].allSatisfy { $0 == 0 })
        bytes[37] ^= 1
        try subject.write(bytes)
        let problem = "header: it counts 65536 free pages and names none"
        #expect(try LayoutStore.verify(at: subject.path).problems == [problem])
        let report = try LayoutStore.verify(at: subject.path, repair: true)
        #expect(report.isClean && report.problems == [problem], "\(report)")
        #expect(try LayoutStore.verify(at: subject.path, deep: true).isClean)
        #expect(try Subject.rows(subject.path) == subject.rows)
        // A statement that needs a new page asks for a free one first.
        let store = try LayoutStore(path: subject.path)
        defer { store.close() }
        try store.createDataset("more")
        try store.apply(
            [.appendSection(title: nil), .appendItems((0..<2000).map { SourceItem(key: "\($0)") }, section: 0)],
            to: "more")
    }

    @Test("Several fields of a header that are wrong at once are mended together")
    func several() throws {
        let subject = try Subject()
        _ = try subject.flip([(3, 4), (16, 7), (18, 5), (19, 3), (20, 2), (22, 1), (45, 0), (46, 6), (59, 1)])
        #expect(throws: LayoutError.self) { try LayoutStore.verify(at: subject.path) }
        let report = try LayoutStore.verify(at: subject.path, repair: true)
        #expect(report.isClean && report.repairs.contains { $0.contains("its page size is 36864") }, "\(report)")
        #expect(try Subject.rows(subject.path) == subject.rows)
    }

    @Test("A header that keeps a store from being opened is damage, with advice, and not the end of the store")
    func words() throws {
        let subject = try Subject()
        for (offset, words) in [(0, "SQLite format 3"), (16, "page size"), (19, "read version"), (21, "payload")] {
            let bytes = try subject.flip([(offset, 3)])
            for mode in [LayoutStore.Mode.readOnly, .create] {
                let error = #expect(throws: LayoutError.self) { try LayoutStore(path: subject.path, mode: mode) }
                #expect(
                    error?.code == .corrupt && error?.message.contains(words) == true && error?.advice != nil,
                    "\(String(describing: error))")
            }
            #expect(Array(try Data(contentsOf: URL(fileURLWithPath: subject.path))) == bytes)
        }
        _ = try subject.flip([(18, 2)])
        for mode in [LayoutStore.Mode.readWrite, .create] {
            let error = #expect(throws: LayoutError.self) { try LayoutStore(path: subject.path, mode: mode) }
            #expect(
                error?.code == .corrupt && error?.message.contains("write version") == true && error?.advice != nil,
                "\(String(describing: error))")
        }
        try LayoutStore(path: subject.path, mode: .readOnly).close()
        #expect(try LayoutStore.verify(at: subject.path).problems == ["header: its write version is 6"])
    }

    @Test("A file marked as another program's, or a newer version's, is not changed, and the reason is reported")
    func otherOwners() throws {
        let subject = try Subject()
        for offset in [60, 63, 68, 71] {
            let bytes = try subject.flip([(offset, 5)])
            let error = #expect(throws: LayoutError.self) { try LayoutStore.verify(at: subject.path, repair: true) }
            #expect(error?.code == .notAStore && error?.message.contains("\n") == false, "\(String(describing: error))")
            #expect(Array(try Data(contentsOf: URL(fileURLWithPath: subject.path))) == bytes)
        }
        var stranger = [UInt8](repeating: 0xA5, count: 8192)
        stranger.replaceSubrange(0..<15, with: Array("SQLite format 4".utf8))
        try subject.write(stranger)
        let error = #expect(throws: LayoutError.self) { try LayoutStore.verify(at: subject.path, repair: true) }
        #expect(error?.code == .notAStore)
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: subject.path))) == stranger)
    }

    @Test("A page of the list of migrations that cannot be read does not end a repair")
    func migrationPage() throws {
        let subject = try Subject()
        // The type of the page.
        _ = try subject.flip([(4096, 0), (46, 6)])
        let report = try LayoutStore.verify(at: subject.path, repair: true)
        #expect(report.isClean && report.repairs.contains { $0.contains("list of migrations") }, "\(report)")
        #expect(try Subject.rows(subject.path) == subject.rows)
    }
}
