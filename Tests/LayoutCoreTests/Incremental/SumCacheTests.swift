import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The readers' memory of sum trees: the sums of another node or another state are never returned.
@Suite struct SumCacheTests {
    private struct Node: Hashable {
        var level: Int
        var parent: Int
    }

    private func run(_ length: Double) -> SumTree.RunningSums {
        var run = SumTree.RunningSums()
        run.set(BandSums.Prefix(length: length), from: 1)
        return run
    }

    @Test(
        "Readers of any state get its sums, and so does the writer of the next one, whether it is committed or undone",
        arguments: TestSettings.seedArguments(12))
    func states(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let cache = SumCache()
        // The tables of each state: the lengths of the nodes that were written, and the length of all.
        var states: [(lengths: [Node: Double], total: Double)] = [([:], 0)]
        var made = 0.0
        // Some whose numbers fall on one place, and at times more than there are places.
        var parents = (0..<400).map { $0 * ([1, 16, 64, 4096, 1 << 16].randomElement(using: &random) ?? 1) }
        if seed % 3 == 0 { parents += 0..<5000 }
        func node() -> Node {
            Node(level: Int.random(in: 0...1, using: &random), parent: parents.randomElement(using: &random) ?? 0)
        }
        func expectKnown(_ sums: SumCache.Sums, _ state: (lengths: [Node: Double], total: Double), _ context: Comment) {
            for _ in 0..<40 {
                let node = node()
                let length = state.lengths[node] ?? -1
                let found = sums.run(level: node.level, parent: node.parent) { run(length) }
                #expect(found[1].length == length, context)
            }
            #expect(sums.totals(level: 2) { BandSums(length: state.total) }.length == state.total, context)
        }
        for round in 0..<60 {
            let context: Comment = "seed \(seed), round \(round)"
            // The latest state, or one that a snapshot holds.
            let held = states.indices.randomElement(using: &random) ?? 0
            let state = Bool.random(using: &random) ? states.count - 1 : held
            expectKnown(cache.sums(of: 1, revision: state), states[state], context)
            expectKnown(cache.sums(of: 2, revision: state), ([:], 5), context)
            let changed = cache.changing(1, revision: states.count - 1)
            var next = states[states.count - 1]
            for _ in 0..<Int.random(in: 0...(seed % 3 == 0 ? 3000 : 20), using: &random) {
                let node = node()
                made += 1
                next.lengths[node] = made
                changed.set(run(made), level: node.level, parent: node.parent)
            }
            next.total = made
            changed.set(totals: BandSums(length: made), level: 2)
            expectKnown(changed, next, context)
            // Else it was undone: the next change gets the revision that this one would have had.
            guard Bool.random(using: &random) else { continue }
            cache.add(changed, of: 1, revision: states.count)
            states.append(next)
        }
    }
}

/// A store that is only read.
@Suite struct ReadOnlyGestureTests {
    @Test("In a store that is only read a gesture ends at the same offset, and in the content before it is laid out")
    func readOnly() throws {
        let test = try TestStore.ofRandomRows(
            sections: 2, items: 10...20, seed: 5,
            #"{"layout":"table","estimatedRowHeight":40,"snap":{"alignment":"leading","mode":"item"}}"#, 100, 60)
        let reader = try LayoutStore(path: test.store.path, mode: .readOnly)
        defer { reader.close() }
        func target(_ store: LayoutStore) throws -> LayoutPoint {
            try store.layout("wall").targetContentOffset(
                forProposedContentOffset: LayoutPoint(x: 0, y: 55), withScrollingVelocity: .zero)
        }
        // Nothing is laid out yet, and there is no preparation: there is no stop.
        #expect(try target(reader) == LayoutPoint(x: 0, y: 55))
        try test.store.prepare("wall")
        #expect(try target(reader) == target(test.store))
    }
}
