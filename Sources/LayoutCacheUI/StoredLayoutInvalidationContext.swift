#if LAYOUT_VIEWS
/// A context that records whether scrolling has moved only pinned elements, and cells that move by their place.
final class StoredLayoutInvalidationContext: _PlatformInvalidationContext {
    private(set) var isOfPinnedElements = false

    /// Names the elements that scrolling moves: the rest stay.
    func nameAlone(_ moved: [LayoutAttributes]) {
        isOfPinnedElements = true
        var paths: [String: [IndexPath]] = [:]
        var items: [IndexPath] = []
        for element in moved {
            if element.kind == .cell {
                items.append(IndexPath(element))
            } else {
                paths[element.elementKind ?? "", default: []].append(IndexPath(element))
            }
        }
        if !items.isEmpty { invalidateItems(at: PlatformPaths(items)) }
        for (kind, paths) in paths.sorted(by: { $0.key < $1.key }) {
            invalidateSupplementaryElements(ofKind: kind, at: PlatformPaths(paths))
        }
    }
}
#endif
