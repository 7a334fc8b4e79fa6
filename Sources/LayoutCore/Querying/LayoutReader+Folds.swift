internal import LayoutSQLite
internal import LayoutSchema

/// Finds what hides items: headers of collapsed sections, and collapsed items of outlines.
extension LayoutReader {
    /// Whether a section shows its header alone; false if it does not exist.
    package func isCollapsed(section: Int) throws -> Bool {
        try isPrepared && firstBand(ofSection: section)?.band.isHeader == true
    }

    /// The row ids of the collapsed sections, and the positions that collapsed items hide in each other one.
    package func hidden() throws -> (sections: Set<Int64>, positions: [Int64: [Range<Double>]]) {
        guard isPrepared else { return ([], [:]) }
        return (Set(try bands.collapsedSections().keys), try bands.hiddenPositions())
    }

    /// The index of the collapsed section that hides an item; nil if none does.
    package func section(hidingItem itemID: Int64) throws -> Int? {
        try header(hidingItem: itemID).map { try prefix($0.slot - 1).sections }
    }

    /// The header of the collapsed section that hides an item; nil if none does. O(log bands).
    func header(hidingItem itemID: Int64) throws -> BandRecord? {
        guard isPrepared, let place = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection),
            let header = try bands.first(ofSection: place.sectionID), header.isHeader
        else { return nil }
        return header
    }

    /// The collapsed item that hides an item, by its row id; nil if none does. O(log bands).
    package func item(hidingItem itemID: Int64) throws -> Int64? {
        guard isPrepared, let place = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection),
            let band = try bands.holding(place.position, ofSection: place.sectionID),
            let hidden = try bands.hidden(in: band.slot...band.slot).first,
            try bands.previous(beforeSlot: hidden.lowerBound)?.endsWithFold == true,
            let first = try bands.next(afterSlot: hidden.lowerBound - 1)
        else { return nil }
        return try connection.first(
            "SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position < ?2 "
                + "ORDER BY position DESC LIMIT 1",
            place.sectionID, first.firstPosition, as: Int64.self)
    }
}
