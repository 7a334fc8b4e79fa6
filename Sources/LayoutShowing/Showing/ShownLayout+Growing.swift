package import LayoutCore
package import LayoutEngine
internal import LayoutSQLite

extension ShownLayout {
    /// Shows the last row at another size, and sees to it that this is stored.
    ///
    /// - Parameter layout: The layout whose size it is.
    package mutating func grow(
        _ item: ItemReference, to size: LayoutSize, in layout: StoredLayout, timer: GrowingRow.Timer = .system
    ) throws {
        guard layout.store.pool.configuration.mode != .readOnly else {
            throw LayoutError(
                .readOnly, "the store is opened for reading only, and no row of “\(layout.name)” can grow")
        }
        for length in [size.width, size.height] where !(0...1e9).contains(length) {
            throw LayoutError(.invalidArgument, "the length \(length) is not between 0 and 1e9 points")
        }
        let id = try layout.read { reader -> Int64 in
            guard try reader.stacksRows else {
                throw LayoutError(
                    .invalidArgument,
                    "no row of “\(layout.name)” can grow: it is not a table with one column that ends",
                    advice: "Store the size with storeSizes(_:keeping:).")
            }
            guard let id = try ItemLookup(reader).id(of: item) else {
                throw LayoutError(.notFound, "\(item) is not in “\(layout.name)”")
            }
            guard try reader.lastItem() == id else {
                throw LayoutError(
                    .invalidArgument, "\(item) is not the last row of the last section of “\(layout.name)”",
                    advice: "Only the last row can grow. Store the size with storeSizes(_:keeping:).")
            }
            return id
        }
        if growing?.itemID != id {
            // The former one rests.
            if let former = growing { Task { await former.store() } }
            growing = GrowingRow(id, in: layout, timer: timer)
        }
        growing?.grow(to: size)
        if let snapshot, snapshot.isOpen { show(snapshot) }
    }

    /// The row that grows at its present length in a state; nil if the state has it.
    mutating func presentGrowth(in snapshot: LayoutSnapshot) -> RowGrowth? {
        guard let row = growing else { return nil }
        guard let size = row.size(after: snapshot.freshness.dataRevision) else {
            growing = nil
            return nil
        }
        return attempt(growth) { try RowGrowth(row.itemID, size, in: snapshot) }
    }
}
