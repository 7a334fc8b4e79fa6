#if canImport(SwiftUI) && canImport(UIKit) || LAYOUT_STAND_INS
public import LayoutCache
#if canImport(SwiftUI)
public import SwiftUI
public import UIKit
#endif

/// A SwiftUI view that shows a layout of a store, with cells that SwiftUI draws.
///
/// ```swift
/// @State private var position: ScrollAnchor?
///
/// StoredLayoutView(store.layout("wall"), position: $position) { content in
///     Text(content.key ?? "")
/// }
/// .supplementaryView { header in Text(header.title ?? "") }
/// .onSelect { content in show(content.key) }
/// ```
///
/// It follows the store: what came, went or moved is animated. Offsets are exact, also in a list of millions of items.
/// Give the view another `id(_:)` to show another layout.
public struct StoredLayoutView<Content: View>: UIViewRepresentable {
    let layout: StoredLayout
    let position: Binding<ScrollAnchor?>
    let content: (ElementWithContent) -> Content
    var edge = ScrollAnchor.Edge.start
    var makeSupplementary: ((SupplementaryContent) -> AnyView)?
    var selection: ((ElementWithContent) -> Void)?

    /// Creates a view of a layout.
    ///
    /// - Parameters:
    ///   - layout: The layout in the store.
    ///   - position: The scroll position of the view. The view writes it when scrolling stops, and scrolls to it after
    ///     another write.
    ///   - content: Returns what the cell of an item shows.
    public init(
        _ layout: StoredLayout, position: Binding<ScrollAnchor?> = .constant(nil),
        @ViewBuilder content: @escaping (ElementWithContent) -> Content
    ) {
        self.layout = layout
        self.position = position
        self.content = content
    }

    /// Returns a view that also shows headers, footers and badges.
    public func supplementaryView(@ViewBuilder _ view: @escaping (SupplementaryContent) -> some View) -> Self {
        var copy = self
        copy.makeSupplementary = { AnyView(view($0)) }
        return copy
    }

    /// Returns a view that keeps an edge of the content where it is: `end` for a conversation, which opens at its end.
    public func keeping(_ edge: ScrollAnchor.Edge) -> Self {
        var copy = self
        copy.edge = edge
        return copy
    }

    /// Returns a view that calls a closure with the item that the user selects.
    public func onSelect(perform action: @escaping (ElementWithContent) -> Void) -> Self {
        var copy = self
        copy.selection = action
        return copy
    }

    /// Creates what the view remembers.
    public func makeCoordinator() -> StoredLayoutCoordinator {
        StoredLayoutCoordinator(layout, keeping: edge)
    }

    /// Creates the collection view.
    public func makeUIView(context: Context) -> UICollectionView {
        let view = UICollectionView(frame: .zero, collectionViewLayout: context.coordinator.collectionLayout)
        context.coordinator.attach(to: view)
        update(context.coordinator)
        return view
    }

    /// Takes over changed closures, and scrolls if the position was set.
    public func updateUIView(_ view: UICollectionView, context: Context) {
        update(context.coordinator)
    }

    /// Ends following the store.
    public static func dismantleUIView(_ view: UICollectionView, coordinator: StoredLayoutCoordinator) {
        coordinator.detach()
    }

    func update(_ coordinator: StoredLayoutCoordinator) {
        let content = content
        coordinator.makeContent = { element in
            UIHostingConfiguration { content(element) }.margins(.all, 0)
        }
        coordinator.makeSupplementary = makeSupplementary.map { make in
            { supplementary in UIHostingConfiguration { make(supplementary) }.margins(.all, 0) }
        }
        coordinator.selection = selection
        coordinator.follow(position)
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
