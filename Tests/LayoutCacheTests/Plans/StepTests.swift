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
        try test.prepareWall(
            #"{"layout":"table","header":{"height":20},"pinHeaders":true,"snap":{"alignment":"leading"}}"#)
        return test
    }

    /// The steps of an operation; it is done once before, so that statements are compiled and nodes known.
    private func steps(_ test: TestStore, _ operation: (TestStore, Bool) throws -> Void) throws -> Int {
        try operation(test, false)
        return try counted(test.store) { try operation(test, true) }
    }

    /// The steps of a store's writer and its first reader.
    private func counted(_ store: LayoutStore, _ body: () throws -> Void) throws -> Int {
        let count = Mutex(0)
        let counting: @Sendable (Connection) -> Void = { connection in
            connection.setProgressHandler(everyInstructions: 1) {
                count.withLock { $0 += 1 }
                return true
            }
        }
        try store.pool.writeWithoutTransaction(counting)
        try store.pool.read(counting)
        try body()
        try store.pool.writeWithoutTransaction { $0.setProgressHandler(nil) }
        try store.pool.read { $0.setProgressHandler(nil) }
        return count.withLock { $0 }
    }

    private static let page = LayoutRect(x: 0, y: 9000, width: 320, height: 480)

    private static let operations: KeyValuePairs<String, @Sendable (TestStore, _ isSecond: Bool) throws -> Void> = [
        "resize": { test, isSecond throws in
            try test.store.resize(.key("k1000"), in: "data", height: .points(isSecond ? 90 : 30))
            try test.store.prepare("wall")
        },
        "insert": { test, _ throws in
            let place = ItemIndexPath(section: 0, item: 900)
            try test.store.apply([.insertItem(SourceItem(width: 9, height: 9), at: place)], to: "data")
            try test.store.prepare("wall")
        },
        "delete": { test, _ throws in
            try test.store.apply([.deleteItem(.indexPath(ItemIndexPath(section: 0, item: 901)))], to: "data")
            try test.store.prepare("wall")
        },
        "move": { test, isSecond throws in
            let place = ItemIndexPath(section: 0, item: isSecond ? 950 : 990)
            try test.store.apply([.moveItem(.key("k1001"), to: place)], to: "data")
            try test.store.prepare("wall")
        },
        "a rectangle": { test, _ throws in
            #expect(try test.store.layout("wall").layoutAttributesForElements(in: page).count > 10)
        },
        "a rectangle after another connection wrote": { test, _ throws in
            try test.execute("UPDATE viewport SET x = x + 1")
            #expect(try test.store.layout("wall").layoutAttributesForElements(in: page).count > 10)
        },
        "a cell by index": { test, _ throws in
            let path = ItemIndexPath(section: 0, item: 1100)
            #expect(try test.store.layout("wall").layoutAttributesForItem(at: path) != nil)
        },
        "the section at a point": { test, _ throws in
            #expect(try test.store.layout("wall").section(at: LayoutPoint(x: 1, y: 9000)) == 0)
        },
        "the size of the content": { test, _ throws in
            #expect(try test.store.layout("wall").contentSize().height > 9000)
        },
        "a place and back": { test, _ throws in
            let layout = test.store.layout("wall")
            let anchor = try #require(try layout.anchor(at: LayoutPoint(x: 0, y: 9000)))
            #expect(try layout.contentOffset(for: anchor).y == 9000)
        },
        "an item's index path and rank": { test, _ throws in
            let layout = test.store.layout("wall")
            let path = try layout.indexPath(of: .key("k1000"))
            let rank = try layout.rank(of: .id(1000))
            #expect(path != nil && path?.item == rank)
        },
        "the item at a rank": { test, _ throws in
            #expect(try test.store.layout("wall").indexPath(atRank: 1234)?.item == 1234)
        },
        "the item at a point": { test, _ throws in
            #expect(try test.store.layout("wall").indexPath(at: LayoutPoint(x: 1, y: 9000)) != nil)
        },
        "a header by its index path": { test, _ throws in
            let found = try test.store.layout("wall").layoutAttributesForSupplementaryElement(
                ofKind: "header", at: ItemIndexPath(section: 0, item: 0),
                visible: LayoutRect(x: 0, y: 900, width: 320, height: 480))
            #expect(found?.frame.y == 900)
        },
        "sizes that were measured": { test, isSecond throws in
            let layout = test.store.layout("wall")
            let anchor = try layout.anchor(at: LayoutPoint(x: 0, y: 9000))
            let sizes = (300..<320).map { (ItemReference.id($0), LayoutSize(width: 1, height: isSecond ? 31 : 29)) }
            #expect(try layout.resize(sizes, keeping: anchor, waitingAtMost: .seconds(5)).isStored)
        },
        "where scrolling comes to rest": { test, _ throws in
            _ = try test.store.layout("wall").targetContentOffset(
                forProposedContentOffset: LayoutPoint(x: 0, y: 9000), withScrollingVelocity: LayoutPoint(x: 0, y: 1))
        },
    ]

    @Test("Changes and queries take no more steps in a section that is ten times as long")
    func longerSection() throws {
        let small = try prepared(2000)
        let large = try prepared(20_000)
        for (name, operation) in Self.operations {
            let few = try steps(small, operation)
            let many = try steps(large, operation)
            // One level more of the sum tree is sixteen nodes to go through.
            #expect(few > 0 && Double(many) < 1.5 * Double(few) + 300, "\(name): \(few) and \(many) steps")
        }
    }

    /// The steps of laying out everything for the first time, in slices of a few bands.
    private func preparingSteps(sections: Int) throws -> Int {
        let test = try TestStore(limits: BandLimits(slice: 64))
        try test.fill(
            0...(4 * sections - 1), sections: sections, "section_id, position, height", "1 + i / 4, i, 20 + i % 7")
        try test.define("wall", #"{"layout":"flow"}"#, 320, 480)
        return try counted(test.store) { try test.store.prepare("wall") }
    }

    @Test("Laying out eight times as many sections takes eight times as many steps")
    func moreSections() throws {
        let few = try preparingSteps(sections: 250)
        let many = try preparingSteps(sections: 2000)
        #expect(Double(many) < 8 * 1.3 * Double(few), "\(few) and \(many) steps")
    }
}
