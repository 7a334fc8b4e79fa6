import LayoutCache

/// A collection view as far as its layout can tell: asks when it would ask, and for more than it shows; keeps cells;
/// measures them; moves its window.
@MainActor
final class MockCollectionView: UICollectionView {
    var isHeld = false
    /// How high a cell turns out to be, by item id; nil leaves its attributes alone.
    var measuredHeight: ((ElementWithContent) -> Double)?
    private(set) var attributes: [UICollectionViewLayoutAttributes] = []
    /// What was asked for last.
    private(set) var page = CGRect.zero
    private(set) var offsetsWritten = 0
    private(set) var reloads = 0
    private(set) var batches = 0
    private var isInvalid = true

    override var isTracking: Bool { isHeld }
    override var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            offsetsWritten += 1
            bounds.origin = newValue
        }
    }

    override func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) { isInvalid = true }

    override func reloadData() {
        reloads += 1
        isInvalid = true
    }

    override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        batches += 1
        updates?()
        isInvalid = true
        layoutIfNeeded()
        collectionViewLayout.finalizeCollectionViewUpdates()
        completion?(true)
    }

    /// A finger moves the view.
    func drag(by distance: Double) {
        change(CGRect(x: bounds.origin.x, y: bounds.origin.y + distance, width: bounds.width, height: bounds.height))
    }

    func resize(to size: CGSize) {
        change(CGRect(origin: bounds.origin, size: size))
    }

    private func change(_ newBounds: CGRect) {
        let layout = collectionViewLayout
        if layout.shouldInvalidateLayout(forBoundsChange: newBounds) {
            layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
        }
        bounds = newBounds
        layoutIfNeeded()
    }

    override func layoutIfNeeded() {
        var passes = 0
        repeat {
            if isInvalid {
                isInvalid = false
                collectionViewLayout.prepare()
                contentSize = collectionViewLayout.collectionViewContentSize
            }
            // UIKit asks for whole pages around what it shows.
            page = CGRect(
                x: bounds.origin.x, y: (bounds.origin.y / bounds.height).rounded(.down) * bounds.height - bounds.height,
                width: bounds.width, height: 4 * bounds.height)
            attributes = collectionViewLayout.layoutAttributesForElements(in: page) ?? []
            measure()
            passes += 1
        } while isInvalid && passes < 10
    }

    private func measure() {
        guard let measuredHeight, let dataSource = dataSource as? LayoutCollectionViewDataSource else { return }
        for original in attributes
        where original.representedElementCategory == .cell && original.frame.intersects(bounds) {
            guard let content = dataSource.content(at: original.indexPath) else { continue }
            let preferred = UICollectionViewLayoutAttributes(forCellWith: original.indexPath)
            preferred.frame = original.frame
            preferred.frame.size.height = measuredHeight(content)
            let layout = collectionViewLayout
            guard
                layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            else { continue }
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
    }

    /// Where a cell is on the screen.
    func screenY(section: Int, item: Int) -> Double? {
        attributes.first {
            $0.representedElementCategory == .cell && $0.indexPath == IndexPath(item: item, section: section)
        }
        .map { $0.frame.origin.y - bounds.origin.y }
    }
}
