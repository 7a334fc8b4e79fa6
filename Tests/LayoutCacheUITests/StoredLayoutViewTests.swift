import LayoutCache
import LayoutTestSupport
import Testing

extension StoredLayoutView {
    /// A coordinator of the view with its collection view, as in a window.
    @MainActor func opened() -> (StoredLayoutCoordinator, StrictCollectionView) {
        let coordinator = makeCoordinator()
        let view = StrictCollectionView(
            frame: CGRect(origin: .zero, size: AdapterScene.phone), collectionViewLayout: coordinator.collectionLayout)
        coordinator.attach(to: view)
        update(coordinator)
        return (coordinator, view)
    }
}

/// The SwiftUI view and the observer of a store, driven by stand-ins.
@MainActor
@Suite(.serialized) struct StoredLayoutViewTests {
    private func text(_ cell: UICollectionReusableView?) -> String? {
        ((cell as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<Text>)?.content.text
    }

    private func headerText(_ view: UICollectionReusableView?) -> String? {
        let hosted = (view as? UICollectionViewCell)?.contentConfiguration as? UIHostingConfiguration<AnyView>
        return (hosted?.content.view as? Text)?.text
    }

    @Test("Cells show what the closure returns, and the position is written at rest and followed when it is set")
    func position() async throws {
        let scene = try AdapterScene(items: 500, definition: AdapterScene.headed)
        var position: ScrollAnchor? = ScrollAnchor(edge: .start, key: "k300")
        var writes = 0
        var selected: [String?] = []
        let binding = Binding(get: { position }) { value in
            position = value
            writes += 1
        }
        let swiftUI = StoredLayoutView(scene.wall, position: binding) { content in Text(content.key ?? "") }
            .supplementaryView { Text($0.elementKind) }
            .onSelect { selected.append($0.key) }
            .onFault { Issue.record("\($0)") }
        let (coordinator, view) = swiftUI.opened()
        // A position that was kept is where the view opens.
        try await view.wait { view.bounds.minY == 30 + 300 * 40 }
        #expect(text(view.cells[[0, 300]]) == "k300" && writes == 0)
        // The user scrolls on.
        view.drag(by: 90)
        view.release()
        #expect(writes == 1 && position?.key == "k302" && position?.distance == -10)
        // The view's own writes move nothing.
        let rest = view.bounds.minY
        swiftUI.update(coordinator)
        view.layoutIfNeeded()
        #expect(view.bounds.minY == rest)
        position = ScrollAnchor(edge: .start, key: "k10")
        swiftUI.update(coordinator)
        try await view.wait { view.bounds.minY == 30 + 10 * 40 }
        coordinator.collectionView(view, didSelectItemAt: [0, 12])
        #expect(selected == ["k12"] && view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("Selected keys are the items that are selected, after changes and reloads, and cells show new closures")
    func selection() async throws {
        let scene = try AdapterScene(items: 500, definition: AdapterScene.headed)
        let several = State<Set<String>>(wrappedValue: ["k2", "k400"])
        func makeView(_ mark: String) -> StoredLayoutView<Text> {
            StoredLayoutView(scene.wall) { Text(mark + ($0.key ?? "")) }
                .supplementaryView { Text("\(mark)\($0.elementKind) \($0.title ?? "-")") }
                .selection(several.projectedValue)
        }
        let (coordinator, view) = makeView("").opened()
        try await view.wait { view.indexPathsForSelectedItems == [[0, 2], [0, 400]] }
        view.tap([0, 3])
        view.tap([0, 2])
        #expect(several.wrappedValue == ["k3", "k400"] && view.allowsMultipleSelection)
        try await scene.store.apply([.deleteItem(.key("k0"))], to: "data")
        try await view.wait {
            text(view.cells[[0, 0]]) == "k1"
                && view.indexPathsForSelectedItems == [[0, 2], [0, 399]]
        }
        view.reloadData()
        try await view.wait { view.indexPathsForSelectedItems?.count == 2 }
        several.wrappedValue = []
        makeView("new ").update(coordinator)
        #expect(view.indexPathsForSelectedItems == [] && text(view.cells[[0, 0]]) == "new k1")
        let header = view.supplementaryView(forElementKind: "header", at: [0, 0])
        #expect(headerText(header) == "new header -")
        let one = State<String?>(wrappedValue: nil)
        StoredLayoutView(scene.wall) { Text($0.key ?? "") }.selection(one.projectedValue).update(coordinator)
        for item in [4, 5] { view.tap([0, item]) }
        #expect(one.wrappedValue == "k6" && view.indexPathsForSelectedItems == [[0, 5]])
        #expect(view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("A refresh control is there if the app has an action, and spins until the action has ended")
    func refreshing() async throws {
        let scene = try AdapterScene(items: 20)
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
        let scene = try AdapterScene(items: 20)
        let observer = StoreObserver(scene.store)
        try await scene.wait { observer.datasets.first?.itemCount == 20 }
        #expect(observer.layouts.map(\.layout) == ["wall"] && observer.lastChange == nil && observer.error == nil)
        try await scene.store.apply([.appendItems([SourceItem(key: "new")], section: 0)], to: "data")
        try await scene.wait { observer.datasets.first?.itemCount == 21 }
        #expect(observer.lastChange?.datasets == ["data"])
    }
}
