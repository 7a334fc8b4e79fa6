public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// The elements that share some area with a rectangle, with their items' keys and payloads, from
    /// one snapshot, in no particular order.
    ///
    /// As ``layoutAttributesForElements(in:preparing:)``, with one look-up for each item found.
    public func elementsWithContent(in rect: LayoutRect, preparing: PreparationScope = .nothing) throws -> [ElementWithContent] {
        try read(preparing, viewing: .visible(rect)) { layout in
            var query = try VisibleQuery(layout, rect: rect)
            try query.run()
            return try query.elements.map { try $0.withContent(from: layout.connection) }
        }
    }

    /// The cell of an item with its key and payload, or nil if there is no such item.
    public func itemWithContent(
        at item: Int, inSection section: Int, preparing: PreparationScope = .nothing
    ) throws -> ElementWithContent? {
        try read(preparing, viewing: .item(section: section, item: item)) { layout in
            try ElementLookup(layout).cell(item: item, section: section)?.withContent(from: layout.connection)
        }
    }
}

extension LayoutElement {
    func withContent(from connection: Connection) throws -> ElementWithContent {
        guard let itemID else { return ElementWithContent(attributes: self) }
        let row = try connection.cached("SELECT key, payload FROM item WHERE id = ?1")
        row.bind(itemID, at: 1)
        defer { row.rewind() }
        // An item that was deleted since the layout was prepared still shows, with nothing inside.
        guard try row.step() else { return ElementWithContent(attributes: self) }
        return ElementWithContent(attributes: self, key: row.string(0), payload: row.string(1))
    }
}
