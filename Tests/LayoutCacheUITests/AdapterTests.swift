import LayoutCache
import LayoutTestSupport
import Testing

/// The adapter under a stand-in for a collection view: what it answers, and how it shows another state.
@MainActor
@Suite struct AdapterTests {
    // MARK: Animations

    /// The places of elements before or after an animation, and their opacity there.
    private func words(_ attributes: UICollectionViewLayoutAttributes?...) -> [String] {
        attributes.map { $0.map { "\($0.name) y \($0.frame.minY) alpha \($0.alpha)" } ?? "none" }
    }

    @Test("Appearing and disappearing items come from their former places and go to their new ones")
    func items() throws {
        let scene = try AdapterScene(items: 100)
        let layout = scene.layout
        // k9, k0, k1, k3, k4, new, k5 …
        try scene.change(
            "DELETE FROM item WHERE key = 'k2'", "UPDATE item SET position = -1 WHERE key = 'k9'",
            "INSERT INTO item (section_id, position, key) VALUES (0, 4.5, 'new')")
        layout.exchange(for: try scene.wall.snapshot(), isUpdate: true)
        #expect(
            words(
                layout.initialLayoutAttributesForAppearingItem(at: [0, 0]),
                layout.initialLayoutAttributesForAppearingItem(at: [0, 5]),
                layout.finalLayoutAttributesForDisappearingItem(at: [0, 2]),
                layout.finalLayoutAttributesForDisappearingItem(at: [0, 9])) == [
                    "cell [0, 0] y 360.0 alpha 1.0", "cell [0, 5] y 200.0 alpha 0.0", "cell [0, 2] y 80.0 alpha 0.0",
                    "cell [0, 9] y 0.0 alpha 1.0",
                ])
        layout.finalizeCollectionViewUpdates()
        #expect(layout.initialLayoutAttributesForAppearingItem(at: [0, 0]) == nil)
    }

    @Test("Headers and decorations of a section that moves come from their former places")
    func supplementaries() throws {
        let scene = try AdapterScene(
            items: 40,
            definition: #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"background":{}}"#,
            sections: 4)
        let layout = scene.layout
        try scene.change("UPDATE section SET position = -1 WHERE id = 1")
        layout.exchange(for: try scene.wall.snapshot(), isUpdate: true)
        #expect(
            words(
                layout.initialLayoutAttributesForAppearingSupplementaryElement(ofKind: "header", at: [0, 0]),
                layout.finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: "header", at: [0, 0]),
                layout.initialLayoutAttributesForAppearingDecorationElement(ofKind: "background", at: [0, 0]),
                layout.finalLayoutAttributesForDisappearingDecorationElement(ofKind: "background", at: [0, 0])) == [
                    "header [0, 0] y 430.0 alpha 1.0", "header [0, 0] y 430.0 alpha 1.0",
                    "background [0, 0] y 460.0 alpha 1.0", "background [0, 0] y 460.0 alpha 1.0",
                ])
        layout.finalizeCollectionViewUpdates()
    }

    // MARK: Nothing to show

    @Test("A store that was closed under a view is reported once, and the visible elements stay")
    func closed() async throws {
        let scene = try AdapterScene(items: 50)
        let shown = scene.view.attributes.count
        scene.store.close()
        #expect(scene.dataSource.collectionView(scene.view, numberOfItemsInSection: 0) == 50)
        for _ in 0..<3 { scene.layOutAgain() }
        try await scene.quiet()
        #expect(shown > 11 && scene.view.attributes.count == shown && scene.faults.errors.count == 1)
        let gone = scene.openAnother(StoredCollectionViewLayout(scene.store.layout("roof")))
        try await gone.quiet()
        #expect(gone.view.contentSize == .zero && gone.faults.errors.map(\.code) == [.closed])
    }
}
