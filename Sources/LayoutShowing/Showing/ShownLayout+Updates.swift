package import LayoutCore
internal import LayoutEngine

extension ShownLayout {
    /// The cell that an appearing item comes from: its former place, if it was there.
    package mutating func origin(ofAppearing item: ItemIndexPath) -> (element: LayoutAttributes, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        return attempt(nil) {
            guard let id = try snapshot.itemID(of: item) else { return nil }
            if let path = try former.snapshot.indexPath(of: .id(id)),
                let element = try former.snapshot.layoutAttributesForItem(at: path)
            {
                return (former.growth.placed(element).placed(by: former.window), false)
            }
            return try snapshot.layoutAttributesForItem(at: item).map {
                (growth.placed($0).placed(by: window), true)
            }
        }
    }

    /// The cell that a disappearing item goes to, by its former index path: its present place, if it is there.
    package mutating func destination(ofDisappearing item: ItemIndexPath) -> (element: LayoutAttributes, isGone: Bool)?
    {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        return attempt(nil) {
            if let id = try former.snapshot.itemID(of: item),
                let path = try snapshot.indexPath(of: .id(id)),
                let element = try snapshot.layoutAttributesForItem(at: path)
            {
                return (growth.placed(element).placed(by: window), false)
            }
            return try former.snapshot.layoutAttributesForItem(at: item)
                .map { (former.growth.placed($0).placed(by: former.window), true) }
        }
    }

    /// The header, footer, badge or decoration that an appearing one comes from: the former place of its section's one,
    /// or its item's.
    package mutating func origin(
        ofAppearing kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?
    ) -> (element: LayoutAttributes, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        let visible = view.visible
        return attempt(nil) {
            if case .some(let place) = try snapshot.place(of: path, in: former.snapshot),
                let element = try former.snapshot.element(
                    kind, named: elementKind, at: place, visible: former.window.contentRect(visible)
                )
            {
                return (former.growth.placed(element).placed(by: former.window), false)
            }
            return try snapshot.element(
                kind, named: elementKind, at: path, visible: window.contentRect(visible)
            )
            .map { (growth.placed($0).placed(by: window), true) }
        }
    }

    /// The header, footer, badge or decoration that a disappearing one goes to, by its former index path.
    package mutating func destination(
        ofDisappearing kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?
    ) -> (element: LayoutAttributes, isGone: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        let visible = view.visible
        return attempt(nil) {
            if case .some(let place) = try former.snapshot.place(of: path, in: snapshot),
                let element = try snapshot.element(
                    kind, named: elementKind, at: place, visible: window.contentRect(visible))
            {
                return (growth.placed(element).placed(by: window), false)
            }
            return try former.snapshot.element(
                kind, named: elementKind, at: path, visible: former.window.contentRect(visible)
            )
            .map { (former.growth.placed($0).placed(by: former.window), true) }
        }
    }
}

extension LayoutSnapshot {
    /// The place of this state's section or item in another state; nil if it is not there.
    fileprivate func place(
        of path: ItemIndexPath?, in other: LayoutSnapshot
    ) throws -> ItemIndexPath?? {
        guard let path else { return .some(nil) }
        guard let id = try sectionID(at: path.section), let found = try other.section(withID: id) else { return nil }
        // Of a section's own elements, the first item stands for the section.
        guard path.item > 0, let itemID = try itemID(of: path) else {
            return ItemIndexPath(section: found, item: path.item)
        }
        return try other.indexPath(of: .id(itemID))
    }

    fileprivate func element(
        _ kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?, visible: LayoutRect
    ) throws -> LayoutAttributes? {
        kind == .decoration
            ? try layoutAttributesForDecorationElement(ofKind: elementKind, at: path)
            : try layoutAttributesForSupplementaryElement(ofKind: elementKind, at: path, visible: visible)
    }
}
