import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Calls that have nothing to do: they do nothing.
@Suite struct IdleCallTests {
    private let directory: ScratchDirectory
    private let store: LayoutStore
    private static let definition = #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#

    init() throws {
        directory = try ScratchDirectory()
        store = try LayoutStore(path: directory.file("store.db"))
        let items = (0..<400).map { SourceItem(section: "s\($0 / 50)", key: "k\($0)", width: 40, height: 20) }
        try store.importItems(items, options: ImportOptions(dataset: "data"))
        try store.define("wall", Self.definition, 300, 400)
        try store.prepare("wall")
    }

    /// Calls that a listener may make of a layout that is up to date.
    private static let calls: KeyValuePairs<String, @Sendable (LayoutStore) async throws -> Void> = [
        "prepare": { try await $0.prepare("wall") },
        "prepare a rectangle": {
            try await $0.layout("wall").prepare(in: LayoutRect(x: 0, y: 0, width: 300, height: 400))
        }, "store no sizes": { _ = try await $0.layout("wall").storeSizes([]) },
        "store no sizes with an anchor": { store in
            let wall = store.layout("wall")
            let anchor = try wall.snapshot().anchor(at: LayoutPoint(x: 0, y: 200))
            _ = try await wall.storeSizes([], keeping: anchor)
        },
        "the size that it has": {
            _ = try await $0.layout("wall").storeSizes([ItemSize(.key("k7"), width: 40, height: 20)], from: .user)
        },
        "the container that it has": {
            try await $0.layout("wall").setContainer(LayoutSize(width: 300, height: 400))
        },
        "the definition that it has": { try $0.define("wall", definition, 300, 400) },
        "no changes": { _ = try await $0.apply([], to: "data") },
        "prepare all": { try prepareAll($0) },
    ]

    private static func prepareAll(_ store: LayoutStore) throws { _ = try store.prepareAll() }

    @Test(
        "A call that has nothing to do writes nothing, and two snapshots around it show one state",
        arguments: calls.indices)
    func writesNothing(index: Int) async throws {
        let before: LayoutSnapshot = try store.layout("wall").snapshot()
        let other = try Connection(path: store.path, mode: .readOnly)
        defer { other.close() }
        // It changes with each commit of another connection, and not with a checkpoint that is still under way.
        let version = try other.first("PRAGMA data_version", as: Int64.self)
        let revisions = try store.lines("SELECT revision FROM lc_preparation")
        let (name, call) = Self.calls[index]
        try await call(store)
        let after: LayoutSnapshot = try store.layout("wall").snapshot()
        #expect(before.generation == after.generation, "\(name)")
        #expect(try other.first("PRAGMA data_version", as: Int64.self) == version, "\(name)")
        #expect(try store.lines("SELECT revision FROM lc_preparation") == revisions, "\(name)")
    }

    @Test("Preparing at each change ends after one change", .timeLimit(.minutes(2)))
    func listenerThatPrepares() async throws {
        let wall = store.layout("wall")
        var rounds = 0
        let changes = store.changes()
        try await store.apply([.resizeItem(.key("k3"), width: nil, height: .points(33))], to: "data")
        let end = Task { [store] in
            // Long after the last change is reported.
            try await Task.sleep(for: .milliseconds(1500))
            store.close()
        }
        for await change in changes where change.layouts.contains("wall") {
            rounds += 1
            guard rounds < 50 else { break }
            try await wall.prepare()
        }
        end.cancel()
        #expect((1...3).contains(rounds))
    }
}
