import LayoutCache
import LayoutTestSupport
import Testing

/// The SwiftUI view and the observer of a store, driven by stand-ins.
@MainActor
@Suite(.serialized) struct StoredLayoutViewTests {
    private static let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30}}"#

    private final class State {
        var position: ScrollAnchor?
        var writes = 0
        var selected: [String] = []
        var faults: [String] = []

        var binding: Binding<ScrollAnchor?> {
            Binding(get: { self.position }) { value in
                self.position = value
                self.writes += 1
            }
        }
    }

    private func makeView(_ layout: StoredLayout, _ state: State) -> StoredLayoutView<Text> {
        StoredLayoutView(layout, position: state.binding) { content in Text(content.key ?? "") }
            .supplementaryView { Text("\($0.elementKind) \($0.title ?? "-")") }
            .onSelect { state.selected.append($0.key ?? "") }
    }

    private func text(_ cell: UICollectionReusableView?) -> String? {
        ((cell as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<Text>)?.content.text
    }

    private func wait(_ view: StrictCollectionView, until condition: () throws -> Bool) async throws {
        for _ in 0..<5000 {
            view.layoutIfNeeded()
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("the condition did not come true")
    }

    @Test("Cells show what the closure returns, and the position is written at rest and followed when it is set")
    func position() async throws {
        let scene = try AdapterTests().makeScene(items: 500, definition: Self.pinned)
        let state = State()
        state.position = ScrollAnchor(edge: .start, key: "k300")
        let swiftUI = makeView(scene.wall, state)
        let coordinator = swiftUI.makeCoordinator()
        coordinator.collectionLayout.onFault = { state.faults.append($0) }
        let view = StrictCollectionView(
            frame: CGRect(origin: .zero, size: scene.view.bounds.size),
            collectionViewLayout: coordinator.collectionLayout)
        coordinator.attach(to: view)
        swiftUI.update(coordinator)
        // A position that was kept is where the view opens.
        try await wait(view) { view.bounds.minY == 30 + 300 * 40 }
        let path = IndexPath(item: 300, section: 0)
        #expect(text(view.cells[path]) == "k300" && state.writes == 0)
        // The user scrolls on.
        view.drag(by: 90)
        view.release()
        #expect(state.writes == 1 && state.position?.key == "k302" && state.position?.distance == -10)
        // The view's own writes move nothing.
        let rest = view.bounds.minY
        swiftUI.update(coordinator)
        try await wait(view) { true }
        #expect(view.bounds.minY == rest)
        state.position = ScrollAnchor(edge: .start, key: "k10")
        swiftUI.update(coordinator)
        try await wait(view) { view.bounds.minY == 30 + 10 * 40 }
        coordinator.collectionView(view, didSelectItemAt: IndexPath(item: 12, section: 0))
        #expect(state.selected == ["k12"] && state.faults.isEmpty && view.crashes.isEmpty)
        let header = coordinator.dataSource?.collectionView(
            view, viewForSupplementaryElementOfKind: "header", at: IndexPath(item: 0, section: 0))
        let hosted = (header as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<AnyView>
        #expect((hosted?.content.view as? Text)?.text == "header -")
        coordinator.detach()
    }

    @Test("An observer has the store's counts, and newer ones after a change")
    func observer() async throws {
        let scene = try AdapterTests().makeScene(items: 20)
        let observer = StoreObserver(scene.store)
        try await wait(scene.view) { observer.datasets.first?.itemCount == 20 }
        #expect(observer.layouts.map(\.layout) == ["wall"] && observer.lastChange == nil && observer.error == nil)
        try await scene.store.apply([.appendItems([SourceItem(key: "new")], section: 0)], to: "data")
        try await wait(scene.view) { observer.datasets.first?.itemCount == 21 }
        #expect(observer.lastChange?.datasets == ["data"])
    }
}
