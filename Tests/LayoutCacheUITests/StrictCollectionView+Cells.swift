import LayoutCache

// Cells and other views: shown, and measured.
extension StrictCollectionView {
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
                let name = name(attributes)
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
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { return nil }
        if dequeued[ObjectIdentifier(cell)]?.path != path { crash("the cell for \(path) was not dequeued for it") }
        dequeued = [:]
        return cell
    }

    func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
        let kind = attributes.representedElementKind ?? ""
        let view = dataSource?.collectionView(
            self, viewForSupplementaryElementOfKind: kind, at: attributes.indexPath)
        guard let view else { return nil }
        if dequeued[ObjectIdentifier(view)]?.path != attributes.indexPath {
            crash("the view of the kind \(kind) for \(attributes.indexPath) was not dequeued for it")
        }
        dequeued = [:]
        return view
    }

    func measure() {
        let layout = collectionViewLayout
        for original in attributes where original.frame.overlaps(bounds) {
            let view = isCell(original) ? cells[original.indexPath] : views[name(original)]
            guard let view, let copy = original.copy() as? UICollectionViewLayoutAttributes else { continue }
            let preferred = view.preferredLayoutAttributesFitting(copy)
            if let content = (view as? StrictCell)?.content {
                if let measuredHeight { preferred.frame.size.height = measuredHeight(content) }
                if let measuredSize { preferred.frame.size = measuredSize(content, preferred.frame.size) }
            } else if let kind = original.representedElementKind, let measuredViewHeight {
                preferred.frame.size.height = measuredViewHeight(kind, original.indexPath)
            }
            let isOther = timed("shouldInvalidateLayout(forPreferredLayoutAttributes:)") {
                layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            }
            guard isOther else { continue }
            note("\(name(original)) prefers \(preferred.frame.height) to \(original.frame.height)")
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
    }
}

/// A cell that knows what it shows.
@MainActor
final class StrictCell: UICollectionViewCell {
    var content: ElementWithContent?
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
