import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCore

/// Items that an app has, against the same items in a file.
@Suite struct ImportItemsTests {
    private func contents(_ store: LayoutStore) throws -> [String] {
        try store.lines(
            """
            SELECT s.id, s.position, s.title, i.id, i.position, i.key, i.width, i.height, i.x, i.y, i.payload
            FROM section AS s LEFT JOIN item AS i ON i.section_id = s.id ORDER BY s.position, i.position
            """) + store.lines("SELECT section_id, first_position, item_count, changes FROM lc_run ORDER BY 1, 2")
    }

    private static func stream(_ items: [SourceItem]) -> AsyncStream<SourceItem> {
        AsyncStream { continuation in
            for item in items { continuation.yield(item) }
            continuation.finish()
        }
    }

    private func draw(_ count: Int, _ random: inout SeededGenerator) -> [SourceItem] {
        (0..<count).map { number in
            func length() -> Double? {
                Int.random(in: 0..<5, using: &random) == 0 ? nil : random.exactLength(in: 0...500)
            }
            return SourceItem(
                section: Int.random(in: 0..<6, using: &random) == 0 ? nil : "s\(Int.random(in: 0..<4, using: &random))",
                key: Int.random(in: 0..<6, using: &random) == 0 ? nil : "k\(number)", width: length(), height: length(),
                x: length(), y: length(), payload: #"{"n":\#(number)}"#)
        }
    }

    private static let columns = ImportColumns(
        section: "section", key: "key", width: "width", height: "height", x: "x", y: "y")

    @Test(
        "A cancelled import reads no more of its sequence, and leaves the store as it was", arguments: [false, true],
        [ImportMode.append, .sync])
    func cancelled(isAsync: Bool, mode: ImportMode) async throws {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("store.db"))
        try await store.importItems([SourceItem(key: "old")], into: "data", mode: .create)
        let read = Counter()
        let most = 3_000_000
        let importing = Task {
            if isAsync {
                let stream = AsyncStream<SourceItem>(unfolding: {
                    let number = read.next()
                    return number < most ? SourceItem(key: "k\(number)") : nil
                })
                try await store.importItems(stream, into: "data", mode: mode)
            } else {
                let counted = CountedItems(most: most, read: read)
                try await store.importItems(counted, into: "data", mode: mode)
            }
        }
        while read.value < 20_000 { try await Task.sleep(for: .milliseconds(1)) }
        importing.cancel()
        let result = await importing.result
        #expect(throws: LayoutError.self) { try result.get() }
        #expect(read.value < most / 2)
        #expect(try store.lines("SELECT key FROM item") == ["old"])
    }

