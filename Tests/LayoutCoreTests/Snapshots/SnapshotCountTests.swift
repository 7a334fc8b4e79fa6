import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The index paths of a snapshot against its own counts, in every partly prepared state.
@Suite struct SnapshotCountTests {
    private struct Interruption: Error {}

    @Test(
        "No element has an index path beyond its snapshot's counts, however little was prepared",
        arguments: TestSettings.drawn(4, of: LayoutKind.allCases))
    func counts(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &* 41 &+ 5)
            let made = try TestStore.prepared(kind, seed, sections: 1...4, items: 3...90, using: &random)
            var script = EditScript(made.test, made.data, "seed \(seed), \(made.layout)")
            let folds = kind == .table || kind == .flow
            for _ in 0..<10 {
                try script.change(times: Int.random(in: 1...6, using: &random), using: &random)
                try prepareSome(made.test, folds: folds, &script, &random)
                guard try expectCounted(made.test.wall, "\(script)", using: &random) else { return }
            }
        }
    }

    private func prepareSome(
        _ test: TestStore, folds: Bool, _ script: inout EditScript, _ random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<(folds ? 6 : 5), using: &random) {
        case 0...1:
            let rect = LayoutRect(
                x: 0, y: random.exactLength(in: 0...3000), width: 320, height: random.exactLength(in: 1...400))
            script.note("prepare in \(rect)")
            _ = try test.wall.prepare(in: rect)
        case 2:
            let ids = try test.lines("SELECT id FROM item ORDER BY id * \(random.next() % 1009) % 1013 LIMIT 2")
                .compactMap { Int64($0) }
            script.note("prepare items \(ids)")
            _ = try test.store.prepareBriefly("wall", .items(ids), isBrief: false)
        case 3:
            script.note("a slice")
            do { try test.store.prepare("wall") { _ in throw Interruption() } } catch is Interruption {}
        case 4: script.note("nothing")
        default:
            let section = Int.random(in: 0..<2, using: &random)
            script.note("fold \(section)")
            if Bool.random(using: &random) {
                try? test.wall.collapse(sections: [section])
            } else {
                try? test.wall.expand(sections: [section])
            }
        }
    }

    private func expectCounted(
        _ layout: StoredLayout, _ context: String, using random: inout SeededGenerator
    ) throws -> Bool {
        let snapshot = try layout.snapshot()
        defer { snapshot.close() }
        let ids = try snapshot.read { try $0.connection.lines("SELECT id FROM item") }.compactMap { Int64($0) }
        let counts = try (0..<snapshot.numberOfSections).map { try snapshot.numberOfItems(inSection: $0) }
        var faults: [String] = []
        if counts.reduce(0, +) != snapshot.numberOfItems { faults.append("\(counts), of \(snapshot.numberOfItems)") }
        func check(_ elements: [LayoutAttributes], _ call: String) {
            var seen: Set<ItemIndexPath> = []
            for element in elements where element.lap == 0 {
                guard let path = element.indexPath else { continue }
                let isOfItem = element.kind == .cell || element.itemID != nil
                if !counts.indices.contains(path.section) || isOfItem && !(0..<counts[path.section]).contains(path.item)
                {
                    faults.append("\(call): \(element), of \(counts)")
                }
                if element.kind == .cell, !seen.insert(path).inserted { faults.append("\(call): two of \(path)") }
            }
        }
        let all = LayoutRect(x: -1e5, y: -1e5, width: 2e5 + 4000, height: 2e5 + 20_000)
        let page = LayoutRect(x: 0, y: random.exactLength(in: -100...2000), width: 320, height: 500)
        for rect in [all, page] {
            check(try snapshot.layoutAttributesForElements(in: rect, visible: page), "visible")
            check(try snapshot.naturalCells(in: rect), "natural")
            check(try snapshot.elements(in: rect, seenFrom: page).found.elements, "apart")
            check(try snapshot.elementsWithContent(in: rect).map(\.attributes), "contents")
            for item in try snapshot.elements(aheadOf: rect, velocity: .zero, screens: 2).entering
            where item.indexPath.item >= counts[item.indexPath.section] {
                faults.append("ahead: \(item), of \(counts)")
            }
        }
        for (section, count) in counts.enumerated() {
            for item in [count, count + 1] {
                let path = ItemIndexPath(section: section, item: item)
                if let cell = try snapshot.layoutAttributesForItem(at: path) { faults.append("\(path) has \(cell)") }
                if let id = try snapshot.itemID(of: path) { faults.append("\(path) is of \(id)") }
            }
            for _ in 0..<min(count, 6) {
                let item = Int.random(in: 0..<count, using: &random)
                let path = ItemIndexPath(section: section, item: item)
                guard let cell = try snapshot.layoutAttributesForItem(at: path) else { continue }
                if cell.indexPath != path { faults.append("the cell at \(path) is at \(cell.indexPath as Any)") }
            }
        }
        for id in ids.shuffled(using: &random).prefix(12) {
            if let path = try snapshot.indexPath(of: .id(id)) {
                if !counts.indices.contains(path.section) || path.item >= counts[path.section] {
                    faults.append("item \(id) is at \(path) of \(counts)")
                }
            }
            if let cell = try snapshot.cell(ofItem: id) { check([cell], "cell of \(id)") }
        }
        #expect(faults.isEmpty, "\(faults.prefix(3)), \(context)")
        return faults.isEmpty
    }
}
