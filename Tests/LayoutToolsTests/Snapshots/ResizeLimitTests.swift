import LayoutCacheTools
import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// How much a call lays out that may be on the main thread.
@Suite struct ResizeLimitTests {
    /// A section whose lines go on breaking elsewhere for long once one of them does.
    private func store(_ definition: String) throws -> TestStore {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("store.db"))
        let items = (0..<30_000).map { index -> SourceItem in
            let (width, height) = (60 + index % 90, 40 + index % 7)
            return SourceItem(section: "s", key: "k\(index)", width: Double(width), height: Double(height))
        }
        try store.importItems(items, options: ImportOptions(dataset: "data"))
        try store.define("wall", definition, 1000, 844)
        return try TestStore(directory: directory, store: store).prepared()
    }

    /// The number of bands that were laid out before a change and must be laid out again, or for the first time.
    private func staleBands(_ test: TestStore) throws -> Int { try test.count("lc_band WHERE is_stale") }

    @Test(
        "A size changes the visible part at once, and at most some thousand items further on",
        arguments: TestSettings.drawn(1, of: [0.0, 0.4, 1]))
    func flow(share: Double) throws {
        let test = try store(#"{"layout":"flow","footer":{"height":30}}"#)
        let wall = test.wall
        let reach = try wall.contentSize().height - 844
        let place = LayoutPoint(x: 0, y: share * reach)
        for (round, key) in ["k0", "k15000", "k7"].enumerated() {
            let anchor = try #require(try wall.anchor(at: place))
            let outcome = try wall.storeSizes(
                [ItemSize(.key(key), width: Double(91 + round), height: 40)], from: .user, keeping: anchor,
                waitingAtMost: .seconds(5))
            let visible = LayoutRect(origin: outcome.contentOffset, size: LayoutSize(width: 1000, height: 844))
            let seen = try wall.layoutAttributesForElements(in: visible)
            #expect(seen.contains { $0.kind == .cell })
            #expect(!seen.contains { $0.isStale }, "round \(round)")
        }
        #expect(try staleBands(test) > 0)
        try wall.prepare()
        let frames = try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 1000, height: reach + 844))
        try test.store.removeLayout("wall")
        try test.prepareWall(#"{"layout":"flow","footer":{"height":30}}"#, 1000, 844)
        let again = try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 1000, height: reach + 844))
        #expect(frames.sorted(by: LayoutAttributes.isListedBefore) == again.sorted(by: LayoutAttributes.isListedBefore))
    }

    @Test("A size on a large canvas is stored, and its cell is laid out at once")
    func canvas() throws {
        let test = try store(#"{"layout":"canvas"}"#)
        let wall = test.wall
        let outcome = try wall.storeSizes(
            [ItemSize(.key("k0"), width: 500, height: 500)], from: .user, waitingAtMost: .seconds(5))
        #expect(outcome.isStored)
        #expect(try staleBands(test) == 0)
        #expect(try wall.layoutAttributesForItem(at: [0, 0])?.isStale == false)
        #expect(try wall.layoutAttributesForItem(at: [0, 0])?.frame.width == 500)
    }

    @Test("Sizes of very many items are stored, and the first ones laid out")
    func manyItems() throws {
        let test = try store(#"{"layout":"table"}"#)
        let wall = test.wall
        let sizes = stride(from: 0, to: 30_000, by: 60).map { ItemSize(.key("k\($0)"), width: 10, height: 99) }
        let outcome = try wall.storeSizes(sizes, from: .user, waitingAtMost: .seconds(5))
        #expect(outcome.isStored)
        #expect(try wall.layoutAttributesForItem(at: [0, 0])?.frame.height == 99)
        #expect(try wall.layoutAttributesForItem(at: [0, 0])?.isStale == false)
        // Sixty items to a band of 128: all of them would be 30,000.
        #expect(try staleBands(test) > 100)
        try wall.prepare()
        #expect(try wall.layoutAttributesForItem(at: [0, 29_940])?.frame.height == 99)
    }
}
