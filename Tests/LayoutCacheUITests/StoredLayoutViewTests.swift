import LayoutCache
import LayoutTestSupport
import Testing

/// The SwiftUI view and the observer of a store, driven by stand-ins.
@MainActor
@Suite(.serialized) struct StoredLayoutViewTests {
    private static let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30}}"#

    private final class Reports {
        var position: ScrollAnchor?
        var writes = 0
        var selected: [String] = []
        var faults: [LayoutError] = []

        var binding: Binding<ScrollAnchor?> {
            Binding(get: { self.position }) { value in
                self.position = value
                self.writes += 1
            }
        }
    }

    /// A view of SwiftUI with its collection view, in a window.
    private func open(
        _ swiftUI: StoredLayoutView<Text>, in scene: AdapterTests.Scene
    ) -> (StoredLayoutCoordinator, StrictCollectionView) {
        let coordinator = swiftUI.makeCoordinator()
        let view = StrictCollectionView(
            frame: CGRect(origin: .zero, size: scene.view.bounds.size),
            collectionViewLayout: coordinator.collectionLayout)
        coordinator.attach(to: view)
        swiftUI.update(coordinator)
        return (coordinator, view)
    }

    private func makeView(_ layout: StoredLayout, _ state: Reports) -> StoredLayoutView<Text> {
        StoredLayoutView(layout, position: state.binding) { content in Text(content.key ?? "") }
            .supplementaryView { Text("\($0.elementKind) \($0.title ?? "-")") }
            .onSelect { state.selected.append($0.key ?? "") }
    }

    private func text(_ cell: UICollectionReusableView?) -> String? {
        ((cell as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<Text>)?.content.text
    }

    private func headerText(_ view: UICollectionReusableView?) -> String? {
        let hosted = (view as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<AnyView>
        return (hosted?.content.view as? Text)?.text
    }

    @Test("Cells show what the closure returns, and the position is written at rest and followed when it is set")
    func position() async throws {
        let scene = try AdapterTests().makeScene(items: 500, definition: Self.pinned)
        let state = Reports()
        state.position = ScrollAnchor(edge: .start, key: "k300")
        let swiftUI = makeView(scene.wall, state).onFault { state.faults.append($0) }
        let (coordinator, view) = open(swiftUI, in: scene)
        // A position that was kept is where the view opens.
        try await view.wait { view.bounds.minY == 30 + 300 * 40 }
        let path = IndexPath(item: 300, section: 0)
        #expect(text(view.cells[path]) == "k300" && state.writes == 0)
        // The user scrolls on.
        view.drag(by: 90)
        view.release()
        #expect(state.writes == 1 && state.position?.key == "k302" && state.position?.distance == -10)
        // The view's own writes move nothing.
        let rest = view.bounds.minY
        swiftUI.update(coordinator)
        view.layoutIfNeeded()
        #expect(view.bounds.minY == rest)
        state.position = ScrollAnchor(edge: .start, key: "k10")
        swiftUI.update(coordinator)
        try await view.wait { view.bounds.minY == 30 + 10 * 40 }
        coordinator.collectionView(view, didSelectItemAt: IndexPath(item: 12, section: 0))
        #expect(state.selected == ["k12"] && state.faults.isEmpty && view.crashes.isEmpty)
        let header = coordinator.dataSource?.collectionView(
            view, viewForSupplementaryElementOfKind: "header", at: IndexPath(item: 0, section: 0))
        #expect(headerText(header) == "header -")
        coordinator.detach()
    }

    @Test("Selected keys are the items that are selected, after changes and reloads, and cells show new closures")
    func selection() async throws {
        let scene = try AdapterTests().makeScene(items: 500, definition: Self.pinned)
        let several = State<Set<String>>(wrappedValue: ["k2", "k400"])
        func makeView(_ mark: String) -> StoredLayoutView<Text> {
            StoredLayoutView(scene.wall) { Text(mark + ($0.key ?? "")) }
                .supplementaryView { Text(mark + $0.elementKind) }
                .selection(several.projectedValue)
        }
        let (coordinator, view) = open(makeView(""), in: scene)
        try await view.wait { view.indexPathsForSelectedItems == [2, 400].map { IndexPath(item: $0, section: 0) } }
        view.tap(IndexPath(item: 3, section: 0))
        view.tap(IndexPath(item: 2, section: 0))
        #expect(several.wrappedValue == ["k3", "k400"] && view.allowsMultipleSelection)
        try await scene.store.apply([.deleteItem(.key("k0"))], to: "data")
        try await view.wait {
            text(view.cells[IndexPath(item: 0, section: 0)]) == "k1"
                && view.indexPathsForSelectedItems == [2, 399].map { IndexPath(item: $0, section: 0) }
        }
        view.reloadData()
        try await view.wait { view.indexPathsForSelectedItems?.count == 2 }
        several.wrappedValue = []
        makeView("new ").update(coordinator)
        #expect(view.indexPathsForSelectedItems == [] && text(view.cells[IndexPath(item: 0, section: 0)]) == "new k1")
        let header = view.supplementaryView(forElementKind: "header", at: IndexPath(item: 0, section: 0))
        #expect(headerText(header) == "new header")
        let one = State<String?>(wrappedValue: nil)
        StoredLayoutView(scene.wall) { Text($0.key ?? "") }.selection(one.projectedValue).update(coordinator)
        for item in [4, 5] { view.tap(IndexPath(item: item, section: 0)) }
        #expect(one.wrappedValue == "k6" && view.indexPathsForSelectedItems == [IndexPath(item: 5, section: 0)])
        #expect(view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("A refresh control is there if the app has an action, and spins until the action has ended")
    func refreshing() async throws {
        let scene = try AdapterTests().makeScene(items: 20)
        let swiftUI = StoredLayoutView(scene.wall) { Text($0.key ?? "") }
        let coordinator = swiftUI.makeCoordinator()
        let (store, wall) = (scene.store, scene.wall)
        let action = RefreshAction {
            _ = try? await store.apply([.appendItems([SourceItem(key: "new")], section: 0)], to: "data")
            _ = try? await wall.prepare()
        }
        let context = UIViewRepresentableContext<StoredLayoutView<Text>>(
            coordinator: coordinator, environment: EnvironmentValues(refresh: action))
        let view = swiftUI.makeUIView(context: context)
        let control = try #require(view.refreshControl)
        control.pull()
        #expect(control.isRefreshing)
        try await scene.wait { !control.isRefreshing }
        #expect(try await scene.store.datasets().first?.itemCount == 21)
        swiftUI.updateUIView(view, context: UIViewRepresentableContext(coordinator: coordinator))
        #expect(view.refreshControl == nil)
        StoredLayoutView<Text>.dismantleUIView(view, coordinator: coordinator)
    }

    @Test("An observer has the store's counts, and newer ones after a change")
    func observer() async throws {
        let scene = try AdapterTests().makeScene(items: 20)
        let observer = StoreObserver(scene.store)
        try await scene.wait { observer.datasets.first?.itemCount == 20 }
        #expect(observer.layouts.map(\.layout) == ["wall"] && observer.lastChange == nil && observer.error == nil)
        try await scene.store.apply([.appendItems([SourceItem(key: "new")], section: 0)], to: "data")
        try await scene.wait { observer.datasets.first?.itemCount == 21 }
        #expect(observer.lastChange?.datasets == ["data"])
    }
}
