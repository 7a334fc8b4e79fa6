import Foundation
import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
import LayoutShowing

/// Stores that are made by loading them.
@Suite struct CreatingTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private struct Stopped: Error {}

    private func path(_ name: String = "new.db") -> String { scratch.file(name) }

    private static let options = ImportOptions(dataset: "data", columns: .init(section: "s", key: "k", height: "h"))
    private static let small = LayoutStore.Configuration(cacheBytes: 1 << 16)

    private static func text(items: Int) -> ImportSource {
        .bytes(Array(("s,k,h,t\n" + (0..<items).map { "s\($0 / 50),k\($0),\($0 % 7),t\($0)\n" }.joined()).utf8))
    }

    @discardableResult
    private static func load(_ items: Int, _ store: LayoutStore) throws -> ImportReport {
        try store.importItems(from: text(items: items), options: options)
    }

    private static func contents(_ path: String) throws -> [String] {
        try Connection.at(path, .readOnly) { connection in
            try ["dataset", "section", "item", "lc_run", "sqlite_schema"].flatMap { table in
                let columns = try connection.names("SELECT name FROM pragma_table_info('\(table)')")
                // A run's revision is drawn at random.
                let row = columns.filter { !["rootpage", "revision"].contains($0) }.map { "quote(\"\($0)\")" }.joined(
                    separator: ", ")
                return try connection.lines("SELECT \(row) FROM \(table)").sorted().map { table + $0 }
            }
        }
    }

    private static func mode(_ path: String) throws -> String? {
        try Connection.at(path, .readOnly) { try $0.first("PRAGMA journal_mode", as: String.self) }
    }

    @Test("A store that is made by loading holds what an import puts into one that is there, and has had no log")
    func loading() throws {
        let report = try LayoutStore.create(at: path(), configuration: Self.small) { store in
            let report = try Self.load(3000, store)
            #expect(try scratch.names() == ["new.db"])
            #expect(try store.datasets().map(\.name) == ["data"])
            return report
        }
        #expect(report.itemsInserted == 3000)
        #expect(try scratch.names() == ["new.db"])
        let store = try LayoutStore(path: path("other.db"))
        try Self.load(3000, store)
        store.close()
        let difference = try Self.contents(path()).difference(from: Self.contents(path("other.db")))
        #expect(Array(difference) == [])
        #expect(try Self.mode(path()) == "wal")
        #expect(try Connection.at(path(), .readOnly) { try $0.names("PRAGMA integrity_check") } == ["ok"])
    }

    @MainActor @Test("A task makes a store by loading it, and leaves none behind if that fails")
    func asynchronousLoading() async throws {
        let path = path()
        await #expect(throws: CancellationError.self) {
            try await LayoutStore.create(at: path) { store in
                try store.importItems(from: Self.text(items: 1), options: Self.options)
                try await store.removeDataset("data")
                throw CancellationError()
            }
        }
        #expect(try scratch.names() == [])
        let report = try await LayoutStore.create(at: path) {
            try await $0.importItems((0..<10).map { SourceItem(key: "\($0)") }, into: "data")
        }
        #expect(report.itemsInserted == 10)
        #expect(try Self.mode(path) == "wal")
    }

    @Test("An existing file that is no empty store is not changed")
    func existing() throws {
        let (path, filled) = (path("there.db"), path("filled.db"))
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        #expect(refusal { try LayoutStore.create(at: path) { _ in } }?.code == .notAStore)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("text".utf8))
        try LayoutStore.create(at: filled) { try Self.load(10, $0) }
        let error = refusal { try LayoutStore.create(at: filled) { _ in } }
        #expect(error?.withCode == "exists: \(filled) holds a data set")
        #expect(try LayoutStore(path: filled).datasets().map(\.itemCount) == [10])
    }

    @Test("An existing empty store is loaded without a log, and stays if that fails")
    func empty() throws {
        let path = path()
        try LayoutStore(path: path).close()
        #expect(throws: Stopped.self) { try LayoutStore.create(at: path) { _ in throw Stopped() } }
        #expect(try scratch.names() == ["new.db"])
        #expect(try Self.mode(path) == "wal")
        try LayoutStore.create(at: path) { store in
            try Self.load(3000, store)
            #expect(try scratch.names() == ["new.db"])
        }
        #expect(try Self.mode(path) == "wal")
        #expect(try LayoutStore(path: path).datasets().map(\.itemCount) == [3000])
    }

    @Test("An empty store that is open elsewhere, or that shares its file, is loaded through its log")
    func emptyInUse() throws {
        let (path, shared) = (path(), path("app.db"))
        let other = try LayoutStore(path: path)
        try LayoutStore.create(at: path) { store in
            try Self.load(10, store)
            #expect(try other.datasets().map(\.itemCount) == [10])
        }
        #expect(try other.first("PRAGMA journal_mode", as: String.self) == "wal")
        try Connection.at(shared, .create) { try $0.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY)") }
        try LayoutStore(path: shared, mode: .adopt).close()
        try LayoutStore.create(at: shared) { store in
            try Self.load(10, store)
            #expect(FileManager.default.fileExists(atPath: shared + "-wal"))
        }
    }

    @Test("If loading fails, no file stays, unless it contains a data set: then the error reports that")
    func failing() throws {
        // Heights come again, and a key cannot.
        var repeated = Self.options
        repeated.columns.key = "h"
        let loads: [(code: LayoutError.Code?, items: [Int], load: (LayoutStore) throws -> Void)] = [
            (nil, [], { [repeated] in try $0.importItems(from: Self.text(items: 3000), options: repeated) }),
            (
                nil, [10],
                {
                    try Self.load(10, $0)
                    throw Stopped()
                }
            ), (.datasetExists, [10], { for _ in 0..<2 { try Self.load(10, $0) } }),
            // As a request to stop does: the store refuses everything from then on.
            (
                .cancelled, [],
                { store in
                    try store.importItems(from: Self.text(items: 20_000), options: Self.options) { _ in
                        store.interrupt()
                    }
                }
            ),
        ]
        for (number, (code, items, load)) in loads.enumerated() {
            let path = path("\(number).db")
            let error = #expect(throws: (any Error).self) {
                try LayoutStore.create(at: path, configuration: Self.small, loading: load)
            }
            let found = error as? LayoutError
            #expect(code == nil || found?.code == code, "\(number)")
            #expect(code != .datasetExists || found?.advice?.contains("holds the data sets") == true)
            guard !items.isEmpty else {
                #expect(try scratch.names().allSatisfy { !$0.hasPrefix("\(number)") }, "\(number)")
                continue
            }
            #expect(try Self.mode(path) == "wal")
            #expect(try LayoutStore(path: path).datasets().map(\.itemCount) == items, "\(number)")
        }
    }

    @Test("A load is stored, and reported as stored, if the log cannot be made after that")
    func withoutLog() throws {
        let path = path()
        let report = try LayoutStore.create(at: path) { store in
            let report = try Self.load(10, store)
            try FileManager.default.createDirectory(atPath: path + "-wal", withIntermediateDirectories: false)
            return report
        }
        #expect(report.itemsInserted == 10)
        try FileManager.default.removeItem(atPath: path + "-wal")
        let store = try LayoutStore(path: path)
        #expect(try store.datasets().map(\.itemCount) == [10])
        #expect(try store.first("PRAGMA journal_mode", as: String.self) == "wal")
    }

    @Test("If the disk becomes full while a store is made, no file stays")
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            let directory = try ScratchDirectory()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 400_000, rlim_max: .max)
            _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            let items = (0..<20_000).lazy.map { SourceItem(key: "key \($0)", height: 40) }
            do {
                try LayoutStore.create(at: directory.file("a.db"), configuration: .init(cacheBytes: 1 << 16)) {
                    _ = try $0.importItems(items, into: "data")
                }
                exit(1)
            } catch let error as LayoutError {
                guard error.code == .diskFull, error.advice == nil else { exit(2) }
            }
            guard try directory.names() == [] else { exit(3) }
        }
    }

    @Test("A reader of a store that is being made keeps it from its log until the next opening for writing")
    func reading() throws {
        let path = path()
        var reader: Connection?
        try LayoutStore.create(at: path, configuration: .init(busyTimeout: .milliseconds(20))) {
            try Self.load(10, $0)
            reader = try Connection(path: path, mode: .readOnly)
            try reader?.execute("BEGIN; SELECT count(*) FROM item")
        }
        #expect(try reader?.first("PRAGMA journal_mode", as: String.self) == "delete")
        try reader?.execute("COMMIT")
        let store = try LayoutStore(path: path)
        #expect(try store.first("PRAGMA journal_mode", as: String.self) == "wal")
        #expect(try store.datasets().map(\.itemCount) == [10])
    }
}
