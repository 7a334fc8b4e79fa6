import LayoutCache
import LayoutTestSupport
import Testing

/// The text that a view shows in the end, with its environment and traits.
@MainActor
struct Rendering {
    var environment = EnvironmentValues()
    var traits: AccessibilityTraits = []
    var text: String?

    init?(_ hosting: Any?) {
        guard var view = (hosting as? any HostingView)?.hosted else { return nil }
        while true {
            switch view {
            case let other as AnyView: view = other.view
            case let other as ModifiedView:
                environment = other.environment(environment)
                traits.formUnion(other.traits)
                view = other.content
            default:
                text = (view as? Text)?.text
                return
            }
        }
    }
}

/// The SwiftUI view and the observer of a store, driven by stand-ins.
@MainActor @Suite(.serialized) struct StoredLayoutViewTests {
    /// Texts of one line prefer half of it.
    nonisolated private static let sized = #"{"layout":"table","estimatedRowHeight":40,"selfSizing":"never"}"#
    nonisolated private static let headed =
        #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"selfSizing":"never"}"#

    private func rendering(_ cell: UICollectionReusableView?) -> Rendering? {
        Rendering((cell as? UICollectionViewCell)?.contentConfiguration)
    }

    private func text(_ cell: UICollectionReusableView?) -> String? { rendering(cell)?.text }

