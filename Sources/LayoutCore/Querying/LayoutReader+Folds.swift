internal import LayoutSQLite

/// Finds the headers that hide items of collapsed sections.
extension LayoutReader {
    /// Whether a section shows its header alone; false if it does not exist.
    package func isCollapsed(section: Int) throws -> Bool {
        try isPrepared && firstBand(ofSection: section)?.band.hiddenUntil != nil
    }

    /// The index of the collapsed section that hides an item; nil if none does.
    package func section(hidingItem itemID: Int64) throws -> Int? {
        try header(hidingItem: itemID).map { try prefix($0.slot - 1).sections }
    }

    /// The header of the collapsed section that hides an item; nil if none does. O(log bands).
    func header(hidingItem itemID: Int64) throws -> BandRecord? {
        guard isPrepared, let place = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection),
            let header = try bands.first(ofSection: place.sectionID), header.hiddenUntil != nil
        else { return nil }
        return header
    }
}
