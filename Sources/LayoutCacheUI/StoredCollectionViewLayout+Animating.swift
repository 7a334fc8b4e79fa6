#if LAYOUT_VIEWS
internal import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

// The initial and final places of elements in batch updates. A class's overrides cannot be in an extension: it calls
// these.
extension StoredCollectionViewLayout {
    func initialAttributes(ofCell path: IndexPath) -> PlatformLayoutAttributes? {
        guard let item = ItemIndexPath(path),
            let found = shown.origin(ofAppearing: item)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isNew)
    }

    func finalAttributes(ofCell path: IndexPath) -> PlatformLayoutAttributes? {
        guard let item = ItemIndexPath(path),
            let found = shown.destination(ofDisappearing: item)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isGone)
    }

    func initialAttributes(of kind: LayoutAttributes.Kind, named name: String, at path: IndexPath)
        -> PlatformLayoutAttributes?
    {
        guard path.isOfElement,
            let found = shown.origin(ofAppearing: kind, named: name, at: ItemIndexPath(path))
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isNew)
    }

    func finalAttributes(of kind: LayoutAttributes.Kind, named name: String, at path: IndexPath)
        -> PlatformLayoutAttributes?
    {
        guard path.isOfElement,
            let found = shown.destination(ofDisappearing: kind, named: name, at: ItemIndexPath(path))
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isGone)
    }

    private func attributes(
        _ element: LayoutAttributes, at path: IndexPath, isVisible: Bool
    ) -> PlatformLayoutAttributes {
        let attributes = make(element, at: path)
        if !isVisible { attributes.alpha = 0 }
        return attributes
    }
}
#endif
