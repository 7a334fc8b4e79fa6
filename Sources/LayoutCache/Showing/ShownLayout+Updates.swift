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
}
