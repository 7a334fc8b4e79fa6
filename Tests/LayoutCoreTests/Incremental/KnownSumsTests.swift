import LayoutSQLite
@testable import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

extension TestStore {
    /// Compares what the store's readers know of a layout's sum tree with the tables, and has them know all of it.
    ///
    /// - Returns: How many runs they knew, of how many.
    func expectKnownSums(_ name: String, _ context: String) throws -> (known: Int, all: Int) {
        try read { connection in
            let layout = try LayoutRecord.find(name, in: connection)
            guard let record = try PreparationRecord.all(ofLayout: layout.id, in: connection).first(where: \.isShown)
            else { return (0, 0) }
            let sums = store.sumCache.sums(of: record.id, revision: record.revision)
            let tree = SumTree(connection: connection, preparationID: record.id)
            var count = (known: 0, all: 0)
            let hasHidden = try tree.bands.hasHidden
            for level in 0..<SumTree.topLevel(slotCount: record.slotCount) {
                for parent in 0...record.slotCount >> (SumTree.shift * (level + 1)) {
                    let stored = try tree.computed(parent, level: level + 1, hasHidden: hasHidden).run
                    var isKnown = true
                    let known = sums.run(level: level, parent: parent) {
                        isKnown = false
                        return stored
                    }
                    count.known += isKnown ? 1 : 0
                    count.all += 1
                    for children in 0...SumTree.fanOut {
                        #expect(
                            known[children] == stored[children],
                            "level \(level), \(parent), \(children) children; \(context)")
                    }
                }
            }
            let totals = try tree.totals(slotCount: record.slotCount)
            let known = sums.totals(level: SumTree.topLevel(slotCount: record.slotCount)) { totals }
            #expect(known == totals, "\(context)")
            return count
        }
    }
}

/// A writer's knowledge of a changed sum tree, passed on to the store's readers.
@Suite struct KnownSumsTests {
    @Test("Readers know most sums after a change without reading them")
    func handedOn() throws {
        let test = try TestStore.ofOneSection(items: 4000, height: "20 + i % 7").prepared()
        _ = try test.expectKnownSums("wall", "at first")
        try test.store.resize(.id(1234), in: "data", height: .points(99))
        try test.store.prepare("wall")
        let prepared = try test.expectKnownSums("wall", "prepared")
        #expect(prepared.all > 40 && prepared.known >= prepared.all - 2, "\(prepared)")
        _ = try test.wall.storeSizes([ItemSize(.id(77), height: 31)], from: .user)
        let resized = try test.expectKnownSums("wall", "resized")
        #expect(resized.known >= resized.all - 2, "\(resized)")
        #expect(try test.wall.contentSize().height == test.first("SELECT sum(height) FROM item", as: Double.self))
    }
}
