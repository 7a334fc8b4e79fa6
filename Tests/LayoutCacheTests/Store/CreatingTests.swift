import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Stores that are made by loading them.
@Suite struct CreatingTests {
    private static let options = ImportOptions(
        dataset: "data", columns: .init(section: "s", key: "k", height: "h"))

    private static func text(items: Int) -> ImportSource {
        .bytes(Array(("s,k,h,t\n" + (0..<items).map { "s\($0 / 50),k\($0),\($0 % 7),t\($0)\n" }.joined()).utf8))
    }

    private static func contents(_ path: String) throws -> [String] {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        var lines: [String] = []
        for table in ["dataset", "section", "item", "lc_run", "sqlite_schema"] {
            var names: [String] = []
            try connection.forEachRow("SELECT name FROM pragma_table_info(?1)", table) {
                names.append($0.stringOrEmpty(0))
            }
            names.removeAll { $0 == "rootpage" }
            let row = names.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
            try connection.forEachRow("SELECT \(row) FROM \(table) ORDER BY 1") {
                lines.append(table + $0.stringOrEmpty(0))
            }
        }
        return lines
    }

    @Test("A store that is made by loading holds what an import puts into one that is there, and has had no log")
    func loading() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("new.db")
        let small = LayoutStore.Configuration(cacheBytes: 1 << 16)
        let report = try LayoutStore.create(at: path, configuration: small) { store in
            let report = try store.importItems(from: Self.text(items: 3000), options: Self.options)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["new.db"])
            #expect(try store.datasets().map(\.name) == ["data"])
            return report
        }
        #expect(report.itemsInserted == 3000)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["new.db"])
        let store = try LayoutStore(path: scratch.file("other.db"))
        try store.importItems(from: Self.text(items: 3000), options: Self.options)
        store.close()
        let difference = try Self.contents(path).difference(from: Self.contents(scratch.file("other.db")))
        #expect(Array(difference) == [])
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(try connection.first("PRAGMA journal_mode", as: String.self) == "wal")
        #expect(try connection.first("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @MainActor
    @Test("A task makes a store by loading it, and leaves none behind if that fails")
    func asynchronousLoading() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("new.db")
        await #expect(throws: CancellationError.self) {
            try await LayoutStore.create(at: path) { store in
                try await store.importItems(from: Self.text(items: 1), options: Self.options)
                try await store.removeDataset("data")
                throw CancellationError()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
        let report = try await LayoutStore.create(at: path) {
            try await $0.importItems(from: Self.text(items: 10), options: Self.options)
        }
        #expect(report.itemsInserted == 10)
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(try connection.first("PRAGMA journal_mode", as: String.self) == "wal")
    }

    @Test("An existing file that is no empty store is not changed")
    func existing() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("there.db")
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: LayoutError.self) { try LayoutStore.create(at: path) { _ in } }
        #expect(error?.code == .notAStore)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("text".utf8))
        let filled = scratch.file("filled.db")
        _ = try LayoutStore.create(at: filled) { try $0.importItems(from: Self.text(items: 10), options: Self.options) }
        let refusal = #expect(throws: LayoutError.self) { try LayoutStore.create(at: filled) { _ in } }
        #expect(refusal?.code == .exists)
        #expect(refusal?.message == "\(filled) holds a data set")
        #expect(try LayoutStore(path: filled).datasets().map(\.itemCount) == [10])
    }

    @Test("An existing empty store is loaded without a log, and stays if that fails")
    func empty() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("empty.db")
        try LayoutStore(path: path).close()
        func mode() throws -> String? {
            let connection = try Connection(path: path, mode: .readOnly)
            defer { connection.close() }
            return try connection.first("PRAGMA journal_mode", as: String.self)
        }
        struct Stopped: Error {}
        #expect(throws: Stopped.self) { try LayoutStore.create(at: path) { _ in throw Stopped() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["empty.db"])
        #expect(try mode() == "wal")
        try LayoutStore.create(at: path) { store in
            try store.importItems(from: Self.text(items: 3000), options: Self.options)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["empty.db"])
        }
        #expect(try mode() == "wal")
        #expect(try LayoutStore(path: path).datasets().map(\.itemCount) == [3000])
    }

    @Test("An empty store that is open elsewhere, or that shares its file, is loaded through its log")
    func emptyInUse() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("empty.db")
        let other = try LayoutStore(path: path)
        try LayoutStore.create(at: path) { store in
            try store.importItems(from: Self.text(items: 10), options: Self.options)
            #expect(try other.datasets().map(\.itemCount) == [10])
        }
        #expect(try other.pool.read { try $0.first("PRAGMA journal_mode", as: String.self) } == "wal")
        let shared = scratch.file("app.db")
        let app = try Connection(path: shared, mode: .create)
        try app.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, height REAL)")
        app.close()
        try LayoutStore(path: shared, mode: .adopt).close()
        try LayoutStore.create(at: shared) { store in
            try store.importItems(from: Self.text(items: 10), options: Self.options)
            #expect(FileManager.default.fileExists(atPath: shared + "-wal"))
        }
    }

    @Test("If loading fails, no file stays, unless it contains a data set")
    func failing() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("new.db")
        let small = LayoutStore.Configuration(cacheBytes: 1 << 16)
        #expect(throws: LayoutError.self) {
            try LayoutStore.create(at: path, configuration: small) {
                // Heights come again, and a key cannot.
                var options = Self.options
                options.columns.key = "h"
                try $0.importItems(from: Self.text(items: 3000), options: options)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
        struct Stopped: Error {}
        #expect(throws: Stopped.self) {
            try LayoutStore.create(at: path) {
                try $0.importItems(from: Self.text(items: 10), options: Self.options)
                throw Stopped()
            }
        }
        let store = try LayoutStore(path: path)
        #expect(try store.datasets().map(\.itemCount) == [10])
    }

    @Test("If loading is interrupted, no file stays")
    func interrupting() throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: LayoutError.self) {
            try LayoutStore.create(at: scratch.file("new.db")) { store in
                // As a request to stop does: the store refuses everything from then on.
                try store.importItems(from: Self.text(items: 20_000), options: Self.options) { _ in store.interrupt() }
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("A reader of a store that is being made keeps it from its log until the next opening for writing")
    func reading() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("new.db")
        var reader: Connection?
        try LayoutStore.create(at: path, configuration: .init(busyTimeout: .milliseconds(20))) {
            try $0.importItems(from: Self.text(items: 10), options: Self.options)
            reader = try Connection(path: path, mode: .readOnly)
            try reader?.execute("BEGIN; SELECT count(*) FROM item")
        }
        #expect(try reader?.first("PRAGMA journal_mode", as: String.self) == "delete")
        try reader?.execute("COMMIT")
        let store = try LayoutStore(path: path)
        #expect(try store.pool.read { try $0.first("PRAGMA journal_mode", as: String.self) } == "wal")
        #expect(try store.datasets().map(\.itemCount) == [10])
    }
}
