import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Taking, holding and closing snapshots of layouts.
@Suite struct SnapshotLifeTests {
    /// Rows of 20 points.
    private func makeTable(items: Int, limits: BandLimits = TestStore.tinyLimits) throws -> TestStore {
        try .ofOneSection(items: items, height: "20", limits: limits)
    }

    @Test("A closed snapshot throws an error that names the reason")
    func closed() throws {
        let test = try makeTable(items: 3)
        let snapshot = try test.wall.snapshot()
        #expect(snapshot.isOpen)
        snapshot.close()
        snapshot.close()
        #expect(!snapshot.isOpen)
        let calls: [() throws -> Any?] = [
            { try snapshot.layoutAttributesForElements(in: .zero) }, { try snapshot.numberOfItems(inSection: 0) },
            { try snapshot.indexPath(of: .key("k1")) }, { try snapshot.anchor(at: .zero) },
            { try snapshot.contentOffset(atFraction: 0) },
        ]
        for call in calls { #expect(refusal(call)?.code == .snapshotClosed) }
    }

    @Test("A snapshot outlives its store's last reference, and ends with its closing")
    func outlives() throws {
        var test: TestStore? = try makeTable(items: 3)
        try test?.store.prepare("wall")
        let directory = test?.directory
        let snapshot = try #require(try test?.wall.snapshot())
        test = nil
        #expect(try snapshot.key(of: [0, 2]) == "k2")
        let again = try LayoutStore(path: #require(directory).file("store.db"))
        let second = try again.layout("wall").snapshot()
        again.close()
        #expect(refusal { try second.numberOfItems(inSection: 0) }?.code == .snapshotClosed)
    }

    @Test("A layout that is not there has no snapshot, and leaves none behind")
    func missing() throws {
        let test = try makeTable(items: 3)
        for _ in 0..<40 {
            #expect(refusal { try test.store.layout("roof").snapshot() as LayoutSnapshot }?.code == .notFound)
        }
        let snapshot = try test.wall.snapshot() as LayoutSnapshot
        #expect(snapshot.isOpen && snapshot.numberOfSections == 1 && snapshot.contentSize == .zero)
    }

    @Test("A snapshot of a layout that was never prepared has its data set's items, and no place for any of them")
    func unpreparedItems() throws {
        let store = try LayoutStore.inMemory()
        let counts = [3, 0, 700, 1, 0]
        var items: [SourceItem] = []
        for (section, count) in counts.enumerated() {
            items += (0..<count).map { SourceItem(section: "s\(section)", key: "k\(section).\($0)") }
            if count == 0 { items.append(SourceItem(section: "s\(section)", key: "gone\(section)")) }
        }
        try store.importItems(items, options: ImportOptions(dataset: "data"))
        try store.apply([.deleteItem(.key("gone1")), .deleteItem(.key("gone4"))], to: "data")
        try store.importItems([SourceItem(section: "other", key: "x")], options: ImportOptions(dataset: "other"))
        try store.define("wall", #"{"layout":"table"}"#, 320, 480)
        let snapshot = try store.layout("wall").snapshot() as LayoutSnapshot
        #expect(snapshot.numberOfSections == 5 && snapshot.numberOfItems == 704)
        #expect(snapshot.contentSize == .zero)
        var rank = 0
        for (section, count) in counts.enumerated() {
            #expect(try snapshot.numberOfItems(inSection: section) == count)
            for item in stride(from: 0, to: count, by: 7) {
                let (path, key) = (ItemIndexPath(section: section, item: item), "k\(section).\(item)")
                #expect(try snapshot.key(of: path) == key && snapshot.indexPath(of: .key(key)) == path)
                #expect(
                    try snapshot.rank(of: .key(key)) == rank + item && snapshot.indexPath(atRank: rank + item) == path)
                #expect(try snapshot.layoutAttributesForItem(at: path) == nil)
            }
            #expect(try snapshot.key(of: [section, count]) == nil)
            rank += count
        }
        #expect(try snapshot.indexPath(atRank: rank) == nil && snapshot.indexPath(of: .key("x")) == nil)
        #expect(try snapshot.numberOfItems(inSection: 5) == 0 && snapshot.numberOfItems(inSection: -1) == 0)
    }

    @Test("Until a layout is prepared again, a deleted item keeps its place and has no key")
    func deletedItems() throws {
        let test = try makeTable(items: 300)
        try test.store.prepare("wall")
        try test.execute("DELETE FROM item WHERE key IN ('k4', 'k200')")
        let snapshot = try test.wall.snapshot() as LayoutSnapshot
        #expect(snapshot.numberOfItems == 300)
        for item in 0..<300 {
            #expect(try snapshot.key(of: [0, item]) == (item == 4 || item == 200 ? nil : "k\(item)"), "\(item)")
        }
        let attributes = try #require(try snapshot.layoutAttributesForItem(at: [0, 4]))
        #expect(attributes.isStale)
        try test.store.prepare("wall")
        let next = try test.wall.snapshot() as LayoutSnapshot
        #expect(next.numberOfItems == 298)
        for item in 0..<298 { #expect(try next.key(of: [0, item]) != nil) }
    }

    @Test("A snapshot's container, frames and snapping belong to one preparation")
    func containerOfFrames() throws {
        let test = try TestStore.ofOneSection(
            items: 200, definition: #"{"layout":"flow","lineSpacing":0,"snap":{"alignment":"leading"}}"#
        ).prepared()
        let wall = test.wall
        func target() throws -> Double {
            try wall.targetContentOffset(
                forProposedContentOffset: LayoutPoint(x: 0, y: 470), withScrollingVelocity: .zero
            ).y
        }
        let before = try target()
        try wall.setContainer(LayoutSize(width: 640, height: 320))
        let snapshot = try wall.snapshot() as LayoutSnapshot
        #expect(snapshot.containerSize == LayoutSize(width: 320, height: 480))
        try test.define(
            "wall", #"{"layout":"flow","lineSpacing":0,"snap":{"alignment":"leading","padding":30}}"#, 320, 480)
        #expect(try target() == before)
        try wall.prepare()
        #expect(try target() != before)
        #expect(try (wall.snapshot() as LayoutSnapshot).containerSize == LayoutSize(width: 320, height: 480))
    }

    @Test("Keys, index paths and ranks are known of items that were never laid out", arguments: [17, 100, 1000])
    func estimated(_ items: Int) throws {
        let test = try makeTable(items: items)
        let wall = test.wall
        try wall.prepare(in: LayoutRect(x: 0, y: 0, width: 320, height: 480))
        // In the middle, where a band is cut.
        try wall.prepare(in: LayoutRect(x: 0, y: try wall.contentSize().height / 2, width: 320, height: 10))
        let snapshot = try wall.snapshot()
        #expect(try snapshot.numberOfItems(inSection: 0) == items)
        for item in 0..<items {
            #expect(try snapshot.key(of: [0, item]) == "k\(item)")
            #expect(try snapshot.indexPath(of: .key("k\(item)"))?.item == item)
            #expect(try snapshot.rank(of: .id(Int64(item + 1))) == item)
        }
        // Changes since then are found from the present items, and nothing traps.
        try test.store.apply([.insertItem(SourceItem(key: "new"), at: [0, 0])], to: "data")
        try test.execute("DELETE FROM item WHERE id % 3 = 0")
        let later = try wall.snapshot()
        for item in -1...items {
            _ = try later.key(of: [0, item])
            _ = try later.indexPath(of: .id(Int64(item)))
        }
        #expect(try snapshot.key(of: [0, items - 1]) == "k\(items - 1)")
    }

    @Test(
        "A content of rows that are all alike keeps its length while parts of it are laid out", arguments: [100, 1000])
    func estimatedLength(_ items: Int) throws {
        // All in one band at first; the rest of it stays estimated.
        let limits = BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40, run: 5, estimated: 2000)
        let test = try makeTable(items: items, limits: limits)
        let wall = test.wall
        for y in [0, 10 * items, 5 * items, 15 * items] {
            try wall.prepare(in: LayoutRect(x: 0, y: Double(y), width: 320, height: 10))
            let laidOut = try test.first("SELECT count(*) FROM element_frames", as: Int.self) ?? 0
            #expect(laidOut > 0 && laidOut < items)
            #expect(abs(try wall.contentSize().height - Double(20 * items)) < 1e-6)
        }
    }

    @Test(
        "Sizes are given to an item by its id, and an item of another data set has neither size nor place in this one")
    func byID() throws {
        let test = try makeTable(items: 30).prepared()
        try test.store.resize(.id(7), in: "data", height: .points(90))
        let resized = try test.prepared().wall.layoutAttributesForItem(at: [0, 6])
        #expect(resized?.frame.height == 90)
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (2, 'other')",
            "INSERT INTO section (id, dataset_id, position) VALUES (9, 2, 1)",
            "INSERT INTO item (id, section_id, position) VALUES (99, 9, 1)")
        #expect(refusal { try test.store.resize(.id(99), in: "data", height: .points(90)) }?.code == .notFound)
        #expect(try test.wall.indexPath(of: .id(99)) == nil)
    }
}
