internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// Finds items in a layout by key, row id, index path and rank. It descends the layout's sum tree, from which the
/// counts before a band come.
///
/// The contents of bands are read from their own rows. If a band was never laid out, or was counted again since, they
/// are read from the present items.
extension LayoutReader {
    /// The id of the item of a reference, by an index path of the layout; nil if there is none.
    package func itemID(of item: ItemReference) throws -> Int64? {
        switch item {
        case .key(let key): try DatasetRecord.item(withKey: key, in: record.datasetID, connection)?.id
        case .id(let id): try DatasetRecord.place(ofItem: id, in: record.datasetID, connection) == nil ? nil : id
        case .indexPath(let path): try itemID(at: path)
        }
    }

    // MARK: From an item to its place

    /// The indices of an item in the layout; nil where the layout has no such item.
    ///
    /// O(log bands + items of a band); on a canvas as ``cellOnPlane(ofItem:in:)`` finds them.
    package func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        if case .indexPath(let path) = item {
            guard path.section >= 0, path.item >= 0, try path.item < itemCount(inSection: path.section) else {
                return nil
            }
            return path
        }
        guard isPrepared else {
            return try itemID(of: item).flatMap { try unprepared.indexPath(ofItem: $0, in: self) }
        }
        guard let id = try itemID(of: item), let (band, rank) = try bandAndRank(ofItem: id, countsStale: true) else {
            return nil
        }
        return try indexPath(rank: rank, in: band, after: prefix(band.slot - 1))
    }

    /// The index path of an item by its rank in a band; nil if the band is of no section.
    ///
    /// - Parameter before: The sums of the bands before it.
    func indexPath(rank: Int, in band: BandRecord, after before: BandSums.Prefix) throws -> ItemIndexPath? {
        guard let sectionID = band.sectionID else { return nil }
        if traits.isFree {
            return ItemIndexPath(
                section: band.section(after: before),
                item: try planeOrder(ofSection: sectionID).index(ofNumber: rank))
        }
        let first =
            try band.beginsSection
            ? before : bands.first(ofSection: sectionID).map { try prefix($0.slot - 1) } ?? before
        return ItemIndexPath(section: band.section(after: before), item: before.items - first.items + rank)
    }

    /// The band that holds an item, and the cell's rank in it; on a canvas its number: see ``PlaneOrder``.
    ///
    /// - Parameter countsStale: Whether, in a band that was counted again, the rank is the item's present one rather
    ///   than its cell's. In a band that was never laid out it is always that.
    func bandAndRank(ofItem itemID: Int64, countsStale: Bool = false) throws -> (band: BandRecord, rank: Int)? {
        guard let (sectionID, position) = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection)
        else { return nil }
        if traits.isFree,
            let found = try cellOnPlane(ofItem: itemID, in: sectionID),
            try !self.bands.isHidden(found.band)
        {
            return found
        }
        let bands =
            try traits.isFree
            ? self.bands.all(ofSection: sectionID)
            : self.bands.holding(position, ofSection: sectionID).map { [$0] } ?? []
        for band in bands {
            // An item that a fold hides has no place.
            guard try !self.bands.isHidden(band) else { return nil }
            let isCounted = band.isEstimated || countsStale && band.isRecounted && !traits.isFree
            if let rank = try isCounted
                ? outline.rank(of: position, inSection: sectionID, from: band.firstPosition)
                : index(ofItem: itemID, in: band), !isCounted || rank < band.sums.items
            {
                return (band, rank)
            }
        }
        return nil
    }

    // MARK: From a place to its item

    /// The row id of the item at an index path. O(log bands); on a canvas as ``cellOnPlane(at:)`` finds it.
    package func itemID(at path: ItemIndexPath) throws -> Int64? {
        guard isPrepared else { return try unprepared.id(at: path, in: connection) }
        if traits.isFree { return try cell(at: path)?.itemID }
        return try countedBand(at: path).flatMap { try itemID(atRank: $0.rank, in: $0.band) }
    }

    /// The band that counts an index path, the sums before it, and the item's rank in it. O(log bands). On a canvas
    /// as ``cellOnPlane(at:)``, whose bands are at the content's beginning.
    func countedBand(at path: ItemIndexPath) throws -> (band: BandRecord, before: BandSums.Prefix, rank: Int)? {
        guard Statement.DerivedNumber.index.contains(path.item) else { return nil }
        if traits.isFree { return try cellOnPlane(at: path).map { ($0.band, BandSums.Prefix(), $0.rank) } }
        let wanted = try start(ofSection: path.section).items + path.item
        guard let found = try band(after: { $0.items <= wanted }), found.band.sectionID != nil,
            found.band.section(after: found.before) == path.section
        else { return nil }
        return (found.band, found.before, wanted - found.before.items)
    }

    /// The row id of the item at a rank in a band, which is not a canvas's.
    func itemID(atRank rank: Int, in band: BandRecord) throws -> Int64? {
        if let ids = try presentItems(from: rank, count: 1, in: band) { return ids.first }
        // An item without an element has its place all the same.
        return try element(ofKind: nil, item: rank, in: band)?.itemID(from: band.firstItemID)
    }

    /// The row ids of the present items from a rank on, in a band whose cells are of items that have moved since.
    ///
    /// - Returns: nil for a band whose cells show their own items.
    private func presentItems(from rank: Int, count: Int, in band: BandRecord) throws -> [Int64]? {
        guard band.isEstimated || band.isRecounted else { return nil }
        guard let sectionID = band.sectionID else { return [] }
        // A band may begin in the middle of a run.
        let first = band.firstPosition
        let run = try outline.beginning(before: rank, inSection: sectionID, from: first) ?? (first, 0)
        return try connection.rows(
            """
            SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position >= ?2
            ORDER BY position LIMIT ?4 OFFSET ?3
            """, sectionID, run.position, rank - run.rank, count
        ) { $0.int64(0) }
    }

    /// The cells with the items that the layout counts at their index paths.
    ///
    /// A band that was counted again and not laid out yet has cells of items that have moved since. A view shows the
    /// present items in them.
    ///
    /// - Complexity: O(stale cells + bands of them · log bands).
    func withPresentItems(_ elements: [LayoutAttributes]) throws -> [LayoutAttributes] {
        guard !traits.isFree, elements.contains(where: { $0.isStale && $0.kind == .cell }) else { return elements }
        var elements = elements
        let stale = elements.indices.filter { elements[$0].isStale && elements[$0].kind == .cell }
            .sorted { (elements[$0].section ?? 0, elements[$0].item) < (elements[$1].section ?? 0, elements[$1].item) }
        // The items of one band are found together, from the first of them that is asked for.
        var known: (section: Int, items: Range<Int>, ids: [Int64]) = (0, 0..<0, [])
        for index in stale {
            guard let path = elements[index].indexPath else { continue }
            if known.section != path.section || !known.items.contains(path.item) {
                guard let (band, _, rank) = try countedBand(at: path), rank < band.sums.items else { continue }
                let count = min(band.sums.items - rank, stale.count)
                known = (
                    path.section, path.item..<path.item + count,
                    try presentItems(from: rank, count: count, in: band) ?? []
                )
            }
            let place = path.item - known.items.lowerBound
            if known.ids.indices.contains(place) { elements[index].itemID = known.ids[place] }
        }
        return elements
    }

    func key(ofItem itemID: Int64) throws -> String? {
        try connection.first("SELECT key FROM item WHERE id = ?1", itemID, as: String?.self) ?? nil
    }

    private var outline: Outline { Outline(connection: connection) }

    // MARK: Ranks

    /// The rank of an item among all items of the layout, in the order of index paths.
    package func rank(of item: ItemReference) throws -> Int? {
        guard let path = try indexPath(of: item) else { return nil }
        guard isPrepared else { return try unprepared.itemCount(beforeSection: path.section) + path.item }
        return try start(ofSection: path.section).items + path.item
    }

    /// The index path of the item with a rank among all items. O(log bands).
    package func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        guard isPrepared else { return try unprepared.indexPath(atRank: rank) }
        guard Statement.DerivedNumber.index.contains(rank), let found = try band(after: { $0.items <= rank }),
            found.band.sectionID != nil
        else { return nil }
        let section = found.band.section(after: found.before)
        return ItemIndexPath(section: section, item: try rank - start(ofSection: section).items)
    }
}
