#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS
public import LayoutCache

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// A collection view's layout whose attributes come from a store.
///
/// ```swift
/// let layout = StoredCollectionViewLayout(store.layout("wall"))
/// let collectionView = UICollectionView(frame: bounds, collectionViewLayout: layout)
/// let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) {
///     collectionView, indexPath, content in
///     // A cell for content.key and content.payload.
/// }
/// await layout.refresh()
/// ```
///
/// It shows a ``LayoutSnapshot``, and so does the data source. Nothing that it is asked on the main thread lays out
/// anything or waits for a writer; measured sizes are stored in one transaction for all cells of a pass, with a few
/// milliseconds of patience. Whatever fails is answered with no attributes and told to ``onFault``.
///
/// A content longer than ``ContentWindow`` lets a scroll view be is shown through a window. Coordinates of the
/// collection view then are not those of the content: ``contentRect(_:)`` and ``scroll(toContentOffset:)`` convert.
/// Attributes of elements that stay as they are are the same objects again: a subclass that changes some changes
/// copies, as with UIKit's own layouts.
/// Call ``settle()`` where scrolling has come to rest: `scrollViewDidEndDecelerating(_:)`, and
/// `scrollViewDidEndDragging(_:willDecelerate:)` where it will not.
///
/// No device has run it: on Linux it is type-checked, and driven by tests, against stand-ins of what it uses.
@MainActor
open class StoredCollectionViewLayout: PlatformCollectionViewLayout {
    /// The layout in the store.
    public let layout: StoredLayout
    /// Is told of what fails, each sentence once.
    public var onFault: (String) -> Void = { NSLog("%@", "LayoutCache: " + $0) }
    /// How long storing measured sizes may wait for another writer; then they are kept, and stored later.
    public var patience = Duration.milliseconds(3)
    /// Whether the view mirrors the layout in an interface from right to left. Not for a definition that is mirrored
    /// itself.
    public var isFlippedForRightToLeft = false

    var shown: ShownLayout
    /// Sizes that cells of this pass prefer, by item.
    var preferredSizes: [Int64: LayoutSize] = [:]
    /// The attributes that were answered last: those of elements that stay as they are are given again.
    private var given: [PlatformLayoutAttributes] = []
    var requestedContainer: LayoutSize?

    /// Makes a collection view's layout that shows one of a store.
    ///
    /// - Parameters:
    ///   - layout: The layout in the store.
    ///   - edge: What stays in sight when something changes: `start` for a list, `end` for a conversation.
    ///   - span: The longest that the scroll view may become, in points: see ``ContentWindow``.
    public init(_ layout: StoredLayout, keeping edge: ScrollAnchor.Edge = .start, span: Double = 4_194_304) {
        self.layout = layout
        shown = ShownLayout(span: span, edge: edge)
        super.init()
    }

    /// A layout of a store cannot be archived.
    @available(*, unavailable, message: "A layout of a store cannot be archived")
    public required init?(coder: NSCoder) {
        nil
    }

    /// The state that is shown; nil before the first.
    public var snapshot: LayoutSnapshot? { shown.snapshot }

    // MARK: The life of a layout

    /// Takes the first snapshot, and stores the sizes that cells preferred in the last pass.
    open override func prepare() {
        super.prepare()
        if shown.snapshot == nil { takeFirstSnapshot() }
        shown.setViewport(viewport)
        shown.scroll(to: viewOffset)
        storePreferredSizes()
        followContainer()
        tell()
    }

    /// The size of the content, or of the window through which it is shown, in points.
    open override var collectionViewContentSize: CGSize { CGSize(shown.contentSize) }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// The elements in a rectangle of the view; pinned ones are where they show.
    open override func layoutAttributesForElements(in rect: CGRect) -> [PlatformLayoutAttributes]? {
        attributes(in: rect)
    }
    #else
    /// The elements in a rectangle of the view; pinned ones are where they show.
    open override func layoutAttributesForElements(in rect: CGRect) -> [PlatformLayoutAttributes] {
        attributes(in: rect)
    }
    #endif

    private func attributes(in rect: CGRect) -> [PlatformLayoutAttributes] {
        shown.scroll(to: viewOffset)
        defer { tell() }
        shown.changes(in: LayoutRect(rect), visible: visibleRect).update(&given) { PlatformLayoutAttributes.make($0) }
        return given
    }

