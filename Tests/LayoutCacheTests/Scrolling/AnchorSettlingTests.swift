import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What a user looks at in a layout that was never prepared, while the rest of it becomes exact.
@Suite struct AnchorSettlingTests {
    @Test(
        "What is on the screen stays there while everything above it becomes exact", arguments: SnappingTests.kinds)
    func staysInPlace(_ kind: LayoutKind) throws {
        var (held, moved) = (0, 0)
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed &* 67 &+ 5)
            let layout = RandomDefinition(kind, using: &random)
            let test = try TestStore()
            try test.execute(
                RandomDataSet(for: kind).statements(
                    sections: Int.random(in: 2...6, using: &random), items: 20...90, using: &random))
            try test.define("wall", layout)
            var scene = try Scene(test, layout, context: "seed \(seed), \(layout)", using: &random)
            let first = scene.offset
            try test.store.prepare("wall") { _ in try scene.follow() }
            try scene.follow()
            held += scene.comparisons
            if scene.offset != first { moved += 1 }
            // All of it is exact now, and what was held on to as well.
            try expectSameElements(
                test.elements("element_frames", layout: "wall"), test.reference("wall").elements, scene.context)
        }
        #expect(TestSettings.seed != nil || held > 0)
        // A table without a single size is as long as estimated.
        #expect(TestSettings.seed != nil || moved > 0)
    }

    /// A screen in a layout of which nothing else is laid out.
    private struct Scene {
        let test: TestStore
        let context: String
        private let reference: ReferenceLayout
        private let container: LayoutSize
        private let edge: ScrollAnchor.Edge
        private(set) var offset = LayoutPoint.zero
        private(set) var comparisons = 0
        private var anchor: ScrollAnchor?
        /// Where the screen shows the item that is held, and all others where none of them is provisional.
        private var places: [Int64: LayoutPoint] = [:]
        private var areExact = false

        /// Looks at a random place and lays out what shows there.
        init(
            _ test: TestStore, _ layout: RandomDefinition, context: String, using random: inout SeededGenerator
        ) throws {
            (self.test, self.context) = (test, context)
            reference = try test.reference("wall")
            container = layout.container
            edge = Bool.random(using: &random) ? .start : .end
            // Where the content ends is an estimate from then on.
            try stored.prepare(in: LayoutRect(x: 0, y: 0, width: 1, height: 1))
            offset[axis] = random.exactLength(in: 0...max(try stored.contentSize()[axis] - container[axis], 0))
            try holdOn()
        }

        private var stored: StoredLayout { test.store.layout("wall") }
        private var axis: LayoutAxis { reference.plan.traits.axis }

        /// Scrolls to where the anchor says, and holds on to what is there.
        mutating func follow() throws {
            guard let anchor else { return }
            offset = try stored.contentOffset(for: anchor)
            // At an end of the content there is nowhere to scroll to.
            guard try !isAtLimit() else { return self.anchor = nil }
            let shown = try shownCells()
            for (item, place) in places {
                let here = shown.filter { $0.itemID == item }.map(onScreen)
                // What is provisional may come to lie in another column.
                #expect(
                    here.contains {
                        abs($0[axis] - place[axis]) < 1e-6
                            && (!areExact || abs($0[axis.cross] - place[axis.cross]) < 1e-6)
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
            #expect(places[item] != nil, "\(context)")
        }

        private func shownCells() throws -> [LayoutElement] {
            try stored.layoutAttributesForElements(in: LayoutRect(origin: offset, size: container))
                .filter { $0.kind == .cell }
        }

        private func onScreen(_ cell: LayoutElement) -> LayoutPoint {
            LayoutPoint(x: cell.frame.x - offset.x, y: cell.frame.y - offset.y)
        }

        private func isAtLimit() throws -> Bool {
            guard !reference.wraps else { return false }
            let traits = reference.plan.traits
            let length = try stored.contentSize()[axis]
            let along = traits.isMirrored ? length - container[axis] - offset[axis] : offset[axis]
            return along <= -traits.pinStart || along >= length - container[axis] + traits.pinEnd
        }
    }
}
