import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The visible part of a layout that was never prepared, while the rest of it becomes exact.
@Suite struct AnchorSettlingTests {
    @Test("The visible items stay in place while everything above them becomes exact", arguments: SnappingTests.kinds)
    func staysInPlace(_ kind: LayoutKind) throws {
        var (held, moved) = (0, 0)
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed &* 67 &+ 5)
            // Elements of a screen are not taken away before there are new ones: see `staysThere`.
            let (test, layout, _) = try TestStore.random(
                kind, sections: 2...6, items: 20...90,
                limits: BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40, run: 5, estimated: 128),
                using: &random)
            var scene = try Scene(test, layout, context: "seed \(seed), \(layout)", using: &random)
            let first = scene.offset
            try test.store.prepare("wall") { _ in try scene.follow() }
            try scene.follow()
            held += scene.comparisons
            if scene.offset != first { moved += 1 }
            // All of it is exact now, and what was held on to as well.
            try test.expectSameAsAfresh(scene.context)
        }
        #expect(!TestSettings.takesAll || held > 0)
        // A table without a single size is as long as estimated.
        #expect(!TestSettings.takesAll || moved > 0)
    }

    // laid out:  ····[what is seen]············
    // slices:    ######-?                        its first line begins elsewhere now, and the slice ends in it
    @Test(
        "Elements that were laid out for the visible part are there after each slice",
        arguments: SnappingTests.kinds)
    func staysThere(_ kind: LayoutKind) throws {
        var compared = 0
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 71 &+ 9)
            // A slice comes further than it may be longer for the sake of a screen, and that is more than this one.
            let (test, layout, _) = try TestStore.random(
                kind, sections: 1...3, items: 200...900,
                limits: BandLimits(target: 8, maximum: 16, minimum: 2, slice: 150, run: 5, estimated: 64),
                using: &random)
            let wall = test.wall
            try wall.prepare(in: LayoutRect(x: 0, y: 0, width: 1, height: 1))
            let axis = try wall.scrollAxis()
            let seen = LayoutRect(
                axis: axis, along: random.exactLength(in: 0...max(try wall.contentSize()[axis] - 200, 0)), cross: 0,
                alongLength: 200, crossLength: 200)
            try wall.prepare(in: seen)
            let items = Set(try wall.layoutAttributesForElements(in: seen).compactMap(\.itemID))
            let known = try test.read { try $0.first("SELECT sum(cell_count) FROM lc_band", as: Int.self) ?? 0 }
            guard known < 128 else { return }
            try test.store.prepare("wall") { _ in
                let shown = Dictionary(
                    grouping: try test.elements("element_frames", layout: "wall").filter { $0.kind == "cell" },
                    by: \.itemID)
                for item in items {
                    let cell = try test.read { try LayoutReader("wall", in: $0).cell(itemID: item) }
                    #expect(cell != nil, "item \(item), seed \(seed), \(layout)")
                    // The views show it once, with the same index.
                    #expect(shown[item]?.map(\.indexPath) == [cell?.indexPath], "item \(item), seed \(seed), \(layout)")
                    compared += 1
                }
            }
        }
        #expect(!TestSettings.takesAll || compared > 0)
    }

    // A look lays out bands from some row on, and the rows before it do not fill bands of eight or sixteen. In the
    // second case so few are left that they join the first band that was looked at.
    @Test(
        "No slice takes away what was laid out in the middle of a sheet",
        arguments: [
            (BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40, run: 5), 106),
            (BandLimits(slice: 130, run: 5), 137),
        ])
    func sheet(limits: BandLimits, item: Int) throws {
        let test = try TestStore.ofOneSection(
            items: 300, definition: #"{"layout":"spreadsheet","columns":4}"#, limits: limits)
        _ = try test.wall.layoutAttributesForItem(at: [0, item], preparing: .visible)
        var shown: Set<Int64> = []
        func expectNoneGone() throws {
            let before = shown
            shown = Set(try test.elements("element_frames", layout: "wall").compactMap(\.itemID))
            #expect(before.subtracting(shown) == [])
        }
        try expectNoneGone()
        #expect((1..<150).contains(shown.count))
        try test.store.prepare("wall") { _ in try expectNoneGone() }
        #expect(shown.count == 300)
    }

    /// A screen in a layout with nothing else laid out.
    private struct Scene {
        let test: TestStore
        let context: String
        private let reference: ReferenceLayout
        private let container: LayoutSize
        private let edge: ScrollAnchor.Edge
        private(set) var offset = LayoutPoint.zero
        private(set) var comparisons = 0
        private var anchor: ScrollAnchor?
        /// The place of the held item on the screen, and of all visible items if none of them is provisional.
        private var places: [Int64: LayoutRect] = [:]
        private var areExact = false

        /// Looks at a random place and lays out what shows there.
        init(
            _ test: TestStore, _ layout: RandomDefinition, context: String, using random: inout SeededGenerator
        ) throws {
            (self.test, self.context) = (test, context)
            reference = try test.reference("wall")
            container = layout.container
            edge = Bool.random(using: &random) ? .start : .end
            // The end of the content is an estimate from then on.
            try stored.prepare(in: LayoutRect(x: 0, y: 0, width: 1, height: 1))
            offset[axis] = random.exactLength(in: 0...max(try stored.contentSize()[axis] - container[axis], 0))
            try holdOn()
        }

        private var stored: StoredLayout { test.wall }
        private var axis: LayoutAxis { reference.plan.traits.axis }

        /// Scrolls to the anchor's offset, and holds on to the items there.
        mutating func follow() throws {
            guard let anchor else { return }
            offset = try stored.contentOffset(for: anchor)
            // At an end of the content there is nowhere to scroll to.
            guard try !isAtLimit() else { return self.anchor = nil }
            let shown = try shownCells()
            for (item, place) in places {
                var here = shown.filter { $0.itemID == item }.map(onScreen)
                // A provisional item may move to another column, and be shorter there than the visible one was.
                if here.isEmpty, !areExact {
                    here =
                        try test.read { try LayoutReader("wall", in: $0).cell(itemID: item) }
                        .map { [onScreen($0)] } ?? []
                }
                #expect(
                    here.contains {
                        // Of what is provisional one edge is held: its length may be another.
                        if !areExact, abs($0.max(axis) - place.max(axis)) < 1e-6 { return true }
                        return abs($0.min(axis) - place.min(axis)) < 1e-6
                            && (!areExact || abs($0.min(axis.cross) - place.min(axis.cross)) < 1e-6)
                    }, "item \(item) shows at \(here), not at \(place), \(context)")
                comparisons += 1
            }
            try holdOn()
        }

        private mutating func holdOn() throws {
            places = [:]
            anchor = try stored.anchor(at: offset, edge: edge, preparing: .visible)
            guard let held = anchor, !held.isAtLimit, let item = held.itemID else { return anchor = nil }
            let shown = try shownCells()
            // The laps of a layout that wraps come closer as its content becomes shorter.
            areExact = !reference.wraps && shown.allSatisfy { !$0.isStale }
            for cell in shown {
                guard let id = cell.itemID, areExact || id == item else { continue }
                places[id] = onScreen(cell)
            }
            // A wheel may hide an item at the edge of what is visible.
            #expect(places[item] != nil || reference.plan.traits.motionReach != nil, "\(item), \(context)")
        }

        private func shownCells() throws -> [LayoutAttributes] {
            try stored.layoutAttributesForElements(in: LayoutRect(origin: offset, size: container))
                .filter { $0.kind == .cell }
        }

        private func onScreen(_ cell: LayoutAttributes) -> LayoutRect {
            cell.frame.offsetBy(x: -offset.x, y: -offset.y)
        }

        private func isAtLimit() throws -> Bool {
            try stored.read { layout in
                // A list's bars that pin have their room inside of the content.
                let reading = try LayoutReader.ReadingAxis(layout)
                let along = reading.offset(offset[axis])
                return !reading.isEndless
                    && (along <= reading.minimumOffset + 1e-6 || along >= reading.maximumOffset - 1e-6)
            }
        }
    }
}