    /// The cell of an item; nil where there is none, or it was not laid out yet.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> PlatformLayoutAttributes? {
        guard let place = indexPath.place, let section = place.section else { return nil }
        defer { tell() }
        return shown.cell(item: place.item, section: section).map { PlatformLayoutAttributes.make($0) }
    }

    /// A header, footer or badge where it shows; nil where there is none.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> PlatformLayoutAttributes? {
        guard let place = indexPath.place else { return nil }
        defer { tell() }
        return shown.supplementary(ofKind: elementKind, item: place.item, section: place.section, visible: visibleRect)
            .map { PlatformLayoutAttributes.make($0) }
    }

    /// A background; nil where there is none.
    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> PlatformLayoutAttributes? {
        guard let place = indexPath.place else { return nil }
        defer { tell() }
        return shown.decoration(ofKind: elementKind, item: place.item, section: place.section)
            .map { PlatformLayoutAttributes.make($0) }
    }

    // MARK: Invalidation

    /// Whether another size, or scrolling where something pins, moves elements.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        if newBounds.size != collectionView?.bounds.size { return true }
        return shown.snapshot?.hasPinnedElements ?? true
    }

    /// Names what pins, where that is all that scrolling moves.
    open override func invalidationContext(forBoundsChange newBounds: CGRect) -> PlatformInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        guard newBounds.size == collectionView?.bounds.size, let snapshot = shown.snapshot, snapshot.hasPinnedElements,
            let moved = shown.supplementaries(inSight: visibleRect(in: newBounds))
        else {
            return context
        }
        // Scrolling moves what pins, and nothing else.
        var paths: [String: [IndexPath]] = [:]
        for element in moved {
            paths[element.elementKind ?? "", default: []].append(IndexPath(element))
        }
        for (kind, paths) in paths.sorted(by: { $0.key < $1.key }) {
            #if canImport(UIKit) || LAYOUT_STAND_INS
            context.invalidateSupplementaryElements(ofKind: kind, at: paths)
            #else
            context.invalidateSupplementaryElements(ofKind: kind, at: Set(paths))
            #endif
        }
        return context
    }

    /// Whether a cell prefers another size than it has.
    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: PlatformLayoutAttributes,
        withOriginalAttributes originalAttributes: PlatformLayoutAttributes
    ) -> Bool {
        originalAttributes.isCell && preferredAttributes.frame.size != originalAttributes.frame.size
    }

    /// Notes the size that a cell prefers, to be stored with those of the same pass.
    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: PlatformLayoutAttributes,
        withOriginalAttributes originalAttributes: PlatformLayoutAttributes
    ) -> PlatformInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
        note(preferredAttributes)
        return context
    }

    // MARK: Scrolling

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// What ``isFlippedForRightToLeft`` says.
    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { isFlippedForRightToLeft }
    #endif

    /// Where scrolling comes to rest, by the definition's `snap`.
    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint {
        shown.scroll(to: viewOffset)
        defer { tell() }
        return CGPoint(shown.target(for: LayoutPoint(proposedContentOffset), velocity: LayoutPoint(velocity)))
    }

    /// The proposal: what is in sight stays there by the window.
    open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        // What is in sight stays there by the window, not by another offset.
        proposedContentOffset
    }

    // MARK: Updates

    /// Where an item that appears comes from.
    open override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> PlatformLayoutAttributes?
    {
        guard let place = itemIndexPath.place, let section = place.section,
            let found = shown.origin(ofAppearing: place.item, section: section)
        else { return super.initialLayoutAttributesForAppearingItem(at: itemIndexPath) }
        let attributes = PlatformLayoutAttributes.make(found.element, at: itemIndexPath)
        if found.isNew { attributes.alpha = 0 }
        return attributes
    }

    /// Where an item that disappears goes.
    open override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
        -> PlatformLayoutAttributes?
    {
        guard let place = itemIndexPath.place, let section = place.section,
            let found = shown.destination(ofDisappearing: place.item, section: section)
        else { return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath) }
        let attributes = PlatformLayoutAttributes.make(found.element, at: itemIndexPath)
        if found.isGone { attributes.alpha = 0 }
        return attributes
    }

    /// Lets go of the former snapshot.
    open override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        shown.endUpdates()
    }
}
#endif
