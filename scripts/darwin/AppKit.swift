// Stand-ins for what Sources/LayoutCacheUI uses of AppKit, written from its documentation: names and types only.
@_exported public import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
}

@MainActor open class NSView: NSObject {
    open var bounds = NSRect.zero
    open var visibleRect: NSRect { bounds }
    open var enclosingScrollView: NSScrollView? { nil }
    open func scroll(_ point: NSPoint) {}
}

@MainActor open class NSScrollView: NSView {
    open var documentVisibleRect: NSRect { bounds }
}

@MainActor open class NSCollectionView: NSView {}

@MainActor open class NSCollectionViewUpdateItem: NSObject {}

public enum NSCollectionElementCategory: Sendable { case item, supplementaryView, decorationView, interItemGap }

@MainActor open class NSCollectionViewLayoutInvalidationContext: NSObject {
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: Set<IndexPath>) {}
}

@MainActor open class NSCollectionViewLayoutAttributes: NSObject {
    open var frame = NSRect.zero
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var indexPath: IndexPath?
    open var representedElementCategory: NSCollectionElementCategory { .item }
    public convenience init(forItemWith indexPath: IndexPath) { self.init() }
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) { self.init() }
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) { self.init() }
}

@MainActor open class NSCollectionViewLayout: NSObject {
    open weak var collectionView: NSCollectionView? { nil }
    public override init() {}
    public required init?(coder: NSCoder) {}
    open func prepare() {}
    open var collectionViewContentSize: NSSize { .zero }
    open func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] { [] }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func invalidateLayout() {}
    open func shouldInvalidateLayout(forBoundsChange newBounds: NSRect) -> Bool { false }
    open func invalidationContext(forBoundsChange newBounds: NSRect) -> NSCollectionViewLayoutInvalidationContext {
        NSCollectionViewLayoutInvalidationContext()
    }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutInvalidationContext { NSCollectionViewLayoutInvalidationContext() }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: NSPoint, withScrollingVelocity velocity: NSPoint
    ) -> NSPoint { proposedContentOffset }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint { proposedContentOffset }
    open func prepare(forCollectionViewUpdates updateItems: [NSCollectionViewUpdateItem]) {}
    open func finalizeCollectionViewUpdates() {}
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
}
