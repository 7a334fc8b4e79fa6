import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCore

/// Sizes that were measured while the user scrolls.
@Suite struct ResizingTests {
    /// Rows that are estimated to be 40 points high, with ids from 1 on.
    private func makeTable(items: Int) throws -> TestStore {
        try .ofOneSection(items: items, definition: #"{"layout":"table","estimatedRowHeight":40}"#).prepared()
    }

    /// Gives items heights.
    @discardableResult
    private func resize(
        _ test: TestStore, _ heights: KeyValuePairs<ItemReference, Double>, keeping anchor: ScrollAnchor? = nil,
        waitingAtMost patience: Duration = .seconds(5)
    ) throws -> StoringOutcome {
        let sizes = heights.map { ItemSize($0.key, width: 320, height: $0.value) }
        return try test.wall.storeSizes(sizes, keeping: anchor, waitingAtMost: patience)
    }

    /// Keeps heights by ids, as if the background had not come to them yet.
    private func keep(_ test: TestStore, _ heights: KeyValuePairs<Int64, Double>) {
        let sizes = heights.map { DatasetEditor.Resize(itemID: $0.key, height: $0.value, source: .cell) }
        _ = test.store.keptSizes.withLock { $0.keep(sizes, of: "wall") }
    }

    /// Makes the store refuse a height of 77 points.
    private func refuseSevens(_ test: TestStore) throws {
        try test.execute(
            """
            CREATE TRIGGER refusal BEFORE UPDATE ON item WHEN new.height = 77
            BEGIN SELECT RAISE(ABORT, 'no sevens'); END
            """)
    }

    @Test("A layout of the user's own is not taken for one of another size of the view, whatever its name")
    func ownName() throws {
        let test = try makeTable(items: 2)
        try test.execute("UPDATE item SET height = 20")
        try test.store.define("wall@390x844", #"{"layout":"table"}"#, 390, 844, measure: "wall@390x844")
        let size = LayoutSize(width: 390, height: 844)
        let turned = try test.wall.sized(for: size)
        #expect(try turned.name == "wall@390x844-2" && test.wall.sized(for: size).name == turned.name)
        let lengths = try ["wall@390x844", turned.name].map { name in
            try test.read { try SelfSizedLengths(LayoutRecord.find(name, in: $0)).lengths(ofItem: 1, in: $0) }
        }
        #expect(lengths == [SelfSizing.Lengths(width: false, height: true), .none])
        for width in 0..<8 { _ = try test.wall.sized(for: LayoutSize(width: 400 + Double(width), height: 844)) }
        #expect(try test.lines("SELECT definition FROM layout WHERE name = 'wall@390x844'") == [#"{"layout":"table"}"#])
    }

    @Test("Measured sizes are stored, laid out and anchored in one call", arguments: LayoutKind.allCases)
    func resizes(_ kind: LayoutKind) throws {
        guard kind != .spreadsheet, kind != .canvas else { return }
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 29 &+ 1)
            let (test, layout, _) = try TestStore.prepared(
                kind, seed, sections: 3...3, items: 5...60, sliceDuration: .seconds(600), using: &random)
            let wall = test.wall
            if kind == .waterfall {
                // Only with such ratios, sizes add exactly.
                try test.execute("UPDATE item SET width = 64, height = 64")
                try test.store.prepare("wall")
            }
            for round in 0..<5 {
                let context = "round \(round), seed \(seed), \(layout)"
                // The layout does not know of every change: indices are the data set's.
                if round % 2 == 1 {
                    try test.execute(
                        """
                        INSERT INTO item (section_id, position, key, width, height)
                        VALUES (1, -\(round), 'n\(round)', 64, 64)
                        """,
                        "DELETE FROM item WHERE section_id = 2 AND id % 5 = \(round)")
                }
                let items = try EditModel(test).sections.enumerated().flatMap { section, content in
                    content.items.enumerated().map { (key: $1.key, place: ItemReference.indexPath([section, $0])) }
                }
                let sizes = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ -> ItemSize? in
                    guard let item = items.randomElement(using: &random) else { return nil }
                    let side = Double(64 << Int.random(in: 0...2, using: &random))
                    let size =
                        kind == .waterfall
                        ? LayoutSize(width: side, height: side)
                        : LayoutSize(width: random.exactLength(in: 0...90), height: random.exactLength(in: 0...90))
                    return ItemSize(Bool.random(using: &random) ? .key(item.key ?? "") : item.place, size)
                }
                var offset = LayoutPoint.zero
                let axis = try wall.scrollAxis()
                offset[axis] = random.exactLength(in: 0...max(try wall.contentSize()[axis], 1))
                let anchor = try wall.anchor(at: offset)
                let outcome = try wall.storeSizes(sizes, from: .user, keeping: anchor, waitingAtMost: .seconds(5))
                #expect(outcome.isStored, "\(context)")
                #expect(
                    try outcome.contentOffset == (anchor.map { try wall.contentOffset(for: $0) } ?? .zero), "\(context)"
                )
                #expect(try outcome.contentSize == wall.contentSize(), "\(context)")
                let seen = LayoutRect(origin: outcome.contentOffset, size: layout.container)
                if anchor != nil {
                    let stale = try wall.layoutAttributesForElements(in: seen).filter(\.isStale)
                    #expect(stale.isEmpty, "\(seen): \(context)")
                }
                // If a size moves only the elements after it, and nothing else has changed, all is right at once.
                if kind != .table && kind != .card || round % 2 == 1 { try test.store.prepare("wall") }
                let reference = try test.reference("wall")
                guard
                    expectSameElements(try test.elements("element_frames", layout: "wall"), reference.elements, context)
                else { return }
                try test.store.prepare("wall")
                #expect(try wall.preparationState() == .current, "\(context)")
            }
        }
    }

    @Test("While another process writes, sizes are kept in order, and stored when that is over")
    func keeps() async throws {
        let test = try makeTable(items: 200)
        let wall = test.wall
        let other = try Connection(path: test.store.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let anchor = try #require(try wall.anchor(at: LayoutPoint(x: 0, y: 4000)))
        let first = try resize(
            test, [.key("k0"): 90, .indexPath([0, 4]): 70], keeping: anchor, waitingAtMost: .milliseconds(5))
        let second = try await wall.storeSizes(
            [ItemSize(.id(1), height: 100)], keeping: anchor, waitingAtMost: .milliseconds(5))
        for outcome in [first, second] {
            #expect(!outcome.isStored)
            #expect(outcome.contentOffset.y == 4000 && outcome.contentSize.height == 8000)
        }
        try other.execute("COMMIT")
        // The newer size comes with, or after, the kept ones.
        let deadline = ContinuousClock.now + .seconds(30)
        while try test.cell([0, 0])?.frame.height != 100, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try [0, 4].map { try test.cell([0, $0])?.frame.height } == [100, 70])
        #expect(try wall.contentOffset(for: anchor).y == 4090)
    }

    @Test(
        "Cells fill the heights of a table's rows, and change neither widths nor stored heights",
        arguments: [false, true])
    func storedSizesWin(isKept: Bool) async throws {
        let test = try makeTable(items: 3)
        try test.execute("UPDATE item SET width = 90", "UPDATE item SET height = 123 WHERE id = 2")
        try await test.store.prepare("wall")
        let other = try Connection(path: test.store.path, mode: .readWrite)
        if isKept { try other.execute("BEGIN IMMEDIATE") }
        let sizes = (1...3).map { ItemSize(.id($0), width: 320, height: 61) }
        let outcome = try await test.wall.storeSizes(sizes, waitingAtMost: .milliseconds(5))
        #expect(outcome.isStored != isKept)
        if isKept { try other.execute("COMMIT") }
        let rows = "SELECT width, height, measured_width, measured_height FROM item ORDER BY id"
        let stored = ["90.0|61.0|NULL|61.0", "90.0|123.0|NULL|NULL", "90.0|61.0|NULL|61.0"]
        while isKept, try test.lines(rows) != stored { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try test.lines(rows) == stored)
        // A measured one may change, and what the user gave stays.
        _ = try await test.wall.storeSizes(
            [ItemSize(.id(1), width: 320, height: 62), ItemSize(.id(2), width: 320, height: 20)], from: .user,
            waitingAtMost: .seconds(5))
        _ = try await test.wall.storeSizes(
            [ItemSize(.id(1), height: 63), ItemSize(.id(2), height: 64), ItemSize(.id(3), height: 65)],
            waitingAtMost: .seconds(5))
        #expect(try test.lines(rows) == ["90.0|62.0|NULL|61.0", "90.0|20.0|NULL|NULL", "90.0|65.0|NULL|65.0"])
        #expect(try test.wall.contentSize().height == 62 + 20 + 65)
    }

    @Test("Kept sizes stay kept, before newer ones, if storing them fails")
    func putBack() throws {
        let test = try makeTable(items: 20)
        keep(test, [3: 55, 4: 66])
        try refuseSevens(test)
        #expect(throws: LayoutError.self) { try resize(test, [.id(5): 77]) }
        keep(test, [3: 88])
        let outcome = try resize(test, [.id(5): 44])
        // Seventeen rows of 40, and 88 + 66 + 44.
        #expect(outcome.isStored && outcome.contentSize.height == 878)
        #expect(test.store.keptSizes.withLock { $0.next() } == nil)
    }

    @Test(
        "Sizes that could not be stored for another reason than a lock are stored in the background",
        .timeLimit(.minutes(1)))
    func storedLater() async throws {
        let test = try makeTable(items: 20)
        keep(test, [3: 55])
        // As if it had been tried before, and given up.
        test.store.keptSizes.withLock { $0.stop() }
        try refuseSevens(test)
        #expect(throws: LayoutError.self) { try resize(test, [.id(5): 77]) }
        // No other call stores them.
        while try test.cell([0, 2])?.frame.height != 55 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(test.store.keptSizes.withLock { $0.next() } == nil)
    }

    @Test("An invalid size, or one for an item that is not there, is refused, and nothing is stored")
    func refuses() throws {
        let test = try makeTable(items: 20)
        let good = ItemSize(.id(1), width: 10, height: 10)
        for (bad, code) in [
            (ItemSize(.id(2), width: 10, height: -1), LayoutError.Code.invalidArgument),
            (ItemSize(.id(2), width: .nan, height: 1), .invalidArgument),
            (ItemSize(.key("missing"), width: 10, height: 1), .notFound),
        ] {
            #expect(refusal { try test.wall.storeSizes([good, bad]) as StoringOutcome }?.code == code)
        }
        #expect(try test.wall.contentSize().height == 800)
    }

    @Test("Items to measure come from about the rectangle's place, also if nothing was laid out yet")
    func measuringFarAway() async throws {
        let test = try TestStore.ofOneSection(
            items: 4000, definition: #"{"layout":"table","estimatedRowHeight":20}"#,
            container: TestStore.tableContainer, limits: BandLimits())
        let wall = test.wall
        try await wall.prepare(in: LayoutRect(x: 0, y: 0, width: 300, height: 400))
        let length = try wall.contentSize().height
        for share in [0.25, 0.5, 0.9] {
            let rect = LayoutRect(x: 0, y: share * length, width: 300, height: 400)
            for try await item in wall.unmeasuredItems(near: rect) {
                #expect(abs(Double(item.indexPath?.item ?? -1) - share * 4000) < 60, "\(share): \(item)")
                break
            }
        }
    }

    @Test("Items to measure are found near a band that damage took the length of", arguments: [0.0, 1e-300])
    func measuringInDamage(length: Double) async throws {
        let test = try TestStore.ofOneSection(
            items: 4000, definition: TestStore.tableDefinition, container: TestStore.tableContainer)
        let wall = test.wall
        try await wall.prepare(in: LayoutRect(x: 0, y: 0, width: 300, height: 400))
        try test.execute("UPDATE lc_band SET length = \(length) WHERE is_estimated")
        let found = try await wall.unmeasuredItems(near: LayoutRect(x: 0, y: 90_000, width: 300, height: 400)).all()
        #expect(Set(found.map(\.itemID)).count == 4000)
    }

    @Test("Measuring goes on while sizes are stored, through many sections, some of them empty")
    func measuringOn() async throws {
        let test = try TestStore()
        try test.fill(0...499, sections: 300, "section_id, position", "300 - i / 5 * 3, i")
        try test.execute("UPDATE section SET position = -id")
        try test.define("wall", #"{"layout":"table"}"#, 320, 480)
        let wall = test.wall
        // Of a layout that does not hold the items yet, each comes once.
        let listed = try await wall.unmeasuredItems(near: .zero).all().filter { $0.indexPath == nil }.map(\.itemID)
        #expect(listed.count == 500 && Set(listed).count == 500)
        try await wall.prepare()
        var measured = 0
        for round in 0..<2 {
            for try await item in wall.unmeasuredItems(near: LayoutRect(x: 0, y: 9000, width: 320, height: 480)) {
                measured += 1
                #expect(round == 0 && item.indexPath.map { $0.section % 3 } == 0)
                #expect(try resize(test, [.id(item.itemID): 30]).isStored)
            }
        }
        #expect(measured == 500)
        #expect(try wall.contentSize().height == 500 * 30)
    }
}
