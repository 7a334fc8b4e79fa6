internal import LayoutEngine

extension ShownLayout {
    /// The cell that an appearing item comes from: where it was before, if it was there.
    package mutating func origin(ofAppearing item: Int, section: Int) -> (element: LayoutElement, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let window = window
        return attempt(nil) {
            guard let id = try snapshot.itemID(ofItem: item, inSection: section) else { return nil }
            if let path = try former.snapshot.indexPath(of: .id(id)),
                let element = try former.snapshot.layoutAttributesForItem(at: path.item, inSection: path.section)
            {
                return (element.placed(by: former.window), false)
            }
            return try snapshot.layoutAttributesForItem(at: item, inSection: section).map {
                ($0.placed(by: window), true)
            }
        }
    }

    /// The cell that a disappearing item goes to, by its former index path: where it is now, if it is there.
    package mutating func destination(ofDisappearing item: Int, section: Int) -> (element: LayoutElement, isGone: Bool)?
    {
        guard let snapshot, let former else { return nil }
        let window = window
        return attempt(nil) {
            if let id = try former.snapshot.itemID(ofItem: item, inSection: section),
                let path = try snapshot.indexPath(of: .id(id)),
                let element = try snapshot.layoutAttributesForItem(at: path.item, inSection: path.section)
            {
                return (element.placed(by: window), false)
            }
            return try former.snapshot.layoutAttributesForItem(at: item, inSection: section)
                .map { ($0.placed(by: former.window), true) }
        }
    }

    /// The header, footer, badge or decoration that an appearing one comes from: the former place of its section's one,
    /// or its item's.
    package mutating func origin(
        ofAppearing kind: LayoutElement.Kind, named elementKind: String, item: Int, section: Int?
    ) -> (element: LayoutElement, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let window = window
        let visible = view.visible
        return attempt(nil) {
            if let place = try snapshot.place(of: item, section, in: former.snapshot),
                let element = try former.snapshot.element(
                    kind, named: elementKind, at: place.item, place.section, visible: former.window.contentRect(visible)
                )
            {
                return (element.placed(by: former.window), false)
            }
            return try snapshot.element(
                kind, named: elementKind, at: item, section, visible: window.contentRect(visible)
            )
            .map { ($0.placed(by: window), true) }
        }
    }

    /// The header, footer, badge or decoration that a disappearing one goes to, by its former index path.
    package mutating func destination(
        ofDisappearing kind: LayoutElement.Kind, named elementKind: String, item: Int, section: Int?
    ) -> (element: LayoutElement, isGone: Bool)? {
        guard let snapshot, let former else { return nil }
        let window = window
        let visible = view.visible
        return attempt(nil) {
            if let place = try former.snapshot.place(of: item, section, in: snapshot),
                let element = try snapshot.element(
                    kind, named: elementKind, at: place.item, place.section, visible: window.contentRect(visible))
            {
                return (element.placed(by: window), false)
            }
            return try former.snapshot.element(
                kind, named: elementKind, at: item, section, visible: former.window.contentRect(visible)
            )
            .map { ($0.placed(by: former.window), true) }
        }
    }
}

extension LayoutSnapshot {
    /// The place of this state's section or item in another state; nil if it is not there.
    fileprivate func place(
        of item: Int, _ section: Int?, in other: LayoutSnapshot
    ) throws -> (item: Int, section: Int?)? {
        guard let section else { return (item, nil) }
        guard let id = try sectionID(at: section), let found = try other.section(withID: id) else { return nil }
        // Of a section's own elements, the first item stands for the section.
        guard item > 0, let itemID = try itemID(ofItem: item, inSection: section) else { return (item, found) }
        return try other.indexPath(of: .id(itemID)).map { ($0.item, $0.section) }
    }

    fileprivate func element(
        _ kind: LayoutElement.Kind, named elementKind: String, at item: Int, _ section: Int?, visible: LayoutRect
    ) throws -> LayoutElement? {
        kind == .decoration
            ? try layoutAttributesForDecorationElement(ofKind: elementKind, at: item, inSection: section)
            : try layoutAttributesForSupplementaryElement(
                ofKind: elementKind, at: item, inSection: section, visible: visible)
    }
}
