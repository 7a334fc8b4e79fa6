package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Expands what hides an item: its section, and the branches that it is in. Branches below it stay as they are.
    ///
    /// - Parameter rect: The part of the layout that is laid out then.
    package func reveal(_ item: ItemReference, showing rect: LayoutRect) throws {
        var former: Hider?
        while let hider = try hider(of: item), hider != former {
            switch hider {
            case .section(let index): try expand(sections: [index])
            case .item(let id): try expand([.id(id)])
            }
            try prepare(in: rect)
            former = hider
        }
    }

    private enum Hider: Equatable {
        case section(Int)
        case item(Int64)
    }

    private func hider(of item: ItemReference) throws -> Hider? {
        try read { layout in
            guard let id = try ItemLookup(layout).id(of: item) else { return nil }
            if let section = try layout.section(hidingItem: id) { return .section(section) }
            return try layout.item(hidingItem: id).map(Hider.item)
        }
    }

    /// The item of an outline that contains another: the nearest one before it of a lower level. nil if there is none.
    ///
    /// - Complexity: O(items between the two).
    package func item(containing item: ItemReference) throws -> ItemReference? {
        try read { layout in
            guard let id = try ItemLookup(layout).id(of: item),
                let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
            else { return nil }
            return try layout.connection.first(
                """
                SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position < ?2
                  AND coalesce(level, 0) < (
                    SELECT coalesce(level, 0) FROM item WHERE section_id = ?1 AND position = ?2)
                ORDER BY position DESC LIMIT 1
                """,
                place.sectionID, place.position, as: Int64.self
            ).map(ItemReference.id)
        }
    }
}
