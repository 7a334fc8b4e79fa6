import LayoutCache

// The visible cells.
extension StrictCollectionView {
    /// The items on the screen by the keys that their cells show.
    var onScreen: [IndexPath: String] {
        var found: [IndexPath: String] = [:]
        for attributes in attributes where isCell(attributes) && attributes.frame.overlaps(bounds) {
            let cell = cells[attributes.indexPath] as? StrictCell
            if let key = cell?.content?.key { found[attributes.indexPath] = key }
        }
        return found
    }

    /// The frames of cells on the screen, by the keys that they show.
    var screen: [String: CGRect] {
        var found: [String: CGRect] = [:]
        for (path, key) in onScreen {
            guard let attributes = attributes.first(where: { isCell($0) && $0.indexPath == path }) else { continue }
            found[key] = attributes.frame.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
        }
        return found
    }

    /// The place of a cell on the screen.
    func screenY(section: Int, item: Int) -> Double? {
        attributes.first { isCell($0) && $0.indexPath == IndexPath(item: item, section: section) }
            .map { $0.frame.origin.y - bounds.origin.y }
    }
}
