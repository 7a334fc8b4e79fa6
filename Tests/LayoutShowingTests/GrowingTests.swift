import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCore
@testable import LayoutShowing

/// The last row of a layout while it grows.
@Suite struct GrowingTests {
    private static let viewport = LayoutSize(width: 320, height: 480)

    /// A conversation of rows of 40 points, whose last row may grow. Nothing is stored until the timer is moved on.
    private func makeChat(
        items: Int = 100, definition: String = #"{"layout":"table","footer":{"height":16}}"#
    ) throws -> (test: TestStore, timer: TestTimer) {
        let test = try TestStore.ofOneSection(
            items: items, height: "40", definition: definition, container: Self.viewport
        ).prepared()
        let timer = TestTimer()
        test.store.growingRows.timer = timer.timer
        return (test, timer)
    }

    private func lastHeight(_ test: TestStore) throws -> Double {
        try #require(try test.first("SELECT height FROM item ORDER BY position DESC LIMIT 1", as: Double.self))
    }

    private func revision(_ test: TestStore) throws -> Int {
        try test.first("SELECT revision FROM lc_change", as: Int.self) ?? 0
    }

    // MARK: Places

    @Test("A row that grows shows as a stored one does, in tables of every definition")
    func places() throws {
        try TestSettings.forEachSeed(rounds: 40) { seed in
            var random = SeededGenerator(seed: seed &* 19 &+ 4)
            var drawn = try TestStore.prepared(.table, seed, sections: 1...4, items: 3...60, using: &random)
            while try "\(drawn.layout)".contains("\"columns\"") || drawn.layout.definition.wraps {
                drawn = try TestStore.prepared(.table, seed, sections: 1...4, items: 3...60, using: &random)
            }
            let test = drawn.test
            test.store.growingRows.timer = TestTimer().timer
            guard
                let id = try test.first(
                    """
                    SELECT id FROM item WHERE section_id = (SELECT max(id) FROM section) ORDER BY position DESC LIMIT 1
                    """, as: Int64.self)
            else { return }
            // All readers remember the stored row.
            _ = try test.wall.layoutAttributesForElements(in: LayoutRect(origin: .zero, size: Self.viewport))
            let length = random.exactLength(in: 0...700)
            try test.wall.grow(.id(id), to: LayoutSize(width: length, height: length))
            let size = try test.wall.contentSize()
            let snapshot = try test.wall.snapshot()
            let path = try #require(try snapshot.indexPath(of: .id(id)))
            let rects = (0..<12).map { _ in
                LayoutRect(
                    x: Double.random(in: -100...max(size.width, 1), using: &random),
                    y: Double.random(in: -100...max(size.height, 1), using: &random),
                    width: Double.random(in: 1...600, using: &random), height: .random(in: 1...600, using: &random))
            }
            let all = LayoutRect(x: -1e5, y: -1e5, width: 3e5, height: 3e5)
            let found = try ([all] + rects).map {
                try test.wall.layoutAttributesForElements(in: $0).map(ElementRow.init)
            }
            let ofSnapshot = try rects.map { try snapshot.layoutAttributesForElements(in: $0).map(ElementRow.init) }
            let cell = try snapshot.layoutAttributesForItem(at: path).map(ElementRow.init)
            let section = try snapshot.frame(ofSection: path.section)

            let column = snapshot.scrollAxis == .vertical ? "height" : "width"
            try test.execute("UPDATE item SET \(column) = \(length) WHERE id = \(id)")
            try test.store.prepare("wall")
            let context = "seed \(seed), \(drawn.layout)"
            let reference = try test.reference("wall")
            for (rect, found) in zip([all] + rects, found) {
                guard expectSameElements(found, reference.elements(in: rect), "\(rect), \(context)") else { return }
            }
            for (rect, found) in zip(rects, ofSnapshot) {
                guard expectSameElements(found, reference.elements(in: rect), "\(rect), \(context)") else { return }
            }
            let afresh = try LayoutStore(path: test.store.path).layout("wall")
            #expect(try size == afresh.contentSize() && snapshot.contentSize == size, "\(context)")
            #expect(try cell == afresh.layoutAttributesForItem(at: path).map(ElementRow.init), "\(context)")
            #expect(try section == afresh.frame(ofSection: path.section), "\(context)")
        }
    }

