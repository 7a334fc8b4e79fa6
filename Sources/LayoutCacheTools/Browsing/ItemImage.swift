package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

/// The source of an item's picture.
package enum ItemImage: Sendable, Equatable {
    /// A path, a data URL or a URL.
    case text(String)
    /// The picture itself.
    case bytes([UInt8])
}

extension StoredLayout {
    /// The picture of an item; nil if it has none, or there is no such item.
    package func image(of path: ItemIndexPath, field: ItemField) throws -> ItemImage? {
        try read { layout in
            guard layout.isPrepared, let id = try ElementLookup(layout).cell(at: path)?.itemID
            else {
                return nil
            }
            let row = try layout.connection.cached("SELECT \(field.sql) FROM item AS i WHERE i.id = ?1")
            row.bind(id, at: 1)
            defer { row.rewind() }
            guard try row.step(), !row.isNull(0) else { return nil }
            if case .blob = row.storage(0) { return row.bytes(0).map(ItemImage.bytes) }
            return row.string(0).map(ItemImage.text)
        }
    }
}
