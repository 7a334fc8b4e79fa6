@testable import LayoutCore
import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// The changes in a rectangle, against comparing all elements of both states.
@Suite struct LayoutChangesTests {
    /// A state of the layout "wall" as a rectangle shows it: every element, by what it shows.
    private struct State {
        struct Element {
            var shown: String
            var frame: LayoutRect
        }

        var rect: LayoutRect
        var generation: Generation?
        var elements: [Element] = []

        init(_ test: TestStore, _ rect: LayoutRect) throws {
            self.rect = rect
            generation = try test.wall.changes(in: rect, since: nil).generation
            let all = LayoutRect(x: -1e6, y: -1e6, width: 1e7, height: 1e7)
            let wraps = try test.wall.read { try $0.isPrepared && $0.content.lapLength > 0 }
            let found = try test.wall.layoutAttributesForElements(in: wraps ? rect : all, visible: rect)
            let sections = try test.lines("SELECT id, title FROM section WHERE dataset_id = 1 ORDER BY position")
            var items: [Int64: String] = [:]
            try test.read { connection in
                try connection.forEachRow("SELECT id, key, payload FROM item") {
                    items[$0.int64(0)] = "\($0.string(1) ?? "-") \($0.string(2) ?? "-")"
                }
            }
            elements = found.map { element in
                let section = element.section.map { sections.indices.contains($0) ? sections[$0] : "?" } ?? "-"
                let item = element.itemID.map { "\($0) \(items[$0] ?? "gone")" } ?? section
                return Element(
                    shown: "\(element.kind) \(element.elementKind ?? "-") \(item) "
                        + "\(element.transform) \(element.alpha)", frame: element.frame)
            }
        }

        /// The elements of one of two states that the other one has not, in the places of this one.
        func difference(from former: State, movedBy distance: LayoutPoint = LayoutPoint(x: 0, y: 0)) -> [Element] {
            var others = Dictionary(grouping: former.elements, by: \.shown)
            var different: [Element] = []
            for element in elements {
                let place = others[element.shown]?.firstIndex {
                    let moved = $0.frame.offsetBy(x: distance.x, y: distance.y)
                    return [
                        moved.x - element.frame.x, moved.y - element.frame.y, moved.maxX - element.frame.maxX,
                        moved.maxY - element.frame.maxY,
                    ].allSatisfy { abs($0) < 1e-6 }
                }
                if let place { others[element.shown]?.remove(at: place) } else { different.append(element) }
            }
            return different
                + others.values.joined().map {
                    Element(shown: $0.shown, frame: $0.frame.offsetBy(x: distance.x, y: distance.y))
                }
        }
    }

    /// Whether rectangles cover all of one, except edges.
    private func covers(_ parts: [LayoutRect], _ rect: LayoutRect) -> Bool {
        let edge = 1e-5
        func cuts(_ axis: LayoutAxis) -> [Double] {
            (parts.flatMap { [$0.min(axis), $0.max(axis)] } + [rect.min(axis), rect.max(axis)])
                .filter { $0 >= rect.min(axis) && $0 <= rect.max(axis) }.sorted()
        }
        let (xs, ys) = (cuts(.horizontal), cuts(.vertical))
        for (x, nextX) in zip(xs, xs.dropFirst()) where nextX - x > edge {
            for (y, nextY) in zip(ys, ys.dropFirst()) where nextY - y > edge {
                let middle = LayoutPoint(x: (x + nextX) / 2, y: (y + nextY) / 2)
                let isCovered = parts.contains {
                    middle.x > $0.x && middle.x < $0.maxX && middle.y > $0.y && middle.y < $0.maxY
                }
                if !isCovered { return false }
            }
        }
        return true
    }

    private func common(_ one: LayoutRect, _ other: LayoutRect) -> LayoutRect? {
        let (x, y) = (max(one.x, other.x), max(one.y, other.y))
        let rect = LayoutRect(x: x, y: y, width: min(one.maxX, other.maxX) - x, height: min(one.maxY, other.maxY) - y)
        return rect.width > 1e-5 && rect.height > 1e-5 ? rect : nil
    }

