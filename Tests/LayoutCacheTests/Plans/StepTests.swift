import LayoutSQLite
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCache

/// How many steps SQLite's machine takes. They are the same on every computer, so that work which follows the data
/// rather than the change shows in a test.
@Suite struct StepTests {
    private func prepared(_ items: Int) throws -> TestStore {
        let test = try TestStore()
        try test.fill(1...items, "section_id, position, key, height", "1, i, 'k' || i, 20 + i % 7")
        try test.define(
            "wall", #"{"layout":"table","header":{"height":20},"pinHeaders":true,"snap":{"alignment":"leading"}}"#, 320,
            480)
        try test.store.prepare("wall")
        return test
    }

    /// The steps of an operation; it is done once before, so that statements are compiled and nodes known.
    private func steps(_ test: TestStore, _ operation: (TestStore, Bool) throws -> Void) throws -> Int {
        try operation(test, false)
        let count = Mutex(0)
        let counting: @Sendable (Connection) -> Void = { connection in
            connection.setProgressHandler(everyInstructions: 1) {
                count.withLock { $0 += 1 }
                return true
            }
        }
        try test.store.pool.writeWithoutTransaction(counting)
        try test.store.pool.read(counting)
        try operation(test, true)
        try test.store.pool.writeWithoutTransaction { $0.setProgressHandler(nil) }
        try test.store.pool.read { $0.setProgressHandler(nil) }
        return count.withLock { $0 }
    }

    private static let operations: [(name: String, run: @Sendable (TestStore, _ isSecond: Bool) throws -> Void)] = [
        (
            "resize",
            { test, isSecond in
                try test.store.resize(.key("k1000"), in: "data", height: .points(isSecond ? 90 : 30))
                try test.store.prepare("wall")
            }
        ),
        (
            "insert",
            { test, _ in
                try test.store.apply(
                    [.insertItem(SourceItem(width: 9, height: 9), at: ItemIndexPath(section: 0, item: 900))], to: "data"
                )
                try test.store.prepare("wall")
            }
        ),
        (
            "delete",
            { test, _ in
                try test.store.apply([.deleteItem(.indexPath(ItemIndexPath(section: 0, item: 901)))], to: "data")
                try test.store.prepare("wall")
            }
        ),
        (
            "move",
            { test, isSecond in
                try test.store.apply(
                    [.moveItem(.key("k1001"), to: ItemIndexPath(section: 0, item: isSecond ? 950 : 990))], to: "data")
                try test.store.prepare("wall")
            }
        ),
        (
            "a rectangle",
            { test, _ in
                let rect = LayoutRect(x: 0, y: 9000, width: 320, height: 480)
                let found = try test.store.layout("wall").layoutAttributesForElements(in: rect)
                #expect(found.count > 10)
            }
        ),
        (
            "a rectangle after another connection wrote",
            { test, _ in
                try test.execute("UPDATE viewport SET x = x + 1")
                let rect = LayoutRect(x: 0, y: 9000, width: 320, height: 480)
                #expect(try test.store.layout("wall").layoutAttributesForElements(in: rect).count > 10)
            }
        ),
        (
            "a cell by index",
            { test, _ in
                let found = try test.store.layout("wall").layoutAttributesForItem(
                    at: ItemIndexPath(section: 0, item: 1100))
                #expect(found != nil)
            }
        ),
        (
            "the section at a point",
            { test, _ in
                let found = try test.store.layout("wall").section(at: LayoutPoint(x: 1, y: 9000))
                #expect(found == 0)
            }
        ),
        (
            "the size of the content",
            { test, _ in
                let found = try test.store.layout("wall").contentSize()
                #expect(found.height > 9000)
            }
        ),
        (
            "a place and back",
            { test, _ in
                let layout = test.store.layout("wall")
                let anchor = try #require(try layout.anchor(at: LayoutPoint(x: 0, y: 9000)))
                let found = try layout.contentOffset(for: anchor)
                #expect(found.y == 9000)
            }
        ),
        (
            "an item's index path and rank",
            { test, _ in
                let layout = test.store.layout("wall")
                let path = try layout.indexPath(of: .key("k1000"))
                let rank = try layout.rank(of: .id(1000))
                #expect(path != nil && path?.item == rank)
            }
        ),
        (
            "the item at a rank",
            { test, _ in
                let found = try test.store.layout("wall").indexPath(atRank: 1234)
                #expect(found?.item == 1234)
            }
        ),
        (
            "the item at a point",
            { test, _ in
                let found = try test.store.layout("wall").indexPath(at: LayoutPoint(x: 1, y: 9000))
                #expect(found != nil)
            }
        ),
        (
            "a header by its index path",
            { test, _ in
                let found = try test.store.layout("wall").layoutAttributesForSupplementaryElement(
                    ofKind: "header", at: ItemIndexPath(section: 0, item: 0),
                    visible: LayoutRect(x: 0, y: 900, width: 320, height: 480))
                #expect(found?.frame.y == 900)
            }
        ),
        (
            "sizes that were measured",
            { test, isSecond in
                let layout = test.store.layout("wall")
                let anchor = try layout.anchor(at: LayoutPoint(x: 0, y: 9000))
                let sizes = (300..<320).map {
                    (ItemReference.id($0), LayoutSize(width: 1, height: isSecond ? 31 : 29))
                }
                let outcome = try layout.resize(sizes, keeping: anchor, waitingAtMost: .seconds(5))
                #expect(outcome.isStored)
            }
        ),
        (
            "where scrolling comes to rest",
            { test, _ in
                _ = try test.store.layout("wall").targetContentOffset(
                    forProposedContentOffset: LayoutPoint(x: 0, y: 9000), withScrollingVelocity: LayoutPoint(x: 0, y: 1)
                )
            }
        ),
    ]

    @Test("Changes and queries take no more steps in a section that is ten times as long")
    func longerSection() throws {
        let small = try prepared(2000)
        let large = try prepared(20_000)
        for operation in Self.operations {
            let few = try steps(small, operation.run)
            let many = try steps(large, operation.run)
            // One level more of the sum tree is sixteen nodes to go through.
            #expect(few > 0 && Double(many) < 1.5 * Double(few) + 300, "\(operation.name): \(few) and \(many) steps")
        }
    }

    /// The steps of laying out everything for the first time, in slices of a few bands.
    private func preparingSteps(sections: Int) throws -> Int {
        let test = try TestStore(limits: BandLimits(slice: 64))
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(sections))
            INSERT INTO section (id, dataset_id, position) SELECT i, 1, i FROM n
            """,
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(4 * sections) - 1)
            INSERT INTO item (section_id, position, height) SELECT 1 + i / 4, i, 20 + i % 7 FROM n
            """)
        try test.define("wall", #"{"layout":"flow"}"#, 320, 480)
        let count = Mutex(0)
        try test.store.pool.writeWithoutTransaction { connection in
            connection.setProgressHandler(everyInstructions: 1) {
                count.withLock { $0 += 1 }
                return true
            }
        }
        try test.store.prepare("wall")
        try test.store.pool.writeWithoutTransaction { $0.setProgressHandler(nil) }
        return count.withLock { $0 }
    }

    @Test("Laying out eight times as many sections takes eight times as many steps")
    func moreSections() throws {
        let few = try preparingSteps(sections: 250)
        let many = try preparingSteps(sections: 2000)
        #expect(Double(many) < 8 * 1.3 * Double(few), "\(few) and \(many) steps")
    }
}
