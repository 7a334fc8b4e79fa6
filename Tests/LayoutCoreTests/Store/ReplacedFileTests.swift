import Foundation
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
import LayoutSources

/// A file that is deleted, moved or replaced while its store is open.
@Suite struct ReplacedFileTests {
    enum Fate: CaseIterable { case deleted, moved, replaced }

    @Test("Later calls are refused, observers end, and a snapshot shows what it has", arguments: Fate.allCases)
    func refuses(fate: Fate) async throws {
        let test = try TestStore.ofTwoSections().prepared()
        let store = test.store
        let snapshot = try test.wall.snapshot()
        var changes = store.changes().makeAsyncIterator()
        let path = store.path
        switch fate {
        case .deleted: for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        case .moved: try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        case .replaced:
            let other = try TestStore.ofTwoSections().prepared()
            other.store.close()
            try other.directory.contents(of: "store.db").write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        let height = LayoutSize(width: 1, height: 77)
        let calls: [(String, () throws -> Void)] = [
            ("a change", { try store.apply([.deleteItem(.key("k0"))], to: "data") }),
            ("a size", { _ = try test.wall.storeSizes([ItemSize(.key("k0"), height)], from: .user) }),
            ("preparing", { try store.prepare("wall") }), ("reading", { _ = try test.wall.contentSize() }),
            ("a snapshot", { _ = try test.wall.snapshot() }),
            ("an import", { try store.importItems([SourceItem(key: "new")], into: "data", mode: .append) }),
        ]
        for (name, call) in calls {
            let error = refusal { try call() }
            #expect(error?.code == .fileReplaced && error?.advice != nil, "\(name): \(String(describing: error))")
        }
        await #expect(throws: LayoutError.self) { try await store.prepare("wall") }
        while await changes.next() != nil {}
        #expect(try snapshot.layoutAttributesForItem(at: [1, 0])?.frame.y == 60)
        store.close()
        if fate == .replaced { #expect(try LayoutStore(path: path).layout("wall").contentSize().height == 100) }
    }
}
