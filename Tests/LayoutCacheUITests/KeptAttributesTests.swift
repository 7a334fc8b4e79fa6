import LayoutCache
import LayoutTestSupport
import Testing

extension AdapterTests {
    nonisolated static let keptDefinitions = [
        table,
        #"""
        {"layout":"table","estimatedRowHeight":30,"header":{"height":30},"footer":{"height":20},"pinHeaders":true,
         "pinFooters":true}
        """#,
        #"""
        {"layout":"flow","itemSize":{"width":70,"height":50},"header":{"height":25},"pinHeaders":true,"sectionInsets":6}
        """#,
        #"{"layout":"spreadsheet","columns":8,"columnWidth":90,"rowHeight":44,"frozenRows":1,"frozenColumns":1}"#,
    ]

    /// An element in words, in the coordinates of the content.
    private func words(_ attributes: UICollectionViewLayoutAttributes, in scene: Scene) -> String {
        let kind = attributes.representedElementKind ?? "cell"
        return "\(kind) \(attributes.indexPath) \(scene.layout.contentRect(attributes.frame)) \(attributes.zIndex)"
    }

    /// The snapshot's own answers to all requests of the view.
    private func fresh(_ scene: Scene) throws -> [String] {
        let snapshot = try #require(scene.layout.snapshot)
        return try snapshot.layoutAttributesForElements(
            in: scene.layout.contentRect(scene.view.page), visible: scene.layout.contentRect(scene.view.bounds)
        ).map { "\($0.elementKind ?? "cell") \(IndexPath($0)) \($0.frame) \($0.zIndex)" }.sorted()
    }

    /// Whether an element is none that may pin.
    private func isStill(_ words: String) -> Bool { !words.hasPrefix("header") && !words.hasPrefix("footer") }

    private func edit(_ scene: Scene, _ step: Int, _ numbers: inout SeededGenerator) throws {
        let item = Int.random(in: 0..<600, using: &numbers)
        let height = Int.random(in: 20...90, using: &numbers)
        try scene.change(
            [
                "UPDATE item SET height = \(height) WHERE id = \(item)",
                "DELETE FROM item WHERE id = \(item)",
                """
                INSERT INTO item (section_id, position, key)
                VALUES (\(item % 4), \(item) + \(step + 1) / 1000.0, 'new \(step)')
                """,
            ].randomElement(using: &numbers) ?? "")
    }

    @Test(
        "Attributes kept through scrolling, jumps and edits are the ones that a query finds",
        arguments: keptDefinitions)
    func keptAttributes(_ definition: String) throws {
        try TestSettings.forEachSeed(rounds: 2) { try expectKeptAttributes(definition, seed: $0) }
    }

    private func expectKeptAttributes(_ definition: String, seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed &* 67 &+ 9)
        // Every other one through a window on the content.
        let scene = try makeScene(
            items: 600, definition: definition, sections: 4, span: seed % 2 == 0 ? 4000 : 4_194_304)
        var kept = 0
        for step in 0..<250 {
            let former = scene.view.attributes
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0:
                let height = try #require(scene.layout.snapshot).contentSize.height
                let place = Double(Int.random(in: 0...max(0, Int(height) - 480), using: &numbers))
                scene.scroll(to: place)
            case 1:
                try edit(scene, step, &numbers)
                try scene.show()
            case 2:
                // Something that the view is not shown.
                try edit(scene, step, &numbers)
            case 3:
                scene.layout.settle()
                scene.view.layoutIfNeeded()
            case 4:
                scene.view.drag(by: Double(Int.random(in: -900...900, using: &numbers)))
            default:
                scene.view.drag(by: Double(Int.random(in: -40...60, using: &numbers)))
            }
            let found = scene.view.attributes
            // A pinned element that is not visible is asked for again when it comes onto the screen.
            let given = found.map { words($0, in: scene) }.filter { isStill($0) }.sorted()
            let expected = try fresh(scene)
            #expect(given == expected.filter { isStill($0) }, "seed \(seed), step \(step)")
            let visible = found.filter { $0.frame.intersects(scene.view.bounds) }.map { words($0, in: scene) }
            #expect(Set(visible).isSubset(of: expected), "seed \(seed), step \(step)")
            #expect(scene.view.crashes.isEmpty, "seed \(seed), step \(step): \(scene.view.crashes)")
            // Asked for alone they are the same, except a frozen cell, which is at its natural place.
            let onScreen = found.filter { $0.frame.overlaps(scene.view.bounds) }
            let first = onScreen.first { scene.view.isCell($0) && $0.zIndex == 0 }
            for shown in onScreen.filter({ !scene.view.isCell($0) }) + (first.map { [$0] } ?? []) {
                let path = shown.indexPath
                let alone =
                    shown.representedElementKind.map {
                        scene.layout.layoutAttributesForSupplementaryView(ofKind: $0, at: path)
                    } ?? scene.layout.layoutAttributesForItem(at: path)
                #expect(alone?.frame == shown.frame, "seed \(seed), step \(step), \(path)")
            }

            let present = Dictionary(former.map { ("\($0.representedElementKind ?? "")\($0.indexPath)", $0) }) { $1 }
            for attributes in found {
                let known = present["\(attributes.representedElementKind ?? "")\(attributes.indexPath)"]
                if known === attributes { kept += 1 }
            }
        }
        #expect(kept > 250, "seed \(seed)")
        #expect(scene.faults.errors.isEmpty, "seed \(seed): \(scene.faults.errors)")
    }

    @Test("A step within what was asked for before makes objects of pinned elements alone")
    func keepsObjects() throws {
        let scene = try makeScene(items: 600, definition: Self.keptDefinitions[1], sections: 4)
        scene.view.drag(by: 500)
        let page = scene.view.page
        let former = Set(scene.view.attributes.map(ObjectIdentifier.init))
        scene.view.drag(by: 20)
        #expect(scene.view.page == page)
        let new = scene.view.attributes.filter { !former.contains(ObjectIdentifier($0)) }
        #expect(!new.isEmpty && new.allSatisfy { $0.representedElementCategory == .supplementaryView })
        // From another page, the elements that both show.
        let cells = scene.view.attributes.filter { $0.representedElementCategory == .cell }
        scene.view.drag(by: 480)
        let known = Set(cells.map(ObjectIdentifier.init))
        let paths = Set(cells.map(\.indexPath))
        let both = scene.view.attributes.filter {
            $0.representedElementCategory == .cell && paths.contains($0.indexPath)
        }
        #expect(!both.isEmpty && both.allSatisfy { known.contains(ObjectIdentifier($0)) })
    }

    @Test("In the place of a snapshot that was closed the next pass shows another one of the same data")
    func closedSnapshot() throws {
        let scene = try makeScene(items: 100)
        let former = scene.view.attributes.map { words($0, in: scene) }
        let snapshot = try #require(scene.layout.snapshot)
        snapshot.close()
        #expect(scene.layout.layoutAttributesForItem(at: IndexPath(item: 3, section: 0))?.frame.minY == 120)
        scene.layOutAgain()
        #expect(scene.view.attributes.map { words($0, in: scene) } == former)
        #expect(scene.layout.snapshot !== snapshot && scene.layout.snapshot?.isOpen == true)
        #expect(scene.faults.errors.isEmpty && scene.view.crashes.isEmpty)
    }
}
