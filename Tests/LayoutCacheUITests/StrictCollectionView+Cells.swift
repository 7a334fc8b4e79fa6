import LayoutCache

// Cells and other views: shown, measured, and seen.
extension StrictCollectionView {
    private var visibleKeys: [(attributes: UICollectionViewLayoutAttributes, key: String)] {
        attributes.filter { $0.isCell && $0.frame.overlaps(bounds) }.compactMap { attributes in
            (cells[attributes.indexPath] as? StrictCell)?.content?.key.map { (attributes, $0) }
        }
    }

    /// The items on the screen by the keys that their cells show.
    var onScreen: [IndexPath: String] {
        Dictionary(visibleKeys.map { ($0.attributes.indexPath, $0.key) }) { first, _ in first }
    }

    /// The frames of cells on the screen, by the keys that they show.
    var screen: [String: CGRect] {
        Dictionary(
            visibleKeys.map { ($0.key, $0.attributes.frame.offsetBy(dx: -bounds.minX, dy: -bounds.minY)) }
        ) { first, _ in first }
    }

    func showViews() {
        var shown: Set<IndexPath> = []
        var shownViews: Set<String> = []
        for attributes in attributes where attributes.frame.overlaps(bounds) {
            switch attributes.representedElementCategory {
            case .cell:
                shown.insert(attributes.indexPath)
                guard isKnown(attributes.indexPath) else { continue }
                let cell = cells[attributes.indexPath] ?? makeCell(at: attributes.indexPath)
                cells[attributes.indexPath] = cell
                cell?.frame = attributes.frame
            case .supplementaryView:
                let name = attributes.name
                shownViews.insert(name)
                if views[name] == nil { views[name] = makeView(attributes) }
            case .decorationView: break
            }
        }
        for path in cells.keys where !shown.contains(path) { cells[path] = nil }
        for name in views.keys where !shownViews.contains(name) { views[name] = nil }
    }

    func isKnown(_ path: IndexPath) -> Bool {
        guard let counts, path.count == 2, path.section < counts.count else { return false }
        return path.item < counts[path.section]
    }

    func makeCell(at path: IndexPath) -> UICollectionViewCell? {
        checked(dataSource?.collectionView(self, cellForItemAt: path), for: path)
    }

    func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
        let (kind, path) = (attributes.representedElementKind ?? "", attributes.indexPath)
        return checked(dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path), for: path)
    }

    private func checked<View: UICollectionReusableView>(_ view: View?, for path: IndexPath) -> View? {
        guard let view else { return nil }
        if dequeued[ObjectIdentifier(view)]?.path != path { crash("\(view) was not dequeued for \(path)") }
        dequeued = [:]
        return view
    }

    func measure() {
        let layout = collectionViewLayout
        for original in attributes where original.frame.overlaps(bounds) {
            let view = original.isCell ? cells[original.indexPath] : views[original.name]
            guard let view, let copy = original.copy() as? UICollectionViewLayoutAttributes else { continue }
            let preferred = view.preferredLayoutAttributesFitting(copy)
            if let content = (view as? StrictCell)?.content {
                if let measuredHeight { preferred.frame.size.height = measuredHeight(content) }
                if let measuredSize { preferred.frame.size = measuredSize(content, preferred.frame.size) }
            } else if let kind = original.representedElementKind, let measuredViewHeight {
                preferred.frame.size.height = measuredViewHeight(kind, original.indexPath)
            }
            guard
                layout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            else { continue }
            note("\(original.name) prefers \(preferred.frame.height) to \(original.frame.height)")
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
    }
}

/// A cell that knows what it shows. It prefers the size that it has, until a test wants another one.
@MainActor
final class StrictCell: UICollectionViewCell {
    var content: LayoutElement?
    /// Whether the user types into it.
    var isEdited = false

    override var isFirstResponder: Bool { isEdited }

    override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}

extension CGRect {
    /// Whether two rectangles share some area: on Linux, rectangles that share an edge intersect.
    func overlaps(_ other: CGRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    func isEqual(to other: CGRect, within tolerance: Double) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
            && abs(width - other.width) <= tolerance && abs(height - other.height) <= tolerance
    }
}
