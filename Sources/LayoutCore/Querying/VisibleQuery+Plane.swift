internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// A canvas: the R*Tree finds its blocks.
    func searchPlane(into found: inout FoundElements) throws {
        let box = ElementBox(minX: rect.x, minY: rect.y, maxX: rect.maxX, maxY: rect.maxY)
        let region = placement.region(in: placement.lap(0, of: rect))
        let rows = try BlockTree.blocks(touching: rect, onPlaneOf: layout.preparationID, in: connection)
        defer { rows.rewind() }
        var bands: [Int64: VisibleBand] = [:]
        let isReordered = try PlaneOrder.isReordered(preparation: layout.preparationID, in: connection)
        while try rows.step() {
            let block = try BlockRecord(rows)
            let scale = block.scale
            // Most blocks that touch the rectangle show nothing in it: their bands are not looked up.
            guard (0..<block.count).contains(where: { BlockRecord.frame($0, rows, scale: scale).overlaps(rect) }) else {
                trace?.note(block, rows, at: region.place(from: 0), kept: 0)
                continue
            }
            let id = BlockNumber.band(ofBlock: block.id)
            let band = try bands[id] ?? bandOnPlane(id)
            bands[id] = band
            let first = found.elements.count
            try findElements(of: block, rows, touching: box, of: band, in: region, into: &found)
            guard isReordered, let sectionID = band.record.sectionID else { continue }
            let order = PlaneOrder(connection: connection, preparationID: layout.preparationID, sectionID: sectionID)
            for index in first..<found.elements.count {
                let item = try order.index(ofNumber: found.elements[index].item)
                found.elements[index].indexPath?.item = item
            }
        }
    }

    private func bandOnPlane(_ id: Int64) throws -> VisibleBand {
        guard let record = try layout.bands.find(id) else {
            throw LayoutError.corrupt("lc_block names band \(id), which is not there")
        }
        let before = try layout.prefix(record.slot - 1)
        let index = before.sections - (record.beginsSection ? 0 : 1)
        return VisibleBand(
            record: record, origin: 0, section: index, firstIndex: 0, isStale: try layout.isStale(record))
    }
}
