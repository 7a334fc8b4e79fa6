internal import LayoutText
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The visible part, before and after changes.
@Suite struct AnchoringTests {
    @Test("An anchored item stays in place on the screen, with any changes around it", arguments: SnappingTests.kinds)
    func staysInPlace(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 3 &+ 11)
            var (test, layout, _) = try TestStore.random(kind, sections: 3...3, items: 10...60, using: &random)
            if kind == .spreadsheet {
                layout.json = "{\"frozenRows\":\(seed % 3),\"frozenColumns\":\(seed % 2)," + layout.json.dropFirst()
            }
            try test.define("wall", layout)
            for round in 0..<6 {
                guard
                    try expectInPlace(
                        test, layout, made: (round + 1) * 1_000_000, "round \(round), seed \(seed), \(layout)", &random)
                else { return }
            }
        }
    }

    private func expectInPlace(
        _ test: TestStore, _ layout: RandomDefinition, made: Int, _ context: String, _ random: inout SeededGenerator
    ) throws -> Bool {
        let stored = test.wall
        let before = Screen(try test.reference("wall"), layout.container)
        var offset = LayoutPoint.zero
        let reach = before.reference.wraps ? before.reference.contentLength : 40
        offset[before.axis] = random.exactLength(in: -reach...max(before.maximum, 0) + reach)
        let edge: ScrollAnchor.Edge = Bool.random(using: &random) ? .start : .end
        guard let anchor = try stored.anchor(at: offset, edge: edge, preparing: .everything) else {
            #expect(before.cells(at: offset).isEmpty, "\(offset), \(context)")
            return before.cells(at: offset).isEmpty
        }
        #expect(try ScrollAnchor(json: anchor.json) == anchor, "\(context)")
        var model = try EditModel(test)
        model.made = made
        if !anchor.isAtLimit {
            let held = try #require(anchor.itemID)
            #expect(before.reference.wraps || before.cells(at: offset).contains { $0.itemID == held }, "\(context)")
            if !before.reference.wraps {
                let distance = before.distance(of: try #require(before.frame(held)), offset[before.axis], edge)
                // Aspect ratios are not exact, and sums of them depend on their order.
                #expect(abs(anchor.distance - distance) < 1e-9, "\(context)")
            }
            model.kept = anchor.key
            #expect(anchor.key != nil, "\(context)")
        }
        var changes: [DatasetChange] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) { changes.append(model.change(using: &random)) }
        try test.store.apply(changes, to: "data")
        let restored = try stored.contentOffset(for: anchor, preparing: .everything)
        let after = Screen(try test.reference("wall"), layout.container)
        let along = after.scrolled(restored[after.axis])
        if anchor.isAtLimit {
            let limit = edge == .start ? after.minimum : after.maximum
            #expect(abs(along - limit) < 1e-9, "\(context)")
            return abs(along - limit) < 1e-9
        }
        guard let frame = anchor.itemID.flatMap({ after.frame($0) }) else {
            // A change can hide the item: behind a merged cell, or beyond the last row.
            let isLeft = after.reference.sections.contains { $0.items.contains { $0.id == anchor.itemID } }
            #expect(isLeft && after.hidesItems, "\(anchor), \(changes), \(context)")
            return isLeft
        }
        let distance = after.distance(of: frame, restored[after.axis], edge)
        // At an end of the content the item can be nearer to that end than it was, and not further.
        var isRight = abs(distance - anchor.distance) < 1e-6
        if !after.reference.wraps {
            #expect(along >= after.minimum - 1e-6 && along <= after.maximum + 1e-6, "\(context)")
            if abs(along - after.minimum) < 1e-6 { isRight = isRight || distance < anchor.distance }
            if abs(along - after.maximum) < 1e-6 { isRight = isRight || distance > anchor.distance }
        }
        let place = "\(distance) instead of \(anchor.distance) at \(along) in \(after.minimum)...\(after.maximum)"
        #expect(isRight, "\(place), \(anchor), \(changes), \(context)")
        return isRight
    }

    /// The visible part of a plain layout.
    private struct Screen {
        let reference: ReferenceLayout
        let container: LayoutSize

        init(_ reference: ReferenceLayout, _ container: LayoutSize) {
            self.reference = reference
            self.container = container
        }

        var axis: LayoutAxis { reference.plan.traits.axis }
        var minimum: Double { -reference.scrollInsets.start }
        var maximum: Double { max(reference.contentLength - container[axis] + reference.scrollInsets.end, minimum) }

        func frame(_ itemID: Int64) -> LayoutRect? {
            reference.elements.first { $0.kind == "cell" && $0.itemID == itemID }?.frame
        }

        func cells(at offset: LayoutPoint) -> [ElementRow] {
            let covered = covered
            let start = offset[axis] + (isMirrored ? covered.end : covered.start)
            let end = offset[axis] + container[axis] - (isMirrored ? covered.start : covered.end)
            let rect = LayoutRect(
                axis: axis, along: start, cross: 0, alongLength: end - start, crossLength: container[axis.cross])
            // Wherever cells are drawn: an anchor holds them by their places in the content.
            return reference.elements(in: rect, isMoving: false).filter { $0.kind == "cell" }
        }

        func distance(of frame: LayoutRect, _ offset: Double, _ edge: ScrollAnchor.Edge) -> Double {
            // Distances count to the left where reading begins at the right.
            let begin = isMirrored ? offset + container.width - frame.maxX : frame.min(axis) - offset
            let end = isMirrored ? offset - frame.x : frame.max(axis) - offset - container[axis]
            return edge == .start ? begin - covered.start : end + covered.end
        }

        /// The lengths that pinned bars and insets cover, where reading begins and where it ends.
        private var covered: (start: Double, end: Double) {
            (reference.plan.traits.pinStart, reference.plan.traits.pinEnd)
        }

        var isMirrored: Bool { reference.plan.traits.isMirrored }

        /// Whether it gives some items no cell.
        var hidesItems: Bool {
            reference.elements.count { $0.kind == "cell" } < reference.sections.reduce(0) { $0 + $1.items.count }
        }

        /// How far it is scrolled from where reading begins.
        func scrolled(_ offset: Double) -> Double {
            isMirrored ? reference.contentLength - container.width - offset : offset
        }
    }

    @Test("An anchor holds on to an item's key while the store is closed, and when its row is replaced")
    func survivesClosing() throws {
        let before = try makeTable()
        let held = try #require(try before.wall.anchor(at: LayoutPoint(x: 0, y: 205), preparing: .everything))
        #expect(held.key == "k5" && held.distance == -5)
        let test = try before.reopened()
        let anchor = try ScrollAnchor(json: held.json)
        #expect(try test.wall.contentOffset(for: anchor, preparing: .everything) == LayoutPoint(x: 0, y: 205))
        // Two more rows come before it, and it is another row of the table.
        let changes: [DatasetChange] = [
            .deleteItem(.key("k5")), .insertItem(SourceItem(key: "new"), at: [0, 0]),
            .insertItem(SourceItem(key: "k5"), at: [0, 7]),
        ]
        try test.store.apply(changes, to: "data")
        #expect(try test.wall.contentOffset(for: anchor, preparing: .everything) == LayoutPoint(x: 0, y: 285))
    }

    @Test("If the anchored item is gone, the one with its indices takes its place, or the nearest")
    func fallsBack() throws {
        let test = try makeTable()
        let stored = test.wall
        let anchor = try #require(try stored.anchor(at: LayoutPoint(x: 0, y: 205), preparing: .everything))
        #expect(anchor.key == "k5")
        try test.store.apply([.deleteItem(.key("k5"))], to: "data")
        #expect(try stored.contentOffset(for: anchor, preparing: .everything) == LayoutPoint(x: 0, y: 205))
        try test.store.apply([.deleteItem(.key("k0"))], to: "data")
        #expect(try stored.contentOffset(for: anchor, preparing: .everything) == LayoutPoint(x: 0, y: 205))
        // Of k1, k2, k3 and k4 the last is at 120; 125 is beyond the end of scrolling.
        try test.store.apply((6...9).map { .deleteItem(.key("k\($0)")) }, to: "data")
        #expect(try stored.contentOffset(for: anchor, preparing: .everything) == LayoutPoint(x: 0, y: 60))
        try test.store.apply([.deleteSection(0)], to: "data")
        #expect(try stored.contentOffset(for: anchor, preparing: .everything) == .zero)
        #expect(try stored.anchor(at: LayoutPoint(x: 0, y: 5), preparing: .everything) == nil)
    }

    @Test(
        "JSON that is not an anchor is refused with the place of the fault",
        arguments: [
            ("[]", "$"), ("3", "$"), ("{}", "$.edge"), (#"{"edge":"top"}"#, "$.edge"), (#"{"edge":1}"#, "$.edge"),
            (#"{"edge":"start","distance":"far"}"#, "$.distance"), (#"{"edge":"end","item":1.5}"#, "$.item"),
            (#"{"edge":"end","section":true}"#, "$.section"), (#"{"edge":"end","itemId":"7a"}"#, "$.itemId"),
            (#"{"edge":"end","itemId":"1.5"}"#, "$.itemId"), (#"{"edge":"end","itemId":""}"#, "$.itemId"),
            (#"{"edge":"end","itemId":"x"}"#, "$.itemId"), (#"{"edge":"end","itemId":true}"#, "$.itemId"),
            (#"{"edge":"end","key":7}"#, "$.key"), (#"{"edge":"end","atLimit":1}"#, "$.atLimit"),
        ])
    func badJSON(_ json: String, _ path: String) {
        #expect(refusal { try ScrollAnchor(json: json) }?.path == path)
        #expect(throws: LayoutError.self) { try ScrollAnchor(json: json + "{") }
    }

    @Test("An anchor of an edge alone, and one of JSON with few members, hold the first item, at the rectangle's edge")
    func defaults() throws {
        let first = ScrollAnchor(edge: .start)
        #expect(
            first
                == ScrollAnchor(
                    edge: .start, isAtLimit: false, key: nil, itemID: nil,
                    indexPath: [0, 0], distance: 0))
        for (members, section, item) in [
            ("", 0, 0), (#","item":3"#, 0, 3), (#","section":2"#, 2, 0),
            (#","atLimit":null,"key":null,"itemId":null,"section":null,"item":null,"distance":null"#, 0, 0),
        ] {
            let anchor = try ScrollAnchor(json: #"{"edge":"start"\#(members)}"#)
            #expect(anchor == ScrollAnchor(edge: .start, indexPath: [section, item]))
        }
        #expect(first.json == #"{"edge":"start","atLimit":false,"section":0,"item":0,"distance":0}"#)
        let full = ScrollAnchor(edge: .end, isAtLimit: true, key: "k", itemID: 7, indexPath: [1, 2], distance: -0.5)
        #expect(
            full.json == #"{"edge":"end","atLimit":true,"key":"k","itemId":"7","section":1,"item":2,"distance":-0.5}"#)
        // Row ids of any size survive.
        for id in [7, 1 << 53, 1 << 53 + 1, .max, .min, -(1 << 53) - 1] as [Int64] {
            var anchor = full
            anchor.itemID = id
            #expect(try ScrollAnchor(json: anchor.json) == anchor)
        }
    }

    /// Ten rows of 40 points in a container of 100.
    private func makeTable() throws -> TestStore {
        try .ofOneSection(
            items: 10, definition: #"{"layout":"table","estimatedRowHeight":40}"#,
            container: LayoutSize(width: 300, height: 100))
    }
}
