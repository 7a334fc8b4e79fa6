import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The states of a layout, one after another.
@Suite struct LayoutSnapshotsTests {
    @Test("Each state is newer, the near part is laid out in the first, and in the end all is")
    func follows() async throws {
        let viewport = LayoutSize(width: 320, height: 480)
        let test = try TestStore.ofOneSection(
            items: 30_000, height: "50", definition: #"{"layout":"table"}"#, container: viewport)
        let near = LayoutRect(x: 0, y: 0, width: 320, height: 480)
        var states = test.wall.snapshots(near: { near }).makeAsyncIterator()
        let first = try #require(try await states.next())
        #expect(try first.layoutAttributesForElements(in: near).count == 10)
        var last = first
        while !last.isComplete {
            let next = try #require(try await states.next())
            #expect(next.generation > last.generation)
            last = next
        }
        #expect(last.contentSize.height == 1_500_000)
        try test.execute("DELETE FROM item WHERE id = (SELECT min(id) FROM item)")
        var next = try #require(try await states.next())
        while next.numberOfItems == 30_000 { next = try #require(try await states.next()) }
        #expect(try next.layoutAttributesForElements(in: near).count == 10 && next.numberOfItems == 29_999)
        test.store.close()
        await #expect(throws: LayoutError.self) { while try await states.next() != nil {} }
    }
}