    /// Expects that an answer misses nothing; returns its share of the rectangle, and whether anything is different.
    private func expectComplete(
        _ now: State, since former: State, _ test: TestStore, _ context: String
    ) throws -> (share: Double, isDifferent: Bool) {
        let answer = try test.wall.changes(in: now.rect, since: former.generation)
        let different = now.difference(from: former).compactMap { element in
            common(element.frame, now.rect).map { (element.shown, $0) }
        }
        let parts = answer.parts.map(\.rect)
        for (shown, rect) in different where !covers(parts, rect) {
            Issue.record("\(shown) at \(rect) is not in \(answer.parts), \(context)")
        }
        for part in answer.parts {
            #expect(covers([now.rect], part.rect), "\(context)")
            guard let distance = part.movement else { continue }
            for element in now.difference(from: former, movedBy: distance) {
                guard let rect = common(element.frame, part.rect) else { continue }
                Issue.record("\(element.shown) at \(rect) did not move by \(distance), \(context)")
            }
        }
        let area = answer.parts.filter { $0.movement == nil }.reduce(0) { $0 + $1.rect.width * $1.rect.height }
        return (area / (now.rect.width * now.rect.height), !different.isEmpty)
    }

    @Test("No change in a rectangle is missed", arguments: LayoutKind.allCases)
    func nothingIsMissed(_ kind: LayoutKind) throws {
        var (answers, share, different) = (0, 0.0, 0)
        try TestSettings.forEachSeed(rounds: 9) { seed in
            var random = SeededGenerator(seed: seed &* 53 &+ 5)
            let (test, layout, data) = try TestStore.prepared(
                kind, seed, sections: 1...6, items: 0...120, using: &random)
            if seed % 3 == 0 {
                try test.store.pool.writeWithoutTransaction { try $0.execute("PRAGMA recursive_triggers = ON") }
            }
            if kind == .table { try test.execute("UPDATE item SET level = id % 4") }
            let other = try LayoutStore(path: test.directory.file("store.db"))
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            let size = try test.wall.contentSize()
            let rects = (0..<3).map { _ in
                LayoutRect(
                    x: random.exactLength(in: -20...max(0, size.width - 100)),
                    y: random.exactLength(in: -20...max(0, size.height - 100)),
                    width: random.exactLength(in: 50...300), height: random.exactLength(in: 50...300))
            }
            var former = try rects.map { [try State(test, $0)] }
            for _ in 0..<(TestSettings.takesAll ? 14 : 7) {
                try happen(test, other, &script, silently: seed % 2 == 0, &random)
                for (index, rect) in rects.enumerated() {
                    let now = try State(test, rect)
                    for state in former[index] {
                        let (part, isDifferent) = try expectComplete(now, since: state, test, "\(rect), \(script)")
                        (answers, share) = (answers + 1, share + part)
                        if isDifferent { different += 1 }
                    }
                    former[index] = former[index].suffix(3) + [now]
                }
            }
        }
        // A few seeds may draw no change that shows, or layouts alone in which any change can show anywhere.
        guard TestSettings.takesAll else { return }
        #expect(share < 0.99 * Double(answers), "\(kind): \(share) of \(answers)")
        #expect(different > 0, "\(kind): \(answers) without a change")
    }

