internal import LayoutEngine
internal import LayoutSQLite

/// Finds single elements among the blocks of a band.
///
/// Cells are mostly stored in the order of their items, sixteen to a block, which names the block to look at. Else the
/// band is searched. O(1), or O(blocks of the band).
struct BandSearch {
    private let band: BandRecord
    private let connection: Connection

    init(_ band: BandRecord, in connection: Connection) {
        self.band = band
        self.connection = connection
    }

    /// The cell of an item, or another element that belongs to it.
    ///
    /// - Parameters:
    ///   - kindID: nil for a cell.
    ///   - item: The item's index in the band; nil for an element without an item.
    func element(ofKind kindID: Int64?, item: Int?) throws -> BandElement? {
        let cell = item.map { $0 &+ band.firstCell }
        let hint = kindID == nil ? cell.map { $0 / BlockNumber.capacity } : nil
        return try search(from: hint) { $0.kindID == kindID && $0.item == cell }
    }

    /// The frame of the cell that a badge is anchored to, and moves with; nil for other elements.
    func host(of element: BandElement, _ kind: ElementKind?) throws -> LayoutRect? {
        guard let kind, kind.movesWithCells, let item = element.item else { return nil }
        return try self.element(ofKind: nil, item: item &- band.firstCell)?.frame
    }

    func index(ofItem id: Int64) throws -> Int? {
        let (distance, isFar) = id.subtractingReportingOverflow(band.firstItemID ?? 0)
        let hint = isFar || distance < 0 ? nil : Int(distance) / BlockNumber.capacity
        let cell = try search(from: hint) { $0.kindID == nil && $0.itemID(from: band.firstItemID) == id }?.item
        return cell.map { $0 &- band.firstCell }
    }

    /// - Parameter hint: The number of the block to look at first.
    private func search(from hint: Int?, where isWanted: (BandElement) -> Bool) throws -> BandElement? {
        if let hint, hint >= 0, hint < BlockNumber.limit {
            let id = BlockNumber.id(hint, ofBand: band.id)
            if let found = try search(id...id, where: isWanted) { return found }
        }
        return try search(BlockNumber.ids(ofBand: band.id), where: isWanted)
    }

    private func search(_ ids: ClosedRange<Int64>, where isWanted: (BandElement) -> Bool) throws -> BandElement? {
        let rows = try connection.cached(BlockRecord.selectSQL)
        rows.bindAll(ids.lowerBound, ids.upperBound)
        defer { rows.rewind() }
        while try rows.step() {
            let found = try BlockRecord(rows).elements(rows, in: connection).first(where: isWanted)
            if let found { return found }
        }
        return nil
    }
}
