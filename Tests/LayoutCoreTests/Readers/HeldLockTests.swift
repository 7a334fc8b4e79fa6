import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Readers beside another process that holds the write lock.
@Suite struct HeldLockTests {
    private let test: TestStore
    private static let rect = LayoutRect(x: 0, y: 0, width: 100, height: 100)

    init() throws {
        test = try TestStore.ofTable(items: 20)
        try test.store.prepare("wall")
        try test.execute("UPDATE item SET height = 77 WHERE id = 1")
    }

    /// Calls `body` while the lock is held. A call that waits for it ends with an error.
    private func beside(_ body: () async throws -> Void) async throws {
        let holder = try Connection(path: test.store.path, mode: .readWrite)
        defer { holder.close() }
        try holder.execute("BEGIN IMMEDIATE; DELETE FROM item WHERE id = 2")
        try await body()
    }

    @Test("A reading call that prepares returns the prepared state, marked as stale, and prepares when it can")
    func reading() async throws {
        let wall = test.store.layout("wall")
        let before = try wall.layoutAttributesForElements(in: Self.rect)
        try await beside {
            let elements = try wall.layoutAttributesForElements(in: Self.rect, preparing: .visible)
            #expect(elements.map(\.frame) == before.map(\.frame) && elements.contains { $0.isStale })
            #expect(test.store.isBehind)
            let item = try wall.layoutAttributesForItem(at: [0, 0], preparing: .visible)
            #expect(item?.frame.height == before[0].frame.height && item?.isStale == true)
        }
        #expect(try wall.layoutAttributesForItem(at: [0, 0], preparing: .visible)?.frame.height == 77)
    }

    @Test("Of a layout that was never prepared, a reading call that prepares reports the writer")
    func unprepared() async throws {
        try test.define("other", TestStore.tableDefinition, 100, 100)
        try await beside {
            let error = refusal {
                try test.store.layout("other").layoutAttributesForElements(in: Self.rect, preparing: .visible)
            }
            #expect(error?.code == .busy)
        }
    }

    @Test("The first state of a sequence of snapshots comes at once, and the next one after the lock")
    func snapshots() async throws {
        let wall = test.store.layout("wall")
        var states = wall.snapshots(near: { Self.rect }).makeAsyncIterator()
        func height() async throws -> Double? {
            let snapshot = try #require(try await states.next())
            defer { snapshot.close() }
            return try snapshot.layoutAttributesForItem(at: [0, 0])?.frame.height
        }
        try await beside {
            let first = try await height()
            #expect(first != 77)
        }
        #expect(try await height() == 77)
    }
}
