internal import LayoutEngine

extension BandProof {
    /// Compares the cells of a canvas's section with what its items give, in whichever blocks they are.
    ///
    /// O(items), in as many passes over the cells as the items take to be read in the chunks of a preparation.
    mutating func checkPlane(_ section: SectionRecord, _ bands: [BandRecord]) throws {
        guard !bands.contains(where: \.isStale) else {
            uncomparedBands += bands.count
            return
        }
        let order = PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: section.id)
        var stream = try context.items(of: section, from: -.infinity)
        defer { stream.close() }
        var itemCount = 0
        while try stream.hasMore() {
            let chunk = stream.placed..<stream.count
            let cells = SectionDriver.layOut(
                ContiguousArray(stream.measures[chunk]), of: section.measure, by: context.plan
            ).cells
            var wanted: [Int64: (cell: BandBuffer.Cell, index: Int?)] = [:]
            for (cell, place) in zip(cells, chunk) { wanted[stream.ids[place]] = (cell, stream.ranks?[place]) }
            for band in bands {
                try BlockRecord.forEachElement(ofBand: band.id, in: connection) { element in
                    guard let id = element.itemID(from: band.firstItemID), let item = wanted.removeValue(forKey: id)
                    else { return }
                    let index = try element.item.map { try order.index(ofNumber: $0) }
                    if element.frame != item.cell.frame || element.zIndex != item.cell.zIndex || index != item.index {
                        note("the cell of item \(id) in band \(band.id) is not what the item gives")
                    }
                }
            }
            for id in wanted.keys.sorted().prefix(20) { note("item \(id) of section \(section.id) has no cell") }
            itemCount += cells.count
            stream.placed = stream.count
            _ = stream.take(chunk.count)
        }
        let cellCount = bands.reduce(0) { $0 + $1.cellCount }
        if cellCount != itemCount { note("section \(section.id) has \(cellCount) cells for \(itemCount) items") }
        for band in bands {
            var blocks = BandBlocks()
            try BlockRecord.forEachElement(ofBand: band.id, in: connection) { blocks.append($0) }
            var sums = blocks.planeSums(context.traits)
            sums.sections = band.sums.sections
            if sums != band.sums { note("the lengths or counts of band \(band.id) differ from what its items give") }
        }
    }
}
