#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS
public import LayoutCache

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

extension StoredCollectionViewLayout {
    /// Shows another snapshot, with what is in sight where it was.
    ///
    /// Where data sources and layouts change together, ``LayoutCollectionViewDataSource`` calls it.
    public func show(_ snapshot: LayoutSnapshot) {
        shown.scroll(to: viewOffset)
        shown.show(snapshot, viewport: viewport)
        invalidateLayout()
        settle()
        tell()
    }

    /// Lays out what is in sight, off the main thread, and shows the present state of the layout.
    ///
    /// - Parameter container: The layout's container, where it is to be another one; nil for that it has.
    public func refresh(container: LayoutSize? = nil) async {
        do {
            if let container { try await layout.setContainer(container) }
            let rect = shown.window.contentRect(LayoutRect(origin: viewOffset, size: viewport))
            try await layout.prepare(in: rect)
            show(try await layout.snapshot())
        } catch {
            shown.note("\(error)")
            tell()
        }
    }

    /// Says that the view is at rest: what was collected while it was not is written to its offset, and its window
    /// moved on. While someone scrolls it does nothing.
    public func settle() {
        guard !isTouched else { return }
        shown.scroll(to: viewOffset)
        guard let offset = shown.rest() else { return }
        write(offset)
    }

    /// Goes to a place of the content, at once.
    ///
    /// - Parameter offset: A content offset, in the coordinates of the content.
    public func scroll(toContentOffset offset: LayoutPoint) {
        write(shown.move(to: offset[shown.window.axis]))
    }

    /// A rectangle of the collection view in the coordinates of the content.
    public func contentRect(_ rect: CGRect) -> LayoutRect {
        shown.window.contentRect(LayoutRect(rect))
    }

    // MARK: Sizes

    /// Notes the size that a cell prefers; they are stored all together when the pass is over.
    func note(_ attributes: PlatformLayoutAttributes) {
        guard let snapshot = shown.snapshot, let place = attributes.knownIndexPath?.place, let section = place.section
        else { return }
        let id = shown.attempt(nil) { try snapshot.itemID(ofItem: place.item, inSection: section) }
        guard let id else {
            return shown.note("a cell prefers a size for \(section)/\(place.item), and there is no such item")
        }
        preferredSizes[id] = LayoutSize(attributes.frame.size)
    }

    /// Stores the sizes that were noted, and shows the layout with them.
    func storePreferredSizes() {
        guard !preferredSizes.isEmpty else { return }
        let sizes = preferredSizes
        preferredSizes = [:]
        shown.store(sizes, in: layout, viewport: viewport, waitingAtMost: patience)
    }

    // MARK: The view

    var viewport: LayoutSize { collectionView.map { LayoutSize(Self.bounds(of: $0).size) } ?? .zero }

    var viewOffset: LayoutPoint { collectionView.map { LayoutPoint(Self.bounds(of: $0).origin) } ?? .zero }

    /// What is in sight, without what bars cover.
    var visibleRect: LayoutRect { collectionView.map { visibleRect(in: Self.bounds(of: $0)) } ?? .zero }

    /// What would be in sight with other bounds.
    func visibleRect(in bounds: CGRect) -> LayoutRect {
        let bounds = LayoutRect(bounds)
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard let insets = collectionView?.adjustedContentInset else { return bounds }
        return LayoutRect(
            x: bounds.x + insets.left, y: bounds.y + insets.top,
            width: max(0, bounds.width - insets.left - insets.right),
            height: max(0, bounds.height - insets.top - insets.bottom))
        #else
        return bounds
        #endif
    }

    static func bounds(of view: PlatformCollectionView) -> CGRect {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        view.bounds
        #else
        view.enclosingScrollView?.documentVisibleRect ?? view.visibleRect
        #endif
    }

    /// Whether a gesture is under way, which writing an offset would end.
    var isTouched: Bool {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        collectionView.map { $0.isTracking || $0.isDragging || $0.isDecelerating } ?? false
        #else
        false
        #endif
    }

    private func write(_ offset: Double) {
        guard let collectionView else { return }
        var point = viewOffset
        point[shown.window.axis] = offset
        #if canImport(UIKit) || LAYOUT_STAND_INS
        collectionView.contentOffset = CGPoint(point)
        #else
        collectionView.scroll(CGPoint(point))
        #endif
        invalidateLayout()
    }

    func tell() {
        for sentence in shown.takeNotes() { onFault(sentence) }
    }
}
#endif
