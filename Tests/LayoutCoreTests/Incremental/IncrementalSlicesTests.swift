import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// First preparations that are interrupted, and changes that come between their slices.
@Suite struct IncrementalSlicesTests {
    private struct Interruption: Error {}

    /// Expects that cells which are not marked as stale have the present indices of their items. Each section must
    /// count all of its items, if the layout knows of every change.
    private func expectIndices(_ test: TestStore, _ context: String) throws {
        try test.read { connection in
            let freshness = try Freshness("wall", in: connection)
            guard !freshness.isOutdated, !freshness.hasChanges,
                try connection.first("SELECT 1 FROM lc_band WHERE is_miscounted", as: Int.self) == nil
            else { return }
            let wrong = try connection.first(
                """
                SELECT count(*) FROM element_frames AS e JOIN item AS i ON i.id = e.item_id
                WHERE e.layout = 'wall' AND e.kind = 'cell' AND NOT e.stale AND e.item <>
                  (SELECT count(*) FROM item AS b WHERE b.section_id = i.section_id AND b.position < i.position)
                """, as: Int.self)
            #expect(wrong == 0, "\(context)")
            let miscounted = try connection.first(
                """
                SELECT count(*) FROM section_frames AS f
                WHERE f.layout = 'wall' AND f.item_count <> (SELECT count(*) FROM item WHERE section_id = f.section_id)
                """, as: Int.self)
            let isFree = try connection.first("SELECT max(is_free) FROM lc_preparation", as: Bool.self)
            #expect(miscounted == 0 || isFree == true, "\(context)")
        }
    }

