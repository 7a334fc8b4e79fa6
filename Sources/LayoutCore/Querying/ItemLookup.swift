internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// Finds items in a layout by key, row id, index path and rank. It descends the layout's sum tree, from which the
/// counts before a band come.
///
/// The contents of bands are read from their own rows. If a band was never laid out, or was counted again since, they
/// are read from the present items.
package struct ItemLookup {
    private let layout: LayoutReader

    package init(_ layout: LayoutReader) { self.layout = layout }

    private var connection: Connection { layout.connection }

    /// The id of the item of a reference, by an index path of the layout; nil if there is none.
    package func id(of item: ItemReference) throws -> Int64? {
        switch item {
        case .key(let key): try DatasetRecord.item(withKey: key, in: layout.record.datasetID, connection)?.id
        case .id(let id):
            try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, connection) == nil ? nil : id
        case .indexPath(let path): try id(at: path)
        }
    }

    // MARK: From an item to its place

    /// The indices of an item in the layout; nil where the layout has no such item.
    ///
    /// O(log bands + items of a band); on a canvas as ``ElementLookup/OnPlane`` finds them.
    package func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        if case .indexPath(let path) = item {
            guard path.section >= 0, path.item >= 0,
                path.item < (try ElementLookup(layout).itemCount(inSection: path.section))
            else { return nil }
            return path
        }
        guard layout.isPrepared else {
            return try id(of: item).flatMap { try UnpreparedItems(layout).indexPath(ofItem: $0) }
        }
        guard let id = try id(of: item), let (band, rank) = try bandAndRank(ofItem: id, countsStale: true) else {
            return nil
        }
        return try indexPath(rank: rank, in: band, after: layout.prefix(band.slot - 1))
    }

    /// The index path of an item by its rank in a band; nil if the band is of no section.
    ///
    /// - Parameter before: The sums of the bands before it.
    func indexPath(rank: Int, in band: BandRecord, after before: BandSums.Prefix) throws -> ItemIndexPath? {
        guard let sectionID = band.sectionID else { return nil }
        if layout.traits.isFree {
            return ItemIndexPath(
                section: before.sections - (band.beginsSection ? 0 : 1),
                item: try ElementLookup.OnPlane(layout: layout).order(ofSection: sectionID).index(ofNumber: rank))
        }
        let first =
            try band.beginsSection
            ? before : layout.bands.first(ofSection: sectionID).map { try layout.prefix($0.slot - 1) } ?? before
        return ItemIndexPath(
            section: before.sections - (band.beginsSection ? 0 : 1), item: before.items - first.items + rank)
    }

    /// The band that holds an item, and the cell's rank in it; on a canvas its number: see ``PlaneOrder``.
    ///
    /// - Parameter countsStale: Whether, in a band that was counted again, the rank is the item's present one rather
    ///   than its cell's. In a band that was never laid out it is always that.
    func bandAndRank(ofItem itemID: Int64, countsStale: Bool = false) throws -> (band: BandRecord, rank: Int)? {
        guard
            let (sectionID, position) = try DatasetRecord.place(
                ofItem: itemID, in: layout.record.datasetID, connection)
        else { return nil }
        if layout.traits.isFree,
            let found = try ElementLookup.OnPlane(layout: layout).cell(ofItem: itemID, in: sectionID),
            try !layout.bands.isHidden(found.band)
        {
            return found
        }
        let bands =
            try layout.traits.isFree
            ? layout.bands.all(ofSection: sectionID)
            : layout.bands.holding(position, ofSection: sectionID).map { [$0] } ?? []
        for band in bands {
            // An item that a fold hides has no place.
            guard try !layout.bands.isHidden(band) else { return nil }
            let isCounted = band.isEstimated || countsStale && band.isRecounted && !layout.traits.isFree
            if let rank = try isCounted
                ? outline.rank(of: position, inSection: sectionID, from: band.firstPosition)
                : ElementLookup.InBand(band, in: connection).index(ofItem: itemID), !isCounted || rank < band.sums.items
            {
                return (band, rank)
            }
        }
        return nil
    }

    // MARK: From a place to its item

    /// The row id of the item at an index path. O(log bands); on a canvas as ``ElementLookup/OnPlane`` finds it.
    package func id(at path: ItemIndexPath) throws -> Int64? {
        guard layout.isPrepared else { return try UnpreparedItems(layout).id(at: path) }
        guard Statement.DerivedNumber.index.contains(path.item),
            let start = try layout.firstBand(ofSection: path.section),
            let sectionID = start.band.sectionID
        else { return nil }
        if layout.traits.isFree { return try ElementLookup(layout).cell(at: path)?.itemID }
        let wanted = start.before.items + path.item
        guard let found = try layout.band(after: { $0.items <= wanted }), found.band.sectionID == sectionID else {
            return nil
        }
        return try id(atRank: wanted - found.before.items, in: found.band)
    }

    /// The row id of the item at a rank in a band, which is not a canvas's.
    func id(atRank rank: Int, in band: BandRecord) throws -> Int64? {
        guard band.isEstimated || band.isRecounted else {
            // An item without an element has its place all the same.
            return try ElementLookup.InBand(band, in: connection).element(ofKind: nil, item: rank)?
                .itemID(from: band.firstItemID)
        }
        guard let sectionID = band.sectionID else { return nil }
        // A band may begin in the middle of a run.
        let first = band.firstPosition
        let run = try outline.beginning(before: rank, inSection: sectionID, from: first) ?? (first, 0)
        return try connection.first(
            "SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position >= ?2 "
                + "ORDER BY position LIMIT 1 OFFSET ?3", sectionID, run.position, rank - run.rank, as: Int64.self)
    }

    /// The cells with the items that the layout counts at their index paths.
    ///
    /// A band that was counted again and not laid out yet has cells of items that have moved since. A view shows the
    /// present items in them.
    ///
    /// - Complexity: O(stale cells + runs of them · log bands).
    func withPresentItems(_ elements: [LayoutAttributes]) throws -> [LayoutAttributes] {
        guard !layout.traits.isFree, elements.contains(where: { $0.isStale && $0.kind == .cell }) else {
            return elements
        }
        var elements = elements
        let stale = elements.indices.filter { elements[$0].isStale && elements[$0].kind == .cell }
            .sorted { (elements[$0].section ?? 0, elements[$0].item) < (elements[$1].section ?? 0, elements[$1].item) }
        var known: (section: Int, items: Range<Int>, ids: [Int64]) = (0, 0..<0, [])
        for (number, index) in stale.enumerated() {
            guard let path = elements[index].indexPath else { continue }
            if known.section != path.section || !known.items.contains(path.item) {
                // Items without a gap between them are found together.
                var end = path.item + 1
                for next in stale[(number + 1)...] {
                    guard elements[next].section == path.section, elements[next].item <= end else { break }
                    end = elements[next].item + 1
                }
                known = (path.section, path.item..<end, try ids(from: path, count: end - path.item))
            }
            let rank = path.item - known.items.lowerBound
            if known.ids.indices.contains(rank) { elements[index].itemID = known.ids[rank] }
        }
        return elements
    }

    /// The ids of the item at an index path and of those after it in its section.
    private func ids(from path: ItemIndexPath, count: Int) throws -> [Int64] {
        // Hidden items between them are passed over.
        guard try !layout.bands.hasHidden else {
            return try (0..<count).compactMap { try id(at: ItemIndexPath(section: path.section, item: path.item + $0)) }
        }
        guard let first = try id(at: path),
            let place = try DatasetRecord.place(ofItem: first, in: layout.record.datasetID, connection)
        else { return [] }
        return try connection.rows(
            """
            SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position >= ?2
            ORDER BY position LIMIT ?3
            """, place.sectionID, place.position, count
        ) { $0.int64(0) }
    }

    func key(ofItem itemID: Int64) throws -> String? {
        try connection.first("SELECT key FROM item WHERE id = ?1", itemID, as: String?.self) ?? nil
    }

    private var outline: Outline { Outline(connection: connection) }

    // MARK: Ranks

    /// The rank of an item among all items of the layout, in the order of index paths.
    package func rank(of item: ItemReference) throws -> Int? {
        guard let path = try indexPath(of: item) else { return nil }
        guard layout.isPrepared else {
            return try UnpreparedItems(layout).itemCount(beforeSection: path.section) + path.item
        }
        return try layout.start(ofSection: path.section).items + path.item
    }

    /// The index path of the item with a rank among all items. O(log bands).
    package func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        guard layout.isPrepared else { return try UnpreparedItems(layout).indexPath(atRank: rank) }
        guard Statement.DerivedNumber.index.contains(rank), let found = try layout.band(after: { $0.items <= rank }),
            found.band.sectionID != nil
        else { return nil }
        let section = found.before.sections - (found.band.beginsSection ? 0 : 1)
        return ItemIndexPath(section: section, item: try rank - layout.start(ofSection: section).items)
    }
}
