#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS
internal import LayoutCache

extension StoredCollectionViewLayout {
    func takeFirstSnapshot() {
        do {
            shown.show(try layout.snapshot(), viewport: viewport)
        } catch {
            shown.note("\(error)")
        }
    }

    /// Lays out for the view's size in the background, once it is another one.
    func followContainer() {
        let size = viewport
        guard size.width > 0, size.height > 0, let snapshot = shown.snapshot, size != snapshot.containerSize,
            size != requestedContainer
        else { return }
        requestedContainer = size
        Task { await refresh(container: size) }
    }
}
#endif
