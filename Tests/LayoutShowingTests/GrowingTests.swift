import Foundation
import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCore
@testable import LayoutShowing

/// The last row of a view's layout while it grows.
@Suite struct GrowingTests {
    private static let viewport = LayoutSize(width: 320, height: 480)

    /// A conversation of rows of 40 points, whose last row may grow in a view. Nothing is stored until the timer is
    /// moved on.
    private final class Chat {
        let test: TestStore
        let timer = TestTimer()
        var shown = ShownLayout(span: 4_194_304, edge: .end)

        init(
            items: Int = 100, definition: String = #"{"layout":"table","footer":{"height":16}}"#, changes: String...
        ) throws {
            test = try TestStore.ofOneSection(
                items: items, height: "40", definition: definition, container: GrowingTests.viewport)
            try test.execute(changes)
            try test.store.prepare("wall")
            try look()
            shown.prepare(for: ShownLayout.ViewState(offset: .zero, size: GrowingTests.viewport))
        }

        /// Shows what is stored.
        func look() throws { shown.show(try test.wall.snapshot()) }

        func grow(_ item: ItemReference = .id(100), to size: LayoutSize) throws {
            try shown.grow(item, to: size, in: test.wall, timer: timer.timer)
        }

        func grow(to height: Double) throws { try grow(to: LayoutSize(width: 320, height: height)) }

        func wait(_ duration: Duration) throws {
            guard let row = shown.growing else { return }
            try timer.advanceAndWait(by: duration, for: row)
        }

        var length: Double { shown.window.contentLength }

        func storedHeight() throws -> Double {
            try #require(try test.first("SELECT height FROM item ORDER BY position DESC LIMIT 1", as: Double.self))
        }
    }

    // MARK: Places

    @Test("A row that grows shows as a stored one does, in tables of every definition")
    func places() throws {
        try TestSettings.forEachSeed(rounds: 18) { seed in
            var random = SeededGenerator(seed: seed &* 19 &+ 4)
            var drawn = try TestStore.prepared(.table, seed, sections: 1...4, items: 3...60, using: &random)
            // Items that stick show at places of the stored content, until the row is stored.
            func isDrawnAgain() throws -> Bool {
                let text = "\(drawn.layout)"
                return try ["columns", "sticky"].contains { text.contains("\"\($0)\"") }
                    || drawn.layout.definition.wraps
            }
            while try isDrawnAgain() {
                drawn = try TestStore.prepared(.table, seed, sections: 1...4, items: 3...60, using: &random)
            }
            let test = drawn.test
            guard
                let id = try test.first(
                    """
                    SELECT id FROM item WHERE section_id = (SELECT max(id) FROM section) ORDER BY position DESC LIMIT 1
                    """, as: Int64.self)
            else { return }
            let size = try test.wall.contentSize()
            // Mostly near the end.
            let states = (0..<8).map { round in
                let low = round % 2 == 0 ? LayoutPoint.zero : LayoutPoint(x: size.width - 500, y: size.height - 500)
                return ShownLayout.ViewState(
                    offset: LayoutPoint(
                        x: random.exactLength(in: min(low.x, 0)...max(size.width, 1)),
                        y: random.exactLength(in: min(low.y, 0)...max(size.height, 1))), size: Self.viewport)
            }
            func answers(_ shown: inout ShownLayout) -> [[LayoutAttributes]] {
                states.map { state in
                    let around = LayoutRect(x: state.offset.x - 200, y: state.offset.y - 200, width: 720, height: 880)
                    let found = shown.elements(
                        in: shown.window.viewRect(around), visible: shown.window.viewRect(state.visible))
                    return found.map { element in
                        var element = element
                        element.frame = shown.window.contentRect(element.frame)
                        return element
                    }
                }
            }
            let length = seed % 5 == 0 ? 0 : random.exactLength(in: 0...700)
            var shown = ShownLayout(span: 4_194_304, edge: .start)
            shown.show(try test.wall.snapshot())
            shown.prepare(for: ShownLayout.ViewState(offset: .zero, size: Self.viewport))
            try shown.grow(
                .id(id), to: LayoutSize(width: length, height: length), in: test.wall, timer: TestTimer().timer)
            let grown = answers(&shown)
            let column = shown.window.axis == .vertical ? "height" : "width"
            try test.execute("UPDATE item SET \(column) = \(length) WHERE id = \(id)")
            try test.store.prepare("wall")
            var stored = ShownLayout(span: 4_194_304, edge: .start)
            stored.show(try test.wall.snapshot())
            stored.prepare(for: ShownLayout.ViewState(offset: .zero, size: Self.viewport))
            let context = "seed \(seed), \(length), \(drawn.layout)"
            #expect(shown.window.contentLength == stored.window.contentLength, "\(context)")
            for (state, (one, other)) in zip(states, zip(grown, answers(&stored))) {
                let (found, expected) = (one.map(ElementRow.init), other.map(ElementRow.init))
                guard expectSameElements(found, expected, "\(state.offset), \(context)") else { return }
            }
            #expect(shown.failures.known.isEmpty)
        }
    }

