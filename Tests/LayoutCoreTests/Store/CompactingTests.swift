import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// The leftovers that a compaction removes before it rewrites the file.
@Suite struct CompactingTests {
    @Test("The leftovers of a former container go with a compaction, awaited or not", arguments: [false, true])
    func superseded(isAwaited: Bool) async throws {
        let test = try TestStore.ofTable().prepared()
        let wall = test.wall
        try await wall.setContainer(LayoutSize(width: 310, height: 400))
        try await wall.prepare(in: LayoutRect(x: 0, y: 0, width: 310, height: 10))
        #expect(try test.count("lc_preparation") == 2)
        if isAwaited { try await test.store.compact() } else { try compact(test.store) }
        #expect(try test.count("lc_preparation") == 1)
        #expect(try await test.store.verify().isWhole)
    }

    /// The blocking form.
    private func compact(_ store: LayoutStore) throws { try store.compact() }
}