    @Test("Cells show what the closure returns, and the position is written at rest and followed when it is set")
    func position() async throws {
        let scene = try AdapterScene(items: 500, definition: Self.headed)
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
            .onError { Issue.record("\($0)") }
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
        swiftUI.show(in: coordinator)
        view.layoutIfNeeded()
        #expect(view.bounds.minY == rest)
        position = ScrollAnchor(edge: .start, key: "k10")
        swiftUI.show(in: coordinator)
        try await view.wait { view.bounds.minY == 30 + 10 * 40 }
        coordinator.collectionView(view, didSelectItemAt: [0, 12])
        position = ScrollAnchor(edge: .start, key: "k20")
        view.animatedTo = []
        swiftUI.show(in: coordinator, isAnimated: true)
        try await view.wait { view.bounds.minY == 30 + 20 * 40 }
        #expect(view.animatedTo == [CGPoint(x: 0, y: 830)])
        view.scrollToTop()
        #expect(position?.isAtLimit == true && selected == ["k12"] && view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("Selected keys are the items that are selected, after changes and reloads, and cells show new closures")
    func selection() async throws {
        let scene = try AdapterScene(items: 500, definition: Self.headed)
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
            text(view.cells[[0, 0]]) == "k1" && view.indexPathsForSelectedItems == [[0, 2], [0, 399]]
        }
        view.reloadData()
        try await view.wait { view.indexPathsForSelectedItems?.count == 2 }
        several.wrappedValue = []
        makeView("new ").show(in: coordinator)
        #expect(view.indexPathsForSelectedItems == [] && text(view.cells[[0, 0]]) == "new k1")
        let header = view.supplementaryView(forElementKind: "header", at: [0, 0])
        #expect(text(header) == "new header -")
        let one = State<String?>(wrappedValue: nil)
        StoredLayoutView(scene.wall) { Text($0.key ?? "") }.selection(one.projectedValue).show(in: coordinator)
        for item in [4, 5] { view.tap([0, item]) }
        #expect(one.wrappedValue == "k6" && view.indexPathsForSelectedItems == [[0, 5]])
        #expect(view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("Cells have the environment of the view, selected ones know it, and headers are headers to VoiceOver")
    func environment() async throws {
        let scene = try AdapterScene(items: 500, definition: Self.headed)
        let selection = State<Set<String>>(wrappedValue: ["k2"])
        let swiftUI = StoredLayoutView(scene.wall) { Text($0.key ?? "") }
            .supplementaryView { Text($0.elementKind) }
            .selection(selection.projectedValue)
        let (coordinator, view) = swiftUI.opened()
        func mark(_ item: Int) -> Int? { rendering(view.cells[[0, item]])?.environment[Mark.self] }
        func isSelected(_ item: Int) -> Bool? { rendering(view.cells[[0, item]])?.environment.isItemSelected }
        try await view.wait { view.indexPathsForSelectedItems == [[0, 2]] }
        #expect(mark(3) == 0 && isSelected(2) == true && isSelected(3) == false)
        var environment = EnvironmentValues()
        environment[Mark.self] = 7
        swiftUI.show(in: coordinator, environment)
        #expect(mark(3) == 7)
        view.drag(by: 900)
        #expect(mark(25) == 7)
        view.drag(by: -900)
        view.tap([0, 3])
        #expect(isSelected(2) == true && isSelected(3) == true)
        view.tap([0, 2])
        #expect(isSelected(2) == false)
        let header = rendering(view.supplementaryView(forElementKind: "header", at: [0, 0]))
        #expect(header?.traits == .isHeader && header?.environment[Mark.self] == 7)
        #expect(view.crashes.isEmpty)
        coordinator.detach()
    }

    private struct Mark: EnvironmentKey { static let defaultValue = 0 }

    @Test("Another layout of the data takes the place of one, with the same items on the screen; another store's too")
    func otherLayout() async throws {
        let scene = try AdapterScene(items: 500, definition: Self.sized)
        try await scene.store.defineLayout(
            "high", dataset: "data",
            definition: LayoutDefinition(
                json: #"{"layout":"table","rowSpacing":20,"estimatedRowHeight":40,"selfSizing":"never"}"#),
            container: LayoutSize(AdapterScene.phone))
        let (coordinator, view) = StoredLayoutView(scene.wall) { Text($0.key ?? "") }.opened()
        try await view.wait { !view.cells.isEmpty }
        view.drag(by: 4000)
        StoredLayoutView(scene.store.layout("high")) { Text($0.key ?? "") }.show(in: coordinator)
        try await view.wait { coordinator.collectionLayout.snapshot?.name == "high" && view.bounds.minY == 6000 }
        #expect(text(view.cells[[0, 100]]) == "k100")
        let other = try AdapterScene(items: 20, definition: Self.sized)
        StoredLayoutView(other.wall) { Text($0.key ?? "") }.show(in: coordinator)
        try await view.wait { view.counts == [20] && text(view.cells[[0, 0]]) == "k0" }
        try other.execute("DELETE FROM item WHERE key = 'k0'")
        try await view.wait { view.counts == [19] && text(view.cells[[0, 0]]) == "k1" }
        #expect(view.crashes.isEmpty)
        coordinator.detach()
    }

    @Test("Moving, prefetching and the index are modifiers")
    func modifiers() async throws {
        let scene = try AdapterScene(items: 500, definition: Self.sized)
        var prefetched: Set<String> = []
        let store = scene.store
        let swiftUI = StoredLayoutView(scene.wall) { Text($0.key ?? "") }
            .onPrefetch { prefetched.formUnion($0.compactMap(\.key)) }
            .onMove { _, target in
                try store.execute("UPDATE item SET position = \(target.item) - 0.5 WHERE key = 'k3'")
            }
            .indexTitles([("a", 0)])
        let (coordinator, view) = swiftUI.opened()
        try await view.wait { !view.cells.isEmpty }
        view.drag(by: 300)
        try await view.wait { prefetched.contains("k22") }
        view.drag(by: -300)
        view.moveItemByHand([0, 3], to: [0, 1])
        #expect(coordinator.dataSource?.content(at: [0, 1])?.key == "k3")
        #expect(coordinator.dataSource?.indexTitles(for: view) == ["a"] && view.crashes.isEmpty)
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
        var environment = EnvironmentValues()
        environment.refresh = action
        let context = UIViewRepresentableContext<StoredLayoutView<Text>>(
            coordinator: coordinator, environment: environment)
        let view = swiftUI.makeUIView(context: context)
        let control = try #require(view.refreshControl)
        control.pull()
        #expect(control.isRefreshing)
        try await scene.wait { !control.isRefreshing }
        #expect(try scene.store.datasets().first?.itemCount == 21)
        swiftUI.updateUIView(view, context: UIViewRepresentableContext(coordinator: coordinator))
        #expect(view.refreshControl == nil)
        StoredLayoutView<Text>.dismantleUIView(view, coordinator: coordinator)
    }

    @Test("An observer has the store's counts, and newer ones after a change")
    func observer() async throws {
        let scene = try AdapterScene(items: 20)
        let observer = StoreObserver(scene.store)
        try await scene.wait { observer.datasets.first?.itemCount == 20 }
        #expect(observer.layouts.map(\.name) == ["wall"] && observer.lastChange == nil && observer.error == nil)
        try await scene.store.apply([.appendItems([SourceItem(key: "new")], section: 0)], to: "data")
        try await scene.wait { observer.datasets.first?.itemCount == 21 }
        #expect(observer.lastChange?.datasets == ["data"])
    }
}