    @Test("A row of wrapped text grows by its columns")
    func wrapped() throws {
        let chat = try Chat(
            items: 3, definition: #"{"layout":"table","wrap":{"advance":10,"lineHeight":20,"inset":5}}"#,
            changes: "UPDATE item SET height = NULL, width = 4")
        #expect(chat.length == 90)
        // 31 columns fit into 310 points.
        try chat.grow(.id(3), to: LayoutSize(width: 63, height: 1))
        #expect(chat.shown.element(.cell, at: [0, 2], visible: chat.shown.view.visible)?.frame.height == 70)
        try chat.wait(.seconds(1))
        #expect(
            try chat.test.lines("SELECT width, height FROM item ORDER BY position")
                == ["4.0|NULL", "4.0|NULL", "63.0|NULL"])
    }

    // MARK: Storing

    @Test("Sixty tokens a second are one write a second, and the last size is stored when the row rests")
    func writes() throws {
        let chat = try Chat()
        var (writes, last, most) = (0, 40.0, 0.0)
        for token in 1...600 {
            try chat.grow(to: 40 + Double(token))
            try chat.wait(.microseconds(16_667))
            // A stored size is shown as well.
            if token % 7 == 0 { try chat.look() }
            #expect(chat.length == 99 * 40 + 40 + Double(token) + 16)
            let stored = try chat.storedHeight()
            if stored != last { writes += 1 }
            last = stored
            // A crash loses as much as came in a second.
            most = max(most, 40 + Double(token) - stored)
        }
        #expect(writes >= 9 && writes <= 10 && most <= 61, "\(writes), \(most)")
        try chat.wait(.seconds(1))
        #expect(try chat.storedHeight() == 640)
        try chat.look()
        #expect(chat.shown.growing == nil && chat.length == 4616)
    }

    @Test("A size that another process stores later counts, and a state from before shows the last size")
    func laterSizes() throws {
        let chat = try Chat()
        let old = try chat.test.wall.snapshot()
        try chat.grow(to: 100)
        try chat.wait(.seconds(1))
        chat.shown.show(old)
        #expect(chat.length == 4076)
        try chat.test.store.execute("UPDATE item SET height = 60 WHERE height = 100")
        try chat.test.store.prepare("wall")
        try chat.look()
        #expect(chat.length == 4036)
    }

    @Test("While the store is suspended a size stays in memory, and it is stored without its view")
    func suspending() throws {
        let chat = try Chat()
        try chat.grow(to: 100)
        chat.test.store.suspend()
        try chat.wait(.seconds(3))
        chat.test.store.resume()
        #expect(try chat.length == 4076 && chat.storedHeight() == 40)
        let row = try #require(chat.shown.growing)
        chat.shown = ShownLayout(span: 1, edge: .end)
        try chat.timer.advanceAndWait(by: .seconds(200), for: row)
        #expect(try chat.storedHeight() == 100)
    }

    @Test("A row that grows on in a layout for another size is stored for that one")
    func turned() throws {
        let chat = try Chat(changes: "UPDATE item SET height = NULL")
        try chat.grow(to: 100)
        try chat.wait(.seconds(1))
        let turned = try chat.test.wall.sized(for: LayoutSize(width: 480, height: 320)) as StoredLayout
        try chat.shown.grow(.id(100), to: LayoutSize(width: 480, height: 70), in: turned, timer: chat.timer.timer)
        try chat.wait(.seconds(2))
        for (layout, height) in [(turned, 70.0), (chat.test.wall, 100)] {
            #expect(try layout.layoutAttributesForItem(at: [0, 99], preparing: .visible)?.frame.height == height)
        }
    }

    @Test("A row that was removed before it was stored is forgotten, and the next one grows")
    func removed() throws {
        let chat = try Chat()
        try chat.grow(to: 100)
        try chat.test.store.execute("DELETE FROM item WHERE id = 100")
        try chat.test.store.prepare("wall")
        try chat.look()
        #expect(chat.length == 3976)
        try chat.grow(.id(99), to: LayoutSize(width: 1, height: 50))
        try chat.wait(.seconds(2))
        #expect(try chat.storedHeight() == 50)
        try chat.look()
        #expect(chat.length == 3986)
        // One that has just come, and that the view does not show yet.
        try chat.test.store.execute("INSERT INTO item (section_id, position, key, height) VALUES (1, 1e6, 'new', 40)")
        try chat.grow(.key("new"), to: LayoutSize(width: 1, height: 70))
        #expect(chat.length == 3986)
        try chat.test.store.prepare("wall")
        try chat.look()
        #expect(chat.length == 4056)
    }

    @Test("A row of a follower grows in a measure; without one its length is the source's, and it is refused")
    func following() throws {
        let chat = try Chat()
        let (store, definition) = (chat.test.store, try chat.test.wall.definition())
        func follow(_ following: Following, measure: String? = nil) throws -> StoredLayout {
            let name = following.dataset
            try store.follow(following)
            try store.defineLayout(
                name, dataset: name, definition: definition, container: Self.viewport, measure: measure)
            try store.prepare(name)
            return store.layout(name)
        }
        let measured = try follow(Following(dataset: "data", as: "measured"), measure: "m")
        chat.shown.show(try measured.snapshot())
        try chat.shown.grow(.id(100), to: LayoutSize(width: 1, height: 100), in: measured, timer: chat.timer.timer)
        #expect(chat.length == 4076)
        try chat.wait(.seconds(2))
        #expect(try chat.test.lines("SELECT item_id, height FROM measurement") == ["100|100.0"])
        chat.shown.show(try measured.snapshot())
        #expect(chat.shown.growing == nil && chat.length == 4076)
        try store.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, h); INSERT INTO message (h) VALUES (30)")
        for layout in [
            try follow(Following(dataset: "data", as: "copy")),
            try follow(Following(table: "message", as: "messages", height: "h")),
        ] {
            let error = refusal {
                try chat.shown.grow(.indexPath([0, 0]), to: Self.viewport, in: layout, timer: chat.timer.timer)
            }
            #expect(error?.code == .followsSource)
        }
    }

    // MARK: Refusals

    @Test("Other rows and other layouts are refused, with a reason")
    func refusals() throws {
        let chat = try Chat()
        let (test, timer) = (chat.test, chat.timer.timer)
        for (name, definition) in [
            ("flow", #"{"layout":"flow"}"#), ("columns", #"{"layout":"table","columns":2}"#),
            ("carousel", #"{"layout":"table","wraps":true}"#),
        ] {
            try test.define(name, definition, 320, 480)
            let error = refusal {
                try chat.shown.grow(.id(100), to: Self.viewport, in: test.store.layout(name), timer: timer)
            }
            #expect(error?.withCode.contains("it is not a table with one column") == true, "\(name)")
        }
        let size = LayoutSize(width: 1, height: 50)
        let other = refusal { try chat.grow(.indexPath([0, 98]), to: size) }
        #expect(other?.code == .invalidArgument && other?.message.contains("is not the last row") == true)
        #expect(refusal { try chat.grow(.key("none"), to: size) }?.code == .notFound)
        #expect(
            refusal { try chat.shown.grow(.id(100), to: size, in: test.store.layout("none"), timer: timer) }?.code
                == .notFound)
        for height in [-1, .nan, .infinity, 1e10] {
            #expect(refusal { try chat.grow(to: height) }?.code == .invalidArgument, "\(height)")
        }
        try test.store.execute("INSERT INTO section (dataset_id, position) VALUES (1, 99)")
        #expect(refusal { try chat.grow(to: 50) }?.code == .invalidArgument)
        #expect(chat.length == 4016)
        test.store.close()
        let reading = try LayoutStore(path: test.store.path, mode: .readOnly).layout("wall")
        #expect(refusal { try chat.shown.grow(.id(100), to: size, in: reading, timer: timer) }?.code == .readOnly)
    }
}

/// A timer that tests move on.
private final class TestTimer: Sendable {
    private struct State {
        var now = Duration.zero
        var sleepers: [(until: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var timer: GrowingRow.Timer {
        (
            now: { self.state.withLock { $0.now } },
            sleep: { duration in
                await withCheckedContinuation { continuation in
                    self.state.withLock { $0.sleepers.append(($0.now + duration, continuation)) }
                }
            }
        )
    }

    /// Moves it on, and waits until what is due is stored.
    func advanceAndWait(by duration: Duration, for row: GrowingRow) throws {
        waitUntilAsleep(row)
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.until <= state.now }
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
        waitUntilAsleep(row)
    }

    private func waitUntilAsleep(_ row: GrowingRow) {
        while row.isRunning, state.withLock({ $0.sleepers.isEmpty }) { usleep(200) }
    }
}
