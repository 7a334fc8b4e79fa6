import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
import LayoutCore

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

    private static let place = LayoutPoint(x: 0, y: 9000)
    private static let page = LayoutRect(origin: place, size: LayoutSize(width: 320, height: 480))

    private static let changes: KeyValuePairs<String, @Sendable (_ isSecond: Bool) -> DatasetChange> = [
        "resize": { .resizeItem(.key("k1000"), width: nil, height: .points($0 ? 90 : 30)) },
        "insert": { _ in .insertItem(SourceItem(width: 9, height: 9), at: [0, 900]) },
        "delete": { _ in .deleteItem(.indexPath([0, 901])) },
        "move": { .moveItem(.key("k1001"), to: [0, $0 ? 950 : 990]) },
    ]

    /// Two statements of a kind, about the sections before and behind the long one.
    private static let sectionChanges = [
        (
            "INSERT INTO section (id, dataset_id, position) VALUES (7, 1, -1)",
            "INSERT INTO section (id, dataset_id, position) VALUES (8, 1, 3)"
        ), ("UPDATE section SET position = -2 WHERE id = 8", "UPDATE section SET position = 4 WHERE id = 7"),
        ("DELETE FROM section WHERE id = 8", "DELETE FROM section WHERE id = 7"),
    ]

    /// Calls of a layout, which return whether the answer is right.
    private static let calls: KeyValuePairs<String, @Sendable (StoredLayout, _ isSecond: Bool) throws -> Bool> = [
        "a rectangle": { layout, _ in try layout.layoutAttributesForElements(in: page).count > 10 },
        "a rectangle after another connection wrote": { layout, _ in
            try layout.store.pool.write { try $0.execute("UPDATE viewport SET x = x + 1") }
            return try layout.layoutAttributesForElements(in: page).count > 10
        }, "a cell by index": { layout, _ in try layout.layoutAttributesForItem(at: [0, 1100]) != nil },
        "the section at a point": { layout, _ in try layout.section(at: place) == 0 },
        "the size of the content": { layout, _ in try layout.contentSize().height > 9000 },
        "a place and back": { layout, _ in
            let anchor = try layout.anchor(at: place)
            return try anchor.map { try layout.contentOffset(for: $0).y } == 9000
        },
        "an item's index path and rank": { layout, _ in
            let path = try layout.indexPath(of: .key("k1000"))
            return try path != nil && path?.item == layout.rank(of: .id(1000))
        }, "the item at a rank": { layout, _ in try layout.indexPath(atRank: 1234)?.item == 1234 },
        "the item at a point": { layout, _ in try layout.indexPath(at: place) != nil },
        "a header by its index path": { layout, _ in
            let visible = LayoutRect(x: 0, y: 900, width: 320, height: 480)
            let header = try layout.layoutAttributesForSupplementaryElement(
                ofKind: "header", at: [0, 0], visible: visible)
            return header?.frame.y == 900
        },
        "sizes that were measured": { layout, isSecond in
            let sizes = (300..<320).map { ItemSize(.id($0), height: isSecond ? 31 : 29) }
            let anchor = try layout.anchor(at: place)
            return try layout.storeSizes(sizes, from: .user, keeping: anchor, waitingAtMost: .seconds(5)).isStored
        },
        "where scrolling comes to rest": { layout, _ in
            try layout.targetContentOffset(
                forProposedContentOffset: place, withScrollingVelocity: LayoutPoint(x: 0, y: 1)
            ).y > 8000
        },
    ]

    @Test("Changes and queries take no more steps in a section that is ten times as long")
    func longerSection() throws {
        let small = try prepared(2000)
        let large = try prepared(20_000)
        func compare(_ name: String, _ operation: (TestStore, Bool) throws -> Void) throws {
            let (few, many) = (try steps(small, operation), try steps(large, operation))
            // One level more of the sum tree is sixteen nodes to go through.
            #expect(few > 0 && Double(many) < 1.5 * Double(few) + 300, "\(name): \(few) and \(many) steps")
        }
        for (name, change) in Self.changes {
            try compare(name) { test, isSecond in
                try test.store.apply([change(isSecond)], to: "data")
                try test.store.prepare("wall")
            }
        }
        for (first, second) in Self.sectionChanges {
            try compare(first) { test, isSecond in
                try test.execute(isSecond ? second : first)
                try test.store.prepare("wall")
            }
        }
        for (name, call) in Self.calls {
            try compare(name) { test, isSecond throws in #expect(try call(test.wall, isSecond), "\(name)") }
        }
    }

    /// A table of an outline, every fourth item of which is collapsed, and hides two others.
    private func folded(_ items: Int, isPrepared: Bool) throws -> TestStore {
        let test = try TestStore(limits: BandLimits())
        try test.fill(1...items, "section_id, position, height, level", "1, i, 20 + i % 7, i % 4")
        try test.prepareWall(#"{"layout":"table"}"#)
        try test.execute(
            "INSERT INTO collapsed_item (layout, item_id) SELECT 'wall', id FROM item WHERE level = 1 AND id <> 101")
        if isPrepared { try test.store.prepare("wall") }
        return test
    }

    @Test("A fold takes no more steps beside ten times as many others, and neither does a screen of many new ones")
    func moreFolds() throws {
        func compare(isPrepared: Bool, _ operation: (TestStore, Bool) throws -> Void) throws {
            let (few, many) = try (
                steps(folded(400, isPrepared: isPrepared), operation),
                steps(folded(4000, isPrepared: isPrepared), operation)
            )
            #expect(few > 0 && Double(many) < 1.5 * Double(few) + 500, "\(few) and \(many) steps")
        }
        try compare(isPrepared: true) { test, isSecond in
            if isSecond { try test.wall.expand([.id(101)]) } else { try test.wall.collapse([.id(101)]) }
            try test.store.prepare("wall")
            #expect(try test.wall.indexPath(of: .id(104))?.item == (isSecond ? 53 : 51))
        }
        try compare(isPrepared: false) { test, isSecond in
            let screen = LayoutRect(x: 0, y: isSecond ? 200 : 0, width: 320, height: 100)
            try test.wall.prepare(in: screen)
            let seen = try test.wall.layoutAttributesForElements(in: screen).compactMap(\.itemID)
            #expect(seen.allSatisfy { $0 % 4 < 2 } && seen.count > 2, "\(seen)")
        }
    }

    @Test("Items that stick are found by descents: of ten times as many that may stick, in Swift and in SQL")
    func moreStickyItems() throws {
        let steps = try [2000, 20_000].map { count in
            let test = try TestStore()
            try test.fill(
                0...count - 1, "id, section_id, position, height, sticky_level",
                "i + 1, 1, i, 20 + i * 53 % 71, CASE WHEN i % 9 = 0 THEN i / 9 % 7 END")
            try test.prepareWall(#"{"layout":"table","sticky":{"rule":"stack"}}"#)
            let page = LayoutRect(x: 0, y: Double(count) * 25, width: 320, height: 480)
            return try [
                counted(test.store) { _ = try test.wall.layoutAttributesForElements(in: page) },
                counted(test.store) {
                    try test.look(at: page)
                    #expect(try test.count("visible") > 0)
                },
            ]
        }
        for (few, many) in zip(steps[0], steps[1]) {
            #expect(Double(many) < 1.5 * Double(few) + 500, "\(few) and \(many) steps")
        }
    }

    /// The steps of laying out everything for the first time, in slices of a few bands, and after each change of a
    /// section.
    private func preparingSteps(sections: Int) throws -> (first: Int, later: [Int]) {
        let test = try TestStore(limits: BandLimits(slice: 64))
        try test.fill(
            0...(4 * sections - 1), sections: sections, "section_id, position, height", "1 + i / 4, i, 20 + i % 7")
        try test.define("wall", #"{"layout":"flow"}"#, 320, 480)
        let first = try counted(test.store) { try test.store.prepare("wall") }
        let later = try [
            "INSERT INTO section (dataset_id, position) VALUES (1, 100.5)",
            "UPDATE section SET position = 9.5 WHERE id = 200", "DELETE FROM section WHERE id = 120",
        ].map { statement in
            try test.execute(statement)
            return try counted(test.store) { try test.store.prepare("wall") }
        }
        try test.expectSameAsAfresh("\(sections) sections")
        return (first, later)
    }

    @Test("Laying out eight times as many sections takes eight times as many steps, and a change of one no more")
    func moreSections() throws {
        let few = try preparingSteps(sections: 250)
        let many = try preparingSteps(sections: 2000)
        #expect(Double(many.first) < 8 * 1.3 * Double(few.first), "\(few) and \(many) steps")
        for (few, many) in zip(few.later, many.later) {
            #expect(Double(many) < 1.5 * Double(few) + 500, "\(few) and \(many) steps")
        }
    }
}
