#if LAYOUT_VIEWS
/// A context that records whether scrolling has moved only pinned elements, and cells that move by their place.
final class StoredLayoutInvalidationContext: _PlatformInvalidationContext {
    private(set) var isOfPinnedElements = false

    /// Names the elements that scrolling moves: the rest stay.
    func nameAlone(_ moved: [LayoutAttributes]) {
        isOfPinnedElements = true
        for (kind, elements) in Dictionary(grouping: moved, by: { $0.kind == .cell ? nil : $0.elementKind ?? "" }) {
            let paths = PlatformPaths(elements.map { IndexPath($0) })
            if let kind { invalidateSupplementaryElements(ofKind: kind, at: paths) } else { invalidateItems(at: paths) }
        }
    }
}
#endif