    @Test("A row of wrapped text grows by its columns, in every container")
    func wrapped() throws {
        let definition = #"{"layout":"table","wrap":{"advance":10,"lineHeight":20,"inset":5}}"#
        let (test, timer) = try makeChat(items: 3, definition: definition)
        try test.execute("UPDATE item SET height = NULL, width = 4")
        try test.define("narrow", definition, 110, 300)
        try test.store.prepare("narrow")
        try test.store.prepare("wall")
        #expect(try test.wall.contentSize().height == 90)
        // 31 columns fit into 310 points, and 10 into 100.
        try test.wall.grow(.indexPath([0, 2]), to: LayoutSize(width: 63, height: 1))
        #expect(try test.wall.layoutAttributesForItem(at: [0, 2])?.frame.height == 70)
        #expect(try test.store.layout("narrow").layoutAttributesForItem(at: [0, 2])?.frame.height == 150)
        try timer.advanceAndWait(by: .seconds(1), for: test.store.growingRows)
        #expect(
            try test.lines("SELECT width, height FROM item ORDER BY position") == ["4.0|NULL", "4.0|NULL", "63.0|NULL"])
        try test.execute("UPDATE item SET height = 30 WHERE position = (SELECT max(position) FROM item)")
        let error = refusal { try test.wall.grow(.indexPath([0, 2]), to: LayoutSize(width: 70, height: 1)) }
        #expect(error?.code == .invalidArgument && error?.message.contains("stored height") == true)
    }

    // MARK: Storing

    @Test("Sixty tokens a second are one write a second, and the last size is stored when the row rests")
    func writes() throws {
        let (test, timer) = try makeChat()
        var (writes, last, most) = (0, 40.0, 0.0)
        for token in 1...600 {
            try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 40 + Double(token)))
            try timer.advanceAndWait(by: .microseconds(16_667), for: test.store.growingRows)
            #expect(try test.wall.contentSize().height == 99 * 40 + 40 + Double(token) + 16)
            let stored = try lastHeight(test)
            if stored != last { writes += 1 }
            last = stored
            // A crash loses as much as came in a second.
            most = max(most, 40 + Double(token) - stored)
        }
        #expect(writes >= 9 && writes <= 10 && most <= 61, "\(writes), \(most)")
        try timer.advanceAndWait(by: .seconds(1), for: test.store.growingRows)
        #expect(try lastHeight(test) == 640)
        let written = try revision(test)
        try timer.advanceAndWait(by: .seconds(60), for: test.store.growingRows)
        #expect(try revision(test) == written)
    }

    @Test("A size that another process stores later counts, and a state from before shows the last size")
    func laterSizes() throws {
        let (test, timer) = try makeChat()
        let old = try test.wall.snapshot()
        try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 100))
        #expect(old.contentSize.height == 4016)
        let grown = try test.wall.growing(old)
        #expect(grown.contentSize.height == 4076 && grown.sharesState(with: old))
        try timer.advanceAndWait(by: .seconds(1), for: test.store.growingRows)
        #expect(try test.wall.growing(old).contentSize.height == 4076)
        try test.store.execute("UPDATE item SET height = 60 WHERE height = 100")
        try test.store.prepare("wall")
        #expect(try test.wall.contentSize().height == 4036)
        #expect(try test.wall.snapshot().contentSize.height == 4036)
    }

    @Test("While the store is suspended a size stays in memory, and closing stores it")
    func suspending() throws {
        let (test, timer) = try makeChat()
        try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 100))
        test.store.suspend()
        try timer.advanceAndWait(by: .seconds(3), for: test.store.growingRows)
        test.store.resume()
        #expect(try test.wall.contentSize().height == 4076)
        #expect(try lastHeight(test) == 40)
        try timer.advanceAndWait(by: .seconds(200), for: test.store.growingRows)
        #expect(try lastHeight(test) == 100)
        try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 120))
        test.store.close()
        let store = try LayoutStore(path: test.store.path, mode: .readOnly)
        #expect(try store.lines("SELECT height FROM item ORDER BY position DESC LIMIT 1") == ["120.0"])
        #expect(try store.layout("wall").contentSize().height == 4096)
        #expect(refusal { try store.layout("wall").grow(.indexPath([0, 99]), to: .zero) }?.code == .readOnly)
    }

    @Test("A row that was removed before it was stored is forgotten, and the next one grows")
    func removed() throws {
        let (test, timer) = try makeChat()
        try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 100))
        try test.store.execute("DELETE FROM item WHERE position = (SELECT max(position) FROM item)")
        try test.store.prepare("wall")
        #expect(try test.wall.contentSize().height == 3976)
        try test.wall.grow(.indexPath([0, 98]), to: LayoutSize(width: 320, height: 50))
        try timer.advanceAndWait(by: .seconds(2), for: test.store.growingRows)
        #expect(try lastHeight(test) == 50)
        #expect(try test.wall.contentSize().height == 3986)
    }

    // MARK: Refusals

    @Test("Other rows and other layouts are refused, with a reason")
    func refusals() throws {
        let (test, _) = try makeChat()
        for (name, definition) in [
            ("flow", #"{"layout":"flow"}"#), ("columns", #"{"layout":"table","columns":2}"#),
            ("carousel", #"{"layout":"table","wraps":true}"#),
        ] {
            try test.define(name, definition, 320, 480)
            let error = refusal { try test.store.layout(name).grow(.indexPath([0, 99]), to: Self.viewport) }
            #expect(error?.withCode.contains("it is not a table with one column") == true, "\(name)")
        }
        let size = LayoutSize(width: 1, height: 50)
        let other = refusal { try test.wall.grow(.indexPath([0, 98]), to: size) }
        #expect(other?.code == .invalidArgument && other?.message.contains("is not the last row") == true)
        #expect(refusal { try test.wall.grow(.key("none"), to: size) }?.code == .notFound)
        #expect(refusal { try test.store.layout("none").grow(.indexPath([0, 99]), to: size) }?.code == .notFound)
        for height in [-1, .nan, .infinity, 1e10] {
            let error = refusal { try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 1, height: height)) }
            #expect(error?.code == .invalidArgument, "\(height)")
        }
        try test.store.execute("INSERT INTO section (dataset_id, position) VALUES (1, 99)")
        #expect(refusal { try test.wall.grow(.indexPath([0, 99]), to: size) }?.code == .invalidArgument)
        #expect(try test.wall.contentSize().height == 4016)
    }

    // MARK: Views

    @Test(
        "A view at the end follows it exactly, and a reader further up does not move at all", arguments: [0, 0.25, 300])
    func readers(distance: Double) throws {
        let (test, timer) = try makeChat()
        var shown = ShownLayout(span: 4_194_304, edge: .end)
        shown.show(try test.wall.snapshot())
        shown.prepare(for: ViewState(offset: .zero, size: Self.viewport))
        if distance > 0 { _ = shown.move(to: 4016 - 480 - distance) }
        let view = LayoutRect(x: 0, y: shown.window.viewOffset, width: 320, height: 480)
        func screen() -> [ItemIndexPath: Double] {
            let elements = shown.changes(in: view, visible: view).elements.filter { $0.kind == .cell }
            return Dictionary(uniqueKeysWithValues: elements.map { ($0.indexPath!, $0.frame.y - view.y) })
        }
        let before = screen()
        for token in 1...90 {
            try test.wall.grow(.indexPath([0, 99]), to: LayoutSize(width: 320, height: 40 + Double(token)))
            let isShown = (shown.showGrowth(in: test.wall), shown.showGrowth(in: test.wall))
            #expect(isShown == (true, false))
            try timer.advanceAndWait(by: .microseconds(16_667), for: test.store.growingRows)
            // A state that was stored until then is shown as well.
            if token % 20 == 0 { shown.show(try test.wall.growing(test.wall.snapshot())) }
            let end = shown.window.contentLength - shown.window.place - 480
            #expect(end == (distance <= 0.25 ? 0 : distance + Double(token)), "\(token)")
            guard distance > 0.25 else { continue }
            let now = screen()
            #expect(now.allSatisfy { before[$0.key] == nil || before[$0.key] == $0.value }, "\(token)")
            #expect(before.keys.filter { $0.item < 92 }.allSatisfy { now[$0] != nil }, "\(token)")
        }
        #expect(shown.takeNotes().isEmpty)
    }
}

/// A timer that tests move on.
private final class TestTimer: Sendable {
    private struct State {
        var now = Duration.zero
        var sleepers: [(until: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var timer: GrowingRows.Timer {
        GrowingRows.Timer(
            now: { self.state.withLock { $0.now } },
            sleep: { duration in
                await withCheckedContinuation { continuation in
                    self.state.withLock { $0.sleepers.append(($0.now + duration, continuation)) }
                }
            })
    }

    /// Moves it on, and waits until what is due is stored.
    func advanceAndWait(by duration: Duration, for rows: GrowingRows) throws {
        waitUntilAsleep(rows)
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.until <= state.now }
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
        waitUntilAsleep(rows)
    }

    private func waitUntilAsleep(_ rows: GrowingRows) {
        while rows.isRunning, state.withLock({ $0.sleepers.isEmpty }) { usleep(200) }
    }
}
