#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS || LAYOUT_APPKIT_STAND_INS
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
        guard let place = path.place, let section = place.section,
            let found = shown.origin(ofAppearing: place.item, section: section)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isNew)
    }

    func finalAttributes(ofCell path: IndexPath) -> PlatformLayoutAttributes? {
        guard let place = path.place, let section = place.section,
            let found = shown.destination(ofDisappearing: place.item, section: section)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isGone)
    }

    func initialAttributes(of kind: LayoutElement.Kind, named name: String, at path: IndexPath)
        -> PlatformLayoutAttributes?
    {
        guard let place = path.place,
            let found = shown.origin(ofAppearing: kind, named: name, item: place.item, section: place.section)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isNew)
    }

    func finalAttributes(of kind: LayoutElement.Kind, named name: String, at path: IndexPath)
        -> PlatformLayoutAttributes?
    {
        guard let place = path.place,
            let found = shown.destination(ofDisappearing: kind, named: name, item: place.item, section: place.section)
        else { return nil }
        return attributes(found.element, at: path, isVisible: !found.isGone)
    }

    private func attributes(
        _ element: LayoutElement, at path: IndexPath, isVisible: Bool
    ) -> PlatformLayoutAttributes {
        let attributes = make(element, at: path)
        if !isVisible { attributes.alpha = 0 }
        return attributes
    }
}
#endif
