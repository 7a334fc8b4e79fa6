// Stand-ins for what Sources/LayoutCacheUI uses of AppKit, written from its documentation: names and types only.
@_exported public import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
}

@MainActor open class NSView: NSObject {
    public required override init() {}
    open var bounds = NSRect.zero
    open var visibleRect: NSRect { bounds }
    open var enclosingScrollView: NSScrollView? { nil }
    open func scroll(_ point: NSPoint) {}
}

@MainActor open class NSScrollView: NSView {
    open var documentVisibleRect: NSRect { bounds }
}

@MainActor open class NSCollectionViewItem: NSObject {}

@MainActor public protocol NSCollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem
    func collectionView(
        _ collectionView: NSCollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> NSView
}

@MainActor open class NSCollectionView: NSView {
    open weak var dataSource: (any NSCollectionViewDataSource)?
    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) { updates?() }
    open func insertSections(_ sections: IndexSet) {}
    open func deleteSections(_ sections: IndexSet) {}
    open func moveSection(_ section: Int, toSection newSection: Int) {}
    open func insertItems(at indexPaths: Set<IndexPath>) {}
    open func deleteItems(at indexPaths: Set<IndexPath>) {}
    open func reloadItems(at indexPaths: Set<IndexPath>) {}
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

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
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init()
    }
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
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
        proposedContentOffset
    }
    open func finalizeCollectionViewUpdates() {}
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes?
    { nil }
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes?
    { nil }
}
