import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The readers' memory of sum trees: the sums of another band or another state are never returned.
@Suite struct SumCacheTests {
    private func run(_ length: Double) -> SiblingSums {
        var run = SiblingSums()
        run.append(PrefixSums(length: length), at: 0)
        run.close()
        return run
    }

    @Test(
        "Bands whose numbers fall on one place do not answer for one another",
        arguments: [16, 64, 4096, 1 << 16, 1 << 20])
    func collisions(distance: Int) {
        let cached = CachedSums()
        for round in 0..<2 {
            for parent in [3, 3 + distance, 3 + 2 * distance] {
                let found = cached.run(level: 0, parent: parent) { run(Double(parent)) }
                #expect(found[1].length == Double(parent), "round \(round), \(parent)")
            }
        }
    }

    @Test("Bands that are read are known as long as their numbers have distinct slots")
    func growing() {
        let cached = CachedSums()
        for parent in 0..<4096 { _ = cached.run(level: 0, parent: parent) { run(Double(parent)) } }
        for parent in 0..<4096 {
            let found = cached.run(level: 0, parent: parent) { run(-1) }
            #expect(found[1].length == Double(parent))
        }
    }

    @Test("A reader of an older snapshot neither gets newer sums nor drives them out")
    func revisions() {
        let cache = SumCache()
        let older = cache.sums(of: 1, revision: 7)
        #expect(older.run(level: 1, parent: 0) { run(7) }[1].length == 7)
        let newer = cache.sums(of: 1, revision: 8)
        #expect(newer.run(level: 1, parent: 0) { run(8) }[1].length == 8)
        #expect(cache.sums(of: 1, revision: 7).run(level: 1, parent: 0) { run(0) }[1].length == 7)
        #expect(cache.sums(of: 1, revision: 8).run(level: 1, parent: 0) { run(0) }[1].length == 8)
        #expect(cache.sums(of: 2, revision: 8).run(level: 1, parent: 0) { run(9) }[1].length == 9)
    }

    @Test("The writer of a change to a tree keeps its knowledge of the rest, and readers learn it when it is committed")
    func changing() {
        let cache = SumCache()
        let before = cache.sums(of: 1, revision: 7)
        for parent in 0..<3 { _ = before.run(level: 0, parent: parent) { run(7) } }
        let changed = cache.changing(1, revision: 7)
        changed.set(run(8), level: 0, parent: 1)
        #expect(changed.run(level: 0, parent: 0) { run(-1) }[1].length == 7)
        #expect(changed.run(level: 0, parent: 1) { run(-1) }[1].length == 8)
        #expect(before.run(level: 0, parent: 1) { run(-1) }[1].length == 7)
        cache.add(changed, of: 1, revision: 8)
        let after = cache.sums(of: 1, revision: 8)
        #expect((0..<3).map { after.run(level: 0, parent: $0) { run(-1) }[1].length } == [7, 8, 7])
        #expect(cache.changing(1, revision: 9).run(level: 0, parent: 1) { run(-1) }[1].length == -1)
    }

    @Test("The totals of all bands belong to the change, and to the tree's height")
    func totals() {
        let cache = SumCache()
        let before = cache.sums(of: 1, revision: 7)
        #expect(before.totals(level: 2) { BandSums(length: 7, crossLength: 3) }.crossLength == 3)
        #expect(before.totals(level: 2) { BandSums() }.length == 7)
        #expect(before.run(level: 2, parent: 0) { run(-1) }[1].length == 7)
        let changed = cache.changing(1, revision: 7)
        #expect(changed.totals(level: 2) { BandSums() }.length == 7)
        // Over more slots another node holds it.
        #expect(changed.totals(level: 3) { BandSums(length: 9) }.length == 9)
        #expect(before.totals(level: 2) { BandSums() }.length == 7)
        changed.set(totals: BandSums(length: 8), level: 2)
        #expect(changed.totals(level: 2) { BandSums() }.length == 8)
        cache.add(changed, of: 1, revision: 8)
        #expect(cache.sums(of: 1, revision: 8).totals(level: 2) { BandSums() }.length == 8)
        #expect(cache.sums(of: 1, revision: 8).run(level: 2, parent: 0) { run(-1) }[1].length == 8)
        #expect(cache.sums(of: 1, revision: 9).totals(level: 2) { BandSums() }.length == 0)
    }

    @Test("A changed node that is driven out is not answered for by what was known before", arguments: [0, 1])
    func drivenOut(level: Int) {
        let cache = SumCache()
        let before = cache.sums(of: 1, revision: 7)
        for parent in 0..<4096 { before.set(run(7), level: level, parent: parent) }
        let changed = cache.changing(1, revision: 7)
        for parent in 0..<5000 { changed.set(run(8), level: level, parent: parent) }
        for parent in 0..<5000 {
            let found = changed.run(level: level, parent: parent) { run(8) }
            #expect(found[1].length == 8)
        }
    }
}

/// Several layouts of one data set.
@Suite struct SeveralLayoutsTests {
    @Test("Of two layouts of one data set, each shows its own elements, in the views and in calls")
    func ownElements() throws {
        let test = try TestStore()
        var random = SeededGenerator(seed: 3)
        try test.execute(RandomDataSet().statements(sections: 3, items: 5...20, using: &random))
        let layouts = [
            ("wall", RandomDefinition(.flow, using: &random)), ("list", RandomDefinition(.table, using: &random)),
        ]
        for (name, layout) in layouts { try test.define(name, layout) }
        _ = try test.store.prepareAll()
        for (name, layout) in layouts {
            let rect = LayoutRect(x: 0, y: 0, width: 200, height: 150)
            let expected = try test.reference(name).elements(in: rect)
            #expect(!expected.isEmpty)
            expectSameElements(try test.visible(in: rect, layout: name), expected, "\(name), \(layout)")
        }
    }

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
