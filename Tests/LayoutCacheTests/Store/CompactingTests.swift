import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The leftovers that a compaction removes before it rewrites the file.
@Suite struct CompactingTests {
    /// A store whose layout has one preparation that is shown and one that is to go.
    private func store() throws -> TestStore {
        let test = try TestStore.ofTable()
        let wall = test.store.layout("wall")
        try wall.prepare()
        try wall.setContainer(LayoutSize(width: 310, height: 400))
        try wall.prepare(in: LayoutRect(x: 0, y: 0, width: 310, height: 10))
        return test
    }

    private func preparations(_ test: TestStore) throws -> Int {
        try test.read { try $0.first("SELECT count(*) FROM lc_preparation", as: Int.self) ?? 0 }
    }

    @Test("The leftovers of a former container go with a compaction")
    func superseded() throws {
        let test = try store()
        #expect(try preparations(test) == 2)
        try test.store.compact()
        #expect(try preparations(test) == 1)
        #expect(try test.store.verify().isClean)
    }

    @Test("It goes as well where the compaction is awaited")
    func awaited() async throws {
        let test = try store()
        #expect(try preparations(test) == 2)
        try await test.store.compact()
        #expect(try preparations(test) == 1)
    }
}