    // A slice without time ends as early as one whose thread has to wait.
    @Test(
        "A change is answered by its size, and an unknown generation in full",
        arguments: [Duration.milliseconds(8), .zero])
    func answersAreExact(sliceDuration: Duration) throws {
        let test = try TestStore(limits: BandLimits(sliceDuration: sliceDuration))
        try test.fill(1...5000, "id, section_id, position, width, height", "i, 1, i, 50, 20")
        try test.prepareWall(#"{"layout": "table"}"#, 300, 600)
        let rect = LayoutRect(x: 0, y: 50_000, width: 300, height: 600)
        func parts(_ sql: String) throws -> [LayoutChanges.Part] {
            let generation = try test.wall.changes(in: rect, since: nil).generation
            #expect(generation != nil)
            #expect(try test.wall.changes(in: rect, since: generation).parts.isEmpty)
            try test.execute(sql)
            return try test.wall.changes(in: rect, since: generation, preparing: .everything).parts
        }
        #expect(try parts("UPDATE item SET height = 50 WHERE id = 4900") == [])
        #expect(try parts("DELETE FROM item WHERE id > 4950") == [])
        let moved = LayoutChanges.Part(rect: rect, movement: LayoutPoint(x: 0, y: 30))
        #expect(try parts("UPDATE item SET height = 50 WHERE id = 10") == [moved])
        let deleted = try parts("DELETE FROM item WHERE id IN (100, 101)")
        #expect(deleted.map(\.movement?.y) == [-40], "\(deleted)")
        #expect(try parts("UPDATE item SET height = height + 4 - 8 * (id % 2) WHERE id IN (20, 21)") == [])
        // From the block of the row on, to the end of its band.
        let inside = try parts("UPDATE item SET height = 21 WHERE id = 2525")
        let first = try #require(inside.first)
        #expect(first.movement == nil && first.rect.y > rect.y && first.rect.maxY <= rect.maxY)
        let cell = try #require(try test.wall.read { try $0.cell(of: .id(2525)) })
        #expect(cell.frame.y >= first.rect.y && cell.frame.y - first.rect.y <= 16 * 20)
        #expect(try parts("UPDATE item SET payload = '1' WHERE id = 1") == [LayoutChanges.Part(rect: rect)])
        // More changes than are kept.
        let generation = try test.wall.changes(in: rect, since: nil).generation
        for height in 1...260 {
            try test.execute("UPDATE item SET height = 100 + \(height) WHERE id = 4900")
            try test.store.prepare("wall")
        }
        let whole = [LayoutChanges.Part(rect: rect)]
        #expect(try test.wall.changes(in: rect, since: generation).parts == whole)
        #expect(try test.wall.changes(in: rect, since: Generation(rawValue: 4711)).parts == whole)
    }

    @Test("Every process knows a generation, and a copy that went its own way does not")
    func generationsAreShared() throws {
        let test = try TestStore.ofRandomRows(
            sections: 2, items: 40...40, seed: 7, #"{"layout": "table", "estimatedRowHeight": 30}"#, 300, 400)
        try test.store.prepare("wall")
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 100)
        try test.store.pool.copy(to: test.directory.file("copy.db")) { _, _ in }
        let copy = try LayoutStore(path: test.directory.file("copy.db"), limits: TestStore.tinyLimits)
        let other = try LayoutStore(path: test.directory.file("store.db"))
        let before = try test.wall.changes(in: rect, since: nil).generation
        #expect(try other.layout("wall").changes(in: rect, since: before).parts.isEmpty)
        #expect(try copy.layout("wall").changes(in: rect, since: before).parts.isEmpty)
        for store in [test.store, copy] {
            try store.pool.write { try $0.execute("UPDATE item SET height = 77 WHERE id = (SELECT max(id) FROM item)") }
            try store.prepare("wall")
        }
        let after = try test.wall.changes(in: rect, since: before)
        #expect(after.parts.isEmpty && after.generation != before)
        #expect(try other.layout("wall").changes(in: rect, since: after.generation) == after)
        #expect(try copy.layout("wall").changes(in: rect, since: after.generation).parts.map(\.rect) == [rect])
        #expect(try copy.layout("wall").changes(in: rect, since: before).parts.isEmpty)
    }

    /// Something that happens to a store with a layout "wall", from one of two writers.
    private func happen(
        _ test: TestStore, _ other: LayoutStore, _ script: inout EditScript, silently: Bool,
        _ random: inout SeededGenerator
    ) throws {
        let moves: [RandomEdit.Kind] = [.resize, .resize, .insertBetween, .delete, .moveWithin]
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try script.change(times: 3, using: &random)
        case 1:
            script.note("roll back")
            struct Undone: Error {}
            do {
                try test.store.pool.write { connection in
                    try connection.execute("UPDATE item SET height = coalesce(height, 10) + 3, payload = '{}'")
                    throw Undone()
                }
            } catch is Undone {}
        case 2:
            script.note("edit, and prepare from elsewhere")
            try other.pool.write {
                try $0.execute("UPDATE item SET height = 40, width = 40 WHERE id IN (SELECT max(id) FROM item)")
            }
            try other.prepare("wall")
        case 3:
            let rect = LayoutRect(x: 0, y: random.exactLength(in: 0...1500), width: 400, height: 100)
            try script.change(moves, times: 2, using: &random)
            script.note("prepare in \(rect)")
            try test.wall.prepare(in: rect)
        case 4:
            try script.change(moves, times: 2, using: &random)
            return
        case 5:
            // A band that is hidden or shown may have changed, too.
            try script.change(moves, using: &random)
            let draw = Bool.random(using: &random) ? FoldingTests.fold : OutlineFoldingTests.fold
            guard let fold = try draw(test, &random) else { return }
            script.note(fold)
            _ = try test.store.pool.write { try $0.executesUnlessRefused(fold) }
        case 6 where !silently:
            script.note("scroll a section")
            _ = try test.store.pool.write {
                try $0.executesUnlessRefused(
                    """
                    INSERT INTO section_offset (layout, section_id, offset)
                    SELECT 'wall', min(id), 20 FROM section WHERE true
                    ON CONFLICT (layout, section_id) DO UPDATE SET offset = offset + 10
                    """)
            }
        default: try script.change(silently ? moves : RandomEdit.Kind.ofRows, using: &random)
        }
        script.note("prepare")
        try test.store.prepare("wall")
    }
}
