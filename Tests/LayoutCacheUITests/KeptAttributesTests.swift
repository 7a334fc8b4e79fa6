import LayoutCache
import LayoutTestSupport
import Testing

/// Attributes that are kept between the requests of a view.
@MainActor @Suite struct KeptAttributesTests {
    nonisolated private static let definitions = [
        AdapterScene.table,
        #"""
        {"layout":"table","estimatedRowHeight":30,"header":{"height":30},"footer":{"height":20},"pinHeaders":true,
         "pinFooters":true}
        """#,
        #"""
        {"layout":"flow","itemSize":{"width":70,"height":50},"header":{"height":25},"pinHeaders":true,"sectionInsets":6}
        """#,
        #"{"layout":"spreadsheet","columns":8,"columnWidth":90,"rowHeight":44,"frozenRows":1,"frozenColumns":1}"#,
    ]

    /// The elements that the view was given, in the coordinates of the content.
    private func given(
        _ scene: AdapterScene, where isWanted: (UICollectionViewLayoutAttributes) -> Bool = { _ in true }
    ) -> [String] {
        scene.view.attributes.filter(isWanted)
            .map { "\($0.name) \(scene.layout.contentRect($0.frame)) \($0.zIndex)" }.sorted()
    }

    /// The snapshot's own answers to all requests of the view.
    private func fresh(_ scene: AdapterScene) throws -> [String] {
        let page = scene.layout.contentRect(scene.view.page)
        var visible = scene.place
        visible.y += scene.view.insets.top
        visible.height -= scene.view.insets.top + scene.view.insets.bottom
        return try #require(scene.layout.snapshot).layoutAttributesForElements(in: page, visible: visible)
            .map { "\($0.elementKind ?? "cell") \(IndexPath($0)) \($0.frame) \($0.zIndex)" }.sorted()
    }

    private func act(_ scene: AdapterScene, _ step: Int, _ numbers: inout SeededGenerator) throws {
        let choice = Int.random(in: 0..<12, using: &numbers)
        switch choice {
        case 0:
            let height = try #require(scene.layout.snapshot).contentSize.height
            scene.scroll(to: Double(Int.random(in: 0...max(0, Int(height) - 480), using: &numbers)))
        case 1, 2:
            let item = Int.random(in: 0..<600, using: &numbers)
            let height = Int.random(in: 20...90, using: &numbers)
            let edits = [
                "UPDATE item SET height = \(height) WHERE id = \(item)", "DELETE FROM item WHERE id = \(item)",
                """
                INSERT INTO item (section_id, position, key)
                VALUES (\(item % 4), \(item) + \(step + 1) / 1000.0, 'new \(step)')
                """,
            ]
            try scene.change(edits[Int.random(in: 0..<3, using: &numbers)])
            // The other is something that the view is not shown.
            if choice == 1 { try scene.show() }
        case 3:
            scene.layout.settle()
            scene.view.layoutIfNeeded()
        case 4: scene.view.drag(by: Double(Int.random(in: -900...900, using: &numbers)))
        default: scene.view.drag(by: Double(Int.random(in: -40...60, using: &numbers)))
        }
    }

    @Test(
        "Attributes kept through scrolling, jumps and edits are the ones that a query finds",
        arguments: TestSettings.drawn(2, of: definitions))
    func keptAttributes(_ definition: String) throws {
        try TestSettings.forEachSeed(rounds: 2) { try expectKeptAttributes(definition, seed: $0) }
    }

    private func expectKeptAttributes(_ definition: String, seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed &* 67 &+ 9)
        // Every other one through a window on the content.
        let scene = try AdapterScene(
            items: 600, definition: definition, sections: 4, span: seed % 2 == 0 ? 4000 : 4_194_304)
        // Every other one under translucent bars.
        if seed / 2 % 2 == 0 {
            scene.view.insets = UIEdgeInsets(top: 90, bottom: 60)
            scene.layOutAgain()
        }
        func isStill(_ words: String) -> Bool { !words.hasPrefix("header") && !words.hasPrefix("footer") }
        var kept = 0
        for step in 0..<120 {
            let former = scene.view.attributes
            try act(scene, step, &numbers)
            // A pinned element that is not visible is asked for again when it comes onto the screen.
            let expected = try fresh(scene)
            #expect(given(scene).filter(isStill) == expected.filter(isStill), "seed \(seed), step \(step)")
            let visible = given(scene) { $0.frame.intersects(scene.view.bounds) }
            #expect(Set(visible).isSubset(of: expected), "seed \(seed), step \(step)")
            #expect(scene.view.crashes == [], "seed \(seed), step \(step)")
            // Asked for alone they are the same, except a frozen cell, which is at its natural place.
            let onScreen = scene.view.attributes.filter { $0.frame.overlaps(scene.view.bounds) }
            let first = onScreen.first { $0.isCell && $0.zIndex == 0 }
            for shown in onScreen.filter({ !$0.isCell }) + (first.map { [$0] } ?? []) {
                let path = shown.indexPath
                let alone =
                    shown.barKind.map { scene.layout.layoutAttributesForSupplementaryView(ofKind: $0, at: path) }
                    ?? scene.layout.layoutAttributesForItem(at: path)
                #expect(alone?.frame == shown.frame, "seed \(seed), step \(step), \(path)")
            }
            let known = Set(former.map(ObjectIdentifier.init))
            kept += scene.view.attributes.count { known.contains(ObjectIdentifier($0)) }
        }
        #expect(kept > 120 && scene.faults.errors.isEmpty, "seed \(seed): \(kept) kept, \(scene.faults.errors)")
    }
}