    @Test("Items leave what the same rows of a file leave, in every mode", arguments: ImportMode.allCases)
    func sameAsFile(_ mode: ImportMode) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 101 &+ 3)
            let stores = try (LayoutStore.inMemory(), LayoutStore.inMemory())
            var batches = [draw(Int.random(in: 0...60, using: &random), &random)]
            if mode != .create { batches.append(draw(Int.random(in: 1...90, using: &random), &random)) }
            if mode == .append {
                batches[1] = batches[1].map { SourceItem(section: $0.section, height: $0.height, payload: $0.payload) }
            }
            if mode == .upsert || mode == .sync { batches = batches.map { $0.filter { $0.key != nil } } }
            for (index, batch) in batches.enumerated() {
                let options = ImportOptions(dataset: "data", columns: Self.columns, mode: index == 0 ? .create : mode)
                var text = "section,key,width,height,x,y,n\n"
                for item in batch {
                    let fields =
                        [item.section, item.key] + [item.width, item.height, item.x, item.y].map { $0.map { "\($0)" } }
                    let number = item.payload?.dropFirst(5).dropLast() ?? ""
                    text += fields.map { $0 ?? "" }.joined(separator: ",") + ",\(number)\n"
                }
                let first = try stores.0.importItems(batch.lazy.map { $0 }, options: options)
                let second = try stores.1.importItems(from: .bytes(Array(text.utf8)), options: options)
                #expect(first == second, "seed \(seed)")
            }
            #expect(try contents(stores.0) == contents(stores.1), "seed \(seed)")
        }
    }

    @Test(
        "An item that cannot be stored is named by its number, and nothing of the import stays",
        arguments: [
            (SourceItem(width: -1), .negativeSize), (SourceItem(height: .nan), .notFinite),
            (SourceItem(height: 1e10), .absurdSize), (SourceItem(x: .infinity), .notFinite),
            (SourceItem(key: "a\0b"), .nulByte), (SourceItem(section: "\0"), .nulByte),
            (SourceItem(payload: "[]"), .notAnObject), (SourceItem(payload: ""), .notAnObject),
            (SourceItem(payload: "{\"a\":}"), .invalidJSON), (SourceItem(payload: "{} {}"), .invalidJSON),
            (SourceItem(key: "k"), .duplicateKey),
        ] as [(SourceItem, LayoutError.Code)])
    func mistakes(_ item: SourceItem, _ code: LayoutError.Code) throws {
        let store = try LayoutStore.inMemory()
        let items = [SourceItem(key: "k"), SourceItem(payload: "{}"), item, SourceItem()]
        let error = refusal { try store.importItems(items, options: ImportOptions(dataset: "data")) }
        #expect(error?.code == code && error?.line == 3)
        #expect(try store.datasets() == [])
        let report = try store.importItems(items, options: ImportOptions(dataset: "data", maximumErrors: 1))
        #expect(report.itemsInserted == 3 && report.rowsRejected == 1 && report.rowsRead == 4)
        #expect(report.firstErrors.map(\.code) == [code])
    }

    @Test("An asynchronous sequence leaves what the items leave, few or many", arguments: [0, 7, 4096, 10_000])
    func asynchronous(_ count: Int) async throws {
        var random = SeededGenerator(seed: 9)
        let items = draw(count, &random)
        let stores = try (LayoutStore.inMemory(), LayoutStore.inMemory(), LayoutStore.inMemory())
        try stores.0.importSynchronously(items)
        let report = try await stores.1.importItems(Self.stream(items), into: "data")
        #expect(report.itemsInserted == count)
        try await stores.2.importItems(items, into: "data")
        #expect(try contents(stores.0) == contents(stores.1))
        #expect(try contents(stores.0) == contents(stores.2))
    }

    private final class NotedRows: Sendable {
        let counts = Mutex<[Int]>([])
        @Sendable func note(_ progress: LayoutProgress) { counts.withLock { $0.append(progress.count) } }
    }

    @Test("Progress counts the items of a sequence, synchronous or not")
    func progress() async throws {
        let items = (0..<20_000).map { SourceItem(key: "\($0)", height: 1) }
        for isAsynchronous in [false, true] {
            let store = try LayoutStore.inMemory()
            let rows = NotedRows()
            if isAsynchronous {
                try await store.importItems(Self.stream(items), into: "data", progress: rows.note)
            } else {
                try await store.importItems(items, into: "data", progress: rows.note)
            }
            let counts = rows.counts.withLock { $0 }
            #expect(counts.count > 1 && counts == counts.sorted() && (1...20_000).contains(counts[0]), "\(counts)")
        }
    }

    @Test("During the wait for an asynchronous sequence other writers continue, and if it fails nothing of it stays")
    func failingSequence() async throws {
        struct Broken: Error {}
        let store = try LayoutStore.inMemory()
        let stream = AsyncThrowingStream<SourceItem, any Error> { continuation in
            for _ in 0..<5000 { continuation.yield(SourceItem()) }
            Task {
                try await store.createDataset("other")
                continuation.finish(throwing: Broken())
            }
        }
        await #expect(throws: Broken.self) {
            try await store.importItems(stream, into: "data")
        }
        #expect(try store.datasets().map(\.name) == ["other"])
    }
}

extension LayoutStore {
    /// The blocking form, from within an asynchronous function.
    fileprivate func importSynchronously(_ items: [SourceItem]) throws {
        try importItems(items, options: ImportOptions(dataset: "data"))
    }
}

/// Counts the items that were read.
private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Items that are made one by one.
private struct CountedItems: Sequence, Sendable {
    let most: Int
    let read: Counter

    func makeIterator() -> AnyIterator<SourceItem> {
        AnyIterator {
            let number = read.next()
            return number < most ? SourceItem(key: "k\(number)") : nil
        }
    }
}
