import LayoutCacheTools
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The scenes of a rectangle, assembled as a page does, against layouts computed the reference way.
@Suite struct SceneTests {
    @Test(
        "A scene shows what a query does wherever one looks, with one answer for all places",
        arguments: LayoutKind.allCases)
    func sceneIsBruteForce(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed &* 29 &+ 3)
            let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 1...5, items: 0...60, using: &random)
            let reference = try test.reference("wall")
            let axis = try test.wall.scrollAxis()
            for _ in 0..<8 {
                var offsets: [Int: Double] = [:]
                for section in 0..<5 { offsets[section] = random.exactLength(in: 0...400) }
                let rect = rect(reference, &random)
                let scene = try test.wall.scene(in: rect, offsets: offsets, limit: .max)
                for _ in 0..<4 {
                    var visible = self.rect(reference, &random)
                    // Cells move by as much as a visible part of the scene can make them.
                    let longest = max(rect.width, rect.height)
                    (visible.width, visible.height) = (min(visible.width, longest), min(visible.height, longest))
                    // A page draws cells that move by their place in what is visible.
                    let moved = scene.elements.compactMap { $0.attributes.drawn(in: visible, showing: rect) }
                    let pinned = scene.pins.map { placed($0, visible, axis) }.filter { $0.frame.overlaps(rect) }
                    guard
                        expectSameElements(
                            (moved + pinned).map(ElementRow.init),
                            reference.elements(in: rect, visible: visible, offsets: offsets),
                            "\(rect), eye \(visible), seed \(seed), \(layout)")
                    else { return }
                }
            }
        }
    }

    /// The place where a page puts an element that keeps to an edge.
    private func placed(_ pin: LayoutScene.Pin, _ visible: LayoutRect, _ axis: LayoutAxis) -> LayoutAttributes {
        var element = pin.element.attributes
        let own = element.frame.length(axis)
        let least = pin.minimumLength ?? own
        var length = own
        func setPlace(_ place: Double) {
            if axis == .vertical {
                (element.frame.y, element.frame.height) = (place, length)
            } else {
                (element.frame.x, element.frame.width) = (place, length)
            }
        }
        if pin.keepsToEnd {
            let line = visible.max(axis) - pin.inset
            length = max(least, own - max(0, pin.range.upperBound - line))
            let limit = pin.range.lowerBound - (least - length)
            setPlace(min(pin.range.upperBound, max(line, limit)) - length)
        } else {
            let line = visible.min(axis) + pin.inset
            length = max(least, own - max(0, line - pin.range.lowerBound))
            let limit = pin.range.upperBound + (least - length)
            setPlace(max(pin.range.lowerBound, min(line, limit)))
        }
        return element
    }

    private func rect(_ reference: ReferenceLayout, _ random: inout SeededGenerator) -> LayoutRect {
        let size = reference.contentSize
        let reach = reference.wraps ? 2 * max(size.height, size.width) : 60
        return LayoutRect(
            x: random.exactLength(in: -reach...(size.width + reach)),
            y: random.exactLength(in: -reach...(size.height + reach)), width: random.exactLength(in: 1...500),
            height: random.exactLength(in: 1...500))
    }

    @Test("From afar a canvas shows the blocks that touch a rectangle, even at a point")
    func touchingBoxes() throws {
        let test = try TestStore()
        try test.fill(1...1, "section_id, position, x, y, width, height", "1, i, 0, 0, 10, 10")
        try test.prepareWall(#"{"layout":"canvas"}"#)
        for (origin, count) in [(-5.0, 1), (-5.5, 0), (10, 1), (10.5, 0)] {
            let rect = LayoutRect(x: origin, y: origin, width: 5, height: 5)
            #expect(try test.read { try LayoutReader("wall", in: $0).boxes(in: rect).count } == count, "\(origin)")
        }
    }

    @Test("Nothing is laid out for a rectangle that holds too much, also if nothing was laid out before")
    func denseIsNotPrepared() throws {
        let test = try TestStore.ofRandomRows(sections: 3, items: 200...220, seed: 6, #"{"layout":"table"}"#, 320, 480)
        let wall = test.wall
        let scene = try wall.scene(in: LayoutRect(x: 0, y: 0, width: 320, height: 1e9), limit: 100, preparing: .visible)
        let pieces = try #require(scene.pieces, "\(scene.detail)")
        #expect(try pieces.contains { $0.isEstimated } && wall.preparationState() == .beginning)
        let top = try wall.scene(in: LayoutRect(x: 0, y: 0, width: 320, height: 300), preparing: .visible)
        #expect(!top.elements.isEmpty && top.elements.allSatisfy { !$0.attributes.isStale })
    }

    @Test("Rows that were appended to a short part show there, and are not taken for too much")
    func appendedIsShown() throws {
        let test = try TestStore.ofTable(items: 60).prepared()
        let length = try test.wall.contentSize().height
        let row = try #require(try test.cell(ItemIndexPath(section: 0, item: 59))).frame.height
        try test.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 60 UNION ALL SELECT i + 1 FROM n WHERE i < 2059)
            INSERT INTO item (id, section_id, position, key, width, height) SELECT i + 1, 1, i, 'k' || i, 30, 20 FROM n
            """)
        let end = LayoutRect(x: 0, y: length - 2 * row, width: 320, height: 2 * row)
        let shown = try test.wall.scene(in: end, limit: 100, preparing: .visible).elements.map(\.attributes)
        #expect(shown.compactMap { $0.indexPath?.item }.sorted() == [58, 59] && shown.allSatisfy { !$0.isStale })
        #expect(try test.wall.contentSize().height == length + 2000 * row)
    }
}

extension LayoutScene {
    /// The pieces that it has instead of elements.
    var pieces: [LayoutReader.OverviewPiece]? {
        if case .pieces(let pieces) = detail { pieces } else { nil }
    }
}
