import LayoutCacheTools
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The contents that come with elements: the user's own columns, sections and their other elements.
@Suite struct ContentTests {
    private func makeWall() throws -> TestStore {
        let test = try TestStore.ofOneSection(
            items: 60, width: "40 + i % 5", height: "20",
            definition: """
                {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
                 "size":{"width":{"fractionalWidth":1},"height":20},
                 "subitems":[{"size":{"width":{"fractionalWidth":0.25},"height":20}}]},
                 "decorations":[{"elementKind":"background"}],
                 "boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":30},
                 "alignment":"top"}]}]}
                """, container: LayoutSize(width: 300, height: 100))
        try test.execute("UPDATE item SET payload = '{\"n\":' || id || '}' WHERE id % 2 = 0")
        return test
    }

    @Test("Elements come with the key and the payload of their items, and elements without an item with none")
    func contents() throws {
        let test = try makeWall()
        let wall = test.wall
        let rect = LayoutRect(x: 0, y: 10, width: 300, height: 100)
        // Nothing was laid out.
        #expect(try wall.elementsWithContent(in: rect).isEmpty)
        #expect(try wall.itemWithContent(at: [0, 3]) == nil)
        let found = try wall.elementsWithContent(in: rect, preparing: .visible)
        #expect(Set(found.map(\.attributes)) == Set(try wall.layoutAttributesForElements(in: rect)))
        #expect(found.filter { $0.attributes.kind == .cell }.count == 16)
        for element in found {
            guard let id = element.attributes.itemID else {
                #expect(element.key == nil && element.payload == nil)
                #expect(["header", "background"].contains(element.attributes.elementKind))
                continue
            }
            #expect(element.key == "k\(id - 1)")
            #expect(element.payload == (id % 2 == 0 ? "{\"n\":\(id)}" : nil))
        }
        let last = try #require(try wall.itemWithContent(at: [0, 59], preparing: .visible))
        #expect(last.key == "k59" && last.payload == "{\"n\":60}")
        #expect(last.attributes.frame == LayoutRect(x: 225, y: 30 + 14 * 20, width: 75, height: 20))
        #expect(try wall.itemWithContent(at: [0, 60], preparing: .everything) == nil)
        #expect(try wall.itemWithContent(at: [1, 0]) == nil)
    }

    @Test("A section's strip and its background are laid out on request")
    func strips() throws {
        let test = try makeWall()
        let wall = test.wall
        let first = ItemIndexPath(section: 0, item: 0)
        #expect(try wall.layoutAttributesForDecorationElement(ofKind: "background", at: first) == nil)
        let strip = LayoutRect(x: 0, y: 0, width: 300, height: 330)
        #expect(try wall.frame(ofSection: 0, preparing: .everything) == strip)
        #expect(try wall.frame(ofSection: 1) == nil)
        let background = try wall.layoutAttributesForDecorationElement(
            ofKind: "background", at: first, preparing: .visible)
        #expect(background?.frame == strip && background?.kind == .decoration)
        #expect(try wall.layoutAttributesForDecorationElement(ofKind: "header", at: first) == nil)
    }

    @Test("The target of a gesture and the place of an anchor are laid out first on request")
    func places() throws {
        func makeTable() throws -> TestStore {
            try TestStore.ofOneSection(
                items: 500, height: "20 + i % 3",
                definition: #"{"layout":"table","estimatedRowHeight":11,"snap":{"padding":0}}"#,
                container: LayoutSize(width: 300, height: 100))
        }
        let (test, other) = (try makeTable(), try makeTable())
        let wall = test.wall
        try wall.prepare()
        for (proposed, velocity) in [(0.0, 0.0), (31, 0), (3000, 0.4), (3000, -0.4)] {
            let point = LayoutPoint(x: 0, y: proposed)
            let speed = LayoutPoint(x: 0, y: velocity)
            let fresh = try makeTable()
            // The part above is estimated, so only at the beginning are the two contents alike.
            let found = try fresh.wall.targetContentOffset(
                forProposedContentOffset: point, withScrollingVelocity: speed, preparing: .visible)
            let expected = try wall.targetContentOffset(forProposedContentOffset: point, withScrollingVelocity: speed)
            if proposed < 100 { #expect(found == expected, "\(proposed)") }
            let elements = try fresh.wall.layoutAttributesForElements(
                in: LayoutRect(origin: found, size: LayoutSize(width: 300, height: 100)))
            #expect(!elements.isEmpty && elements.allSatisfy { $0.frame.height >= 20 }, "\(proposed)")
        }
        // By its key or its row id, regardless of the item's present place.
        try other.execute("DELETE FROM item WHERE id <= 100")
        for anchor in [
            ScrollAnchor(edge: .start, key: "k300", indexPath: [0, 300]),
            ScrollAnchor(edge: .start, itemID: 301, indexPath: [0, 300]),
        ] {
            let offset = try other.wall.contentOffset(for: anchor, preparing: .visible)
            let cell = try #require(try other.wall.layoutAttributesForItem(at: [0, 200]))
            #expect(cell.itemID == 301 && cell.frame.y == offset.y && cell.frame.height == 20)
        }
    }

    @Test("A reader that has seen more than it keeps goes on as before")
    func manyElements() throws {
        let test = try TestStore.ofOneSection(
            items: 40_000, width: "3", height: "1 + i % 2",
            definition: #"{"layout":"flow","itemSpacing":0,"lineSpacing":0}"#,
            container: LayoutSize(width: 300, height: 200), limits: BandLimits())
        let wall = test.wall
        try wall.prepare()
        // A hundred to a line, and lines of two points: 20,000 in a rectangle of 400 points.
        let scroller = try wall.snapshot()
        for y in stride(from: 0.0, through: 390, by: 130) {
            let rect = LayoutRect(x: 0, y: y, width: 300, height: 400)
            let found = try scroller.layoutAttributesForElements(in: rect)
            #expect(found.count == 20_000, "\(y)")
            #expect(Set(found.map(\.item)) == Set(Int(y / 2) * 100..<Int(y / 2) * 100 + 20_000), "\(y)")
        }
    }

    @Test("An item that is found by its key or row id is the cell at its index", arguments: LayoutKind.allCases)
    func byKey(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 43 &+ 9)
            let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 1...4, items: 0...70, using: &random)
            try test.execute("UPDATE item SET key = 'key ' || id")
            let wall = test.wall
            for expected in try test.reference("wall").elements where expected.kind == "cell" {
                let id = try #require(expected.itemID)
                for reference in [ItemReference.id(id), .key("key \(id)")] {
                    let found = try #require(try wall.listedItem(reference)?.content)
                    #expect(found.key == "key \(id)")
                    expectSameElements([ElementRow(found.attributes)], [expected], "seed \(seed), \(layout)")
                }
            }
            #expect(try wall.listedItem(.id(999_999)) == nil)
        }
    }
}
