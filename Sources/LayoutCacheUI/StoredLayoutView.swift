#if LAYOUT_VIEWS
#if canImport(SwiftUI)
public import SwiftUI
#endif

/// A SwiftUI view that shows a layout of a store, with cells that SwiftUI draws.
///
/// ```swift
/// struct Wall: View {
///     let layout: StoredLayout
///     @State private var position: ScrollAnchor?
///     @State private var selection: Set<String> = []
///
///     var body: some View {
///         StoredLayoutView(layout, position: $position) { content in
///             Text(content.key ?? "")
///         }
///         .supplementaryView { header in Text(header.title ?? "") }
///         .selection($selection)
///         .onSelect { content in show(content.key) }
///     }
/// }
/// ```
///
/// It observes the store and animates insertions, deletions and moves. Offsets are exact, also in a list of millions of
/// items. With another layout of the same data, the visible items stay in place.
///
/// Contents have the environment of the view. In the cell of a selected item, `isItemSelected` of the environment is
/// true.
///
/// It is a collection view of UIKit or AppKit. SwiftUI's `refreshable(action:)` adds a refresh control on iOS and
/// visionOS.
@MainActor @preconcurrency public struct StoredLayoutView<Content: View> {
    let layout: StoredLayout
    let position: Binding<ScrollAnchor?>
    let content: (LayoutElement) -> Content
    var edge = ScrollAnchor.Edge.start
    var makeSupplementary: ((SupplementaryContent) -> AnyView)?
    var action: ((LayoutElement) -> Void)?
    var selection: Binding<Set<String>>?
    var allowsMultipleSelection = false
    var faultAction: ((LayoutError) -> Void)?
    var ladder: [StoredLayout] = []
    var prefetch: (begin: ([PrefetchPlan.Item]) -> Void, cancel: ([PrefetchPlan.Item]) -> Void)?
    #if canImport(UIKit) || LAYOUT_STAND_INS
    var move: ((ItemReference, ItemIndexPath) throws -> Void)?
    var titles: [(title: String, section: Int)] = []
    #endif

    /// Creates a view of a layout.
    ///
    /// - Parameters:
    ///   - layout: The layout in the store.
    ///   - position: The scroll position of the view. The view writes it when scrolling stops, and scrolls to it after
    ///     another write: with an animation if it is written in `withAnimation`.
    ///   - content: Returns what the cell of an item shows.
    public init(
        _ layout: StoredLayout, position: Binding<ScrollAnchor?> = .constant(nil),
        @ViewBuilder content: @escaping (LayoutElement) -> Content
    ) {
        self.layout = layout
        self.position = position
        self.content = content
    }

    private func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }

    /// Returns a view that also shows headers, footers and badges.
    public func supplementaryView(@ViewBuilder _ view: @escaping (SupplementaryContent) -> some View) -> Self {
        with(\.makeSupplementary, { AnyView(view($0)) })
    }

    /// Returns a view that keeps an edge of the content where it is: `end` for a conversation, which opens at its end.
    public func keeping(_ edge: ScrollAnchor.Edge) -> Self { with(\.edge, edge) }

    /// Returns a view that calls a closure with the item that the user selects.
    public func onSelect(perform action: @escaping (LayoutElement) -> Void) -> Self { with(\.action, action) }

    /// Returns a view in which the user selects items. The binding has the keys of the selected items.
    public func selection(_ keys: Binding<Set<String>>) -> Self {
        with(\.selection, keys).with(\.allowsMultipleSelection, true)
    }

    /// Returns a view in which the user selects one item. The binding has its key.
    public func selection(_ key: Binding<String?>) -> Self {
        let keys = Binding<Set<String>>(
            get: { key.wrappedValue.map { [$0] } ?? [] }, set: { key.wrappedValue = $0.first })
        return with(\.selection, keys).with(\.allowsMultipleSelection, false)
    }

    /// Returns a view in which a pinch leads from layout to layout, from the largest cells to the smallest. The view's
    /// own layout is one of them.
    public func ladder(_ layouts: [StoredLayout]) -> Self { with(\.ladder, layouts) }

    /// Returns a view that calls a closure with items that are about to appear, and another one with items that were
    /// left behind.
    public func onPrefetch(
        perform begin: @escaping ([PrefetchPlan.Item]) -> Void,
        cancel: @escaping ([PrefetchPlan.Item]) -> Void = { _ in }
    ) -> Self { with(\.prefetch, (begin: begin, cancel: cancel)) }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// Returns a view in which the user moves items. The closure writes the item and its target index path to the store
    /// before it returns.
    public func onMove(perform action: @escaping (ItemReference, ItemIndexPath) throws -> Void) -> Self {
        with(\.move, action)
    }

    /// Returns a view with an index at its side: titles, each with the section that it leads to.
    public func indexTitles(_ titles: [(title: String, section: Int)]) -> Self { with(\.titles, titles) }
    #endif

    /// Returns a view that calls a closure with each distinct error once, in place of logging it.
    public func onError(perform action: @escaping (LayoutError) -> Void) -> Self { with(\.faultAction, action) }

    /// Creates the state that the view keeps between updates.
    public func makeCoordinator() -> StoredLayoutCoordinator { StoredLayoutCoordinator(layout, keeping: edge) }

    /// Passes changed closures and bindings on.
    func update(_ coordinator: StoredLayoutCoordinator, _ environment: EnvironmentValues, isAnimated: Bool) {
        let (content, makeSupplementary) = (content, makeSupplementary)
        coordinator.makeContent = { element, isSelected in
            HostedContent(content(element).environment(\.isItemSelected, isSelected).environment(\.self, environment))
        }
        coordinator.makeSupplementary = makeSupplementary.map { makeView in
            { owner in
                let traits: AccessibilityTraits = owner.elementKind == "header" ? .isHeader : []
                return HostedContent(makeView(owner).accessibilityAddTraits(traits).environment(\.self, environment))
            }
        }
        coordinator.action = action
        if let faultAction { coordinator.collectionLayout.onError = faultAction }
        coordinator.collectionLayout.ladder = ladder
        if !ladder.isEmpty { coordinator.collectionLayout.handlePinches() }
        coordinator.dataSource?.prefetchHandler = prefetch?.begin
        coordinator.dataSource?.cancelPrefetchHandler = prefetch?.cancel
        #if canImport(UIKit) || LAYOUT_STAND_INS
        coordinator.dataSource?.moveHandler = move
        coordinator.dataSource?.indexTitles = titles
        #endif
        coordinator.show(layout)
        coordinator.bind(selection, allowsMultiple: allowsMultipleSelection)
        coordinator.showContents()
        coordinator.bind(position, isAnimated: isAnimated)
    }
}

extension EnvironmentValues {
    private struct IsItemSelected: EnvironmentKey { static let defaultValue = false }

    /// True in the cell of a selected item of a ``StoredLayoutView``.
    public internal(set) var isItemSelected: Bool {
        get { self[IsItemSelected.self] }
        set { self[IsItemSelected.self] = newValue }
    }
}

/// The owner of a header, a footer or a badge.
public struct SupplementaryContent: Sendable, Hashable {
    /// `header`, `footer` or the definition's own name.
    public var elementKind: String
    /// The item's place, or the section's with the item 0; nil for what belongs to the whole layout.
    public var indexPath: ItemIndexPath?
    /// The section's title; nil if it has none.
    public var title: String?
}
#endif