    @Test(
        "Changes between the slices of a first preparation, and interruptions of it, do not show in its frames",
        arguments: LayoutKind.allCases)
    func changesBetweenSlices(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed &* 57 &+ 3)
            let limits = BandLimits(
                target: 8, maximum: 16, minimum: 2, slice: seed % 2 == 0 ? 40 : 12, run: 5, estimated: 24)
            let (test, layout, data) = try TestStore.random(
                kind, sections: 1...6, items: 0...60, limits: limits, using: &random)
            if seed % 3 == 0 {
                // Prepared in full under another definition, which readers keep until the new one is whole.
                try test.define("wall", RandomDefinition(kind, using: &random))
                try test.store.prepare("wall")
                try test.define("wall", layout)
            }
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            var isPrepared = false
            while !isPrepared {
                do {
                    try test.store.prepare("wall") { _ in
                        try expectIndices(test, "\(script)")
                        guard script.lines.count < 60 else { return }
                        for _ in 0..<Int.random(in: 0...2, using: &random) { try script.change(using: &random) }
                        if Int.random(in: 0..<4, using: &random) == 0 { throw Interruption() }
                    }
                    isPrepared = true
                } catch is Interruption {}
            }
            // A change after the last slice was committed.
            try test.store.prepare("wall")
            guard try test.expectWhole("\(script)") else { return }
            for _ in 0..<3 {
                try prepareResized(test, &script, &random)
                guard try test.expectWhole("\(script)") else { return }
            }
        }
    }

    /// Prepares after many items changed in size, in several slices, with any other preparation between two of them.
    private func prepareResized(_ test: TestStore, _ script: inout EditScript, _ random: inout SeededGenerator) throws {
        let resizes = [RandomEdit.Kind](repeating: .resize, count: 20)
        let kinds = resizes + [.delete, .insertBetween, .deleteRun, .insertMany]
        for _ in 0..<Int.random(in: 1...12, using: &random) { try script.change(kinds, using: &random) }
        var left = 6
        try test.store.prepare("wall") { _ in
            // Nothing happens, or another connection changes something as well, or lays out a part of the rest.
            left -= 1
            guard left > 0, Bool.random(using: &random) else { return }
            if Bool.random(using: &random) { try script.change(kinds, times: 2, using: &random) }
            var slices = Int.random(in: 0...3, using: &random)
            do {
                try test.store.prepare("wall") { _ in
                    slices -= 1
                    if slices < 0 { throw Interruption() }
                }
            } catch is Interruption {}
        }
        try test.store.prepare("wall")
    }

    @Test(
        "Looks between changes find the items that have the indices, and leave a layout that settles",
        arguments: LayoutKind.allCases)
    func looksBetweenChanges(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 19 &+ 2)
            let (test, layout, data) = try TestStore.random(kind, sections: 1...3, items: 20...120, using: &random)
            try test.define("other", layout)
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            var context: String { "\(script)" }
            for _ in 0..<25 {
                if Int.random(in: 0..<3, using: &random) == 0 { try script.change(using: &random) }
                if Int.random(in: 0..<6, using: &random) == 0 {
                    // It applies the changes to the wall, and is the one to be laid out.
                    try test.store.prepare("other")
                    script.note("prepare the other")
                }
                let cells = try test.reference("wall").placed.map(\.row).filter { $0.kind == "cell" }
                guard let cell = cells.randomElement(using: &random), let section = cell.section else { continue }
                script.note("look at \(section)/\(cell.item)")
                let wall = test.wall
                let seen = try wall.layoutAttributesForItem(
                    at: ItemIndexPath(section: section, item: cell.item), preparing: .visible)
                #expect(seen?.itemID == cell.itemID, "\(context)")
                guard let seen, seen.itemID == cell.itemID else { return }
                // Any other item is found at its indices, and by them.
                if let other = cells.randomElement(using: &random), let id = other.itemID, let place = other.indexPath {
                    #expect(try wall.indexPath(of: .id(id)) == place, "\(other), \(context)")
                    let found = try wall.snapshot().itemID(of: place)
                    #expect(found == id, "\(other), \(context)")
                }
                // And so are those beside it.
                let rect = LayoutRect(
                    x: seen.frame.x - 100, y: seen.frame.y - 100, width: seen.frame.width + 200,
                    height: seen.frame.height + 200)
                let beside = try wall.layoutAttributesForElements(in: rect, preparing: .visible)
                let ids = Dictionary(uniqueKeysWithValues: cells.map { ([$0.section ?? -1, $0.item], $0.itemID) })
                for element in beside where element.kind == .cell {
                    #expect(ids[[element.section ?? -1, element.item]] == element.itemID, "\(element), \(context)")
                }
            }
            try test.store.prepare("wall")
            try test.store.prepare("other")
            try test.expectWhole(context)
        }
    }

    @Test("Many small sections have the right places after any division into slices", arguments: LayoutKind.allCases)
    func smallSections(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 83 &+ 29)
            // A first slice takes some sections; more follow that are read together, and some that are too large.
            var limits = BandLimits(
                target: Int.random(in: 3...9, using: &random), maximum: 18, minimum: 2,
                slice: Int.random(in: 1...200, using: &random), sliceDuration: .seconds(60), run: 4, estimated: 16)
            if seed % 3 == 0 { limits.sliceDuration = .zero }
            let (test, layout, _) = try TestStore.random(
                kind, sections: 40...90, items: 0...7, limits: limits, using: &random)
            // Asked for a place first, the sections are outlined, and none before that place is laid out.
            if seed % 2 == 0 {
                let place = LayoutRect(x: 5000, y: 5000, width: 1, height: 1)
                try test.wall.prepare(in: place)
            }
            let report = try test.store.prepare("wall")
            let context = "seed \(seed), \(layout)"
            #expect(seed % 2 == 0 || report.sectionsPrepared == report.sectionsTotal, "\(context)")
            try test.expectWhole(context)
        }
    }

    @Test("Sections that are gone before the last slice of a preparation are not counted in its report")
    func sectionsDeletedBetweenSlices() throws {
        var random = SeededGenerator(seed: 41)
        let test = try TestStore.random(.table, sections: 4...4, items: 20...60, using: &random).test
        var slices = 0
        let report = try test.store.prepare("wall") { _ in
            slices += 1
            if slices == 2 { try test.execute("DELETE FROM section") }
        }
        #expect(slices > 2 && report.sectionsTotal == 0 && report.sectionsPrepared == 0)
    }

    @Test(
        "A layout that is redefined, before it is whole or after, mixes no frames of two definitions",
        arguments: LayoutKind.allCases)
    func redefinition(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 71 &+ 19)
            let test = try TestStore.random(kind, sections: 4...4, items: 20...60, using: &random).test
            let layouts = (0..<3).map { _ in RandomDefinition(kind, using: &random) }
            for (index, layout) in layouts.enumerated() {
                try test.define("wall", layout)
                let context = "seed \(seed), definition \(index), \(layout)"
                let before = try test.elements("element_frames", layout: "wall")
                var slices = 0
                // The second one is stopped in the middle, and at times the first; the store forgets nothing of both.
                let isStopped = index == 1 || index == 0 && Bool.random(using: &random)
                let stop = isStopped ? Int.random(in: 1...3, using: &random) : Int.max
                do {
                    try test.store.prepare("wall") { _ in
                        slices += 1
                        guard try expectOneDefinition(test, before, context) else { throw Interruption() }
                        if slices == stop { throw Interruption() }
                    }
                } catch is Interruption {}
                guard try expectOneDefinition(test, before, context) else { return }
            }
            try test.expectWhole("seed \(seed), \(layouts)")
        }
    }

    /// While readers see the result of another definition, it is that to the letter, and all of it is marked as stale.
    /// From then on, elements without the mark are at their places in the present definition.
    private func expectOneDefinition(_ test: TestStore, _ before: [ElementRow], _ context: String) throws -> Bool {
        let (isSuperseded, fresh) = try test.read { connection in
            (
                try Freshness("wall", in: connection).isSuperseded,
                try connection.first(
                    "SELECT count(*) FROM element_frames WHERE layout = 'wall' AND NOT stale", as: Int.self)
            )
        }
        let shown = try test.elements("element_frames", layout: "wall")
        guard !isSuperseded else {
            #expect(fresh == 0, "\(context)")
            return expectSameElements(shown, before, context)
        }
        // Lengths before them are estimates, so that only the frames' sizes can be compared.
        let expected = Dictionary(
            uniqueKeysWithValues: try test.reference("wall").elements.filter { $0.kind == "cell" }
                .map { (place($0), $0.frame.size) })
        func place(_ cell: ElementRow) -> String { "\(cell.section ?? -1)|\(cell.item)" }
        let stale = try test.lines(
            "SELECT section, item FROM element_frames WHERE layout = 'wall' AND stale AND kind = 'cell'")
        for element in shown where element.kind == "cell" && !stale.contains(place(element)) {
            guard expected[place(element)] == element.frame.size else {
                Issue.record("\(element) has another size than \(context) gives it")
                return false
            }
        }
        return true
    }
}
