internal import LayoutEngine
internal import LayoutSQLite

extension BandBlocks {
    /// The elements of a solved band, replacing earlier ones.
    ///
    /// - Parameter former: The band whose place it is in.
    /// - Returns: The band as it will be stored.
    mutating func fill(
        _ buffer: BandBuffer, of band: SolvedBand, over former: BandRecord, items stream: ItemStream?,
        taking taken: Range<Int>, context: PreparationContext
    ) throws -> BandRecord {
        removeAll(motion: context.motion(buffer))
        let traits = context.traits
        let zBase = traits.zIndexStride * band.sectionIndex
        let kept = band.kept?.count ?? 0
        firstNumber = kept / BlockNumber.capacity
        /// The index in the band of the item of one of its cells; on a canvas the item's number in its section.
        func index(ofCell cell: Int) -> Int { stream?.ranks.map { $0[taken.lowerBound + cell] } ?? kept + cell }
        let firstID = Self.firstItemID(stream, taken)
        let base = band.kept?.ids[0] ?? firstID.map { $0 - Int64(buffer.cells.isEmpty ? 0 : index(ofCell: 0)) }
        for row in 0..<buffer.cells.count {
            let cell = buffer.storageOrder.isEmpty ? row : buffer.storageOrder[row]
            let item = index(ofCell: cell)
            let id = band.kept?.ids[item] ?? stream?.ids[taken.lowerBound + cell] ?? 0
            append(
                BandElement(
                    frame: buffer.cells[cell].frame,
                    zIndex: buffer.cells[cell].zIndex
                        - (traits.zIndexStride > 0 ? zBase + band.firstIndex + item : 0),
                    kindID: nil, item: item, itemShift: base.map { id &- $0 &- Int64(item) } ?? id))
        }
        // Elements of one kind together: a block states once what they have in common.
        for kind in Set(buffer.elements.map(\.kind)).sorted() {
            let kindID = try context.kinds.id(ofKind: kind)
            let isBadge = context.plan.elementKinds[kind].movesWithCells
            for element in buffer.elements where element.kind == kind {
                let host = element.host.map { (index(ofCell: $0), stream?.ids[taken.lowerBound + $0] ?? 0) }
                append(
                    BandElement(
                        frame: element.frame, zIndex: element.zIndex - zBase, kindID: kindID, item: host?.0,
                        itemShift: host.map { item, id in base.map { id - $0 - Int64(item) } ?? id }),
                    on: isBadge ? element.host.map { buffer.cells[$0].frame } : nil)
            }
        }
        try cut(cellCount: buffer.cells.count, runs: buffer.storageRuns)
        var record = former
        (record.sectionID, record.beginsSection, record.endsContent) = (
            band.sectionID, band.beginsSection, band.endsContent
        )
        record.firstPosition = band.firstPosition
        (record.isStale, record.isProvisional, record.isEstimated) = (band.isProvisional, band.isProvisional, false)
        record.sums = sums(of: buffer, band, traits)
        record.sums.items += kept
        record.sums.elements += kept
        (record.cellCount, record.firstCell, record.firstItemID) = (kept + cellCount, 0, base)
        record.idsFollow = idsFollow(from: base)
        if let ids = band.kept?.ids { record.idsFollow = ids.indices.allSatisfy { ids[$0] &- ids[0] == Int64($0) } }
        record.orthogonal = context.orthogonal(buffer)
        let offsets = record.orthogonal == 0 ? nil : buffer.orthogonal?.restPositions
        (record.leastOffset, record.greatestOffset) = (offsets?.minimum ?? 0, offsets?.maximum ?? 0)
        if kept > 0 { record.leastOffset = former.leastOffset }
        record.motion = context.motion(buffer)
        let hasLines = context.plan.hasFrozenLines && buffer.frozenLines != nil && band.beginsSection
        record.sectionElementCount = buffer.sectionElements.count + (hasLines ? 1 : 0)
        return record
    }

    /// Stored blocks of a band, with other items in their elements.
    ///
    /// - Parameters:
    ///   - base: The id that theirs count from.
    ///   - items: The ids of the items of all cells.
    mutating func load(
        _ ids: ClosedRange<Int64>, of band: BandRecord, from base: Int64?, items: ContiguousArray<Int64>,
        in connection: Connection
    ) throws {
        removeAll(motion: band.motion)
        firstNumber = Int(ids.lowerBound - BlockNumber.ids(ofBand: band.id).lowerBound)
        var ranges: [Range<Int>] = []
        try BlockRecord.forEach(ids, in: connection) { block, row in
            let start = elements.count
            for var element in try block.elements(row, in: connection) {
                if element.itemShift != nil, let item = element.item, items.indices.contains(item) {
                    element.itemShift = base.map { items[item] &- $0 &- Int64(item) } ?? items[item]
                }
                append(element)
            }
            ranges.append(start..<elements.count)
        }
        blocks.append(contentsOf: ranges.map(block))
    }

    /// The id of the first item of a band; nil if the distance to another one might not fit into 64 bits.
    static func firstItemID(_ stream: ItemStream?, _ taken: Range<Int>) -> Int64? {
        guard let ids = stream?.ids, !taken.isEmpty else { return 0 }
        let near = -(Int64(1) << 61)...Int64(1) << 61
        return ids[taken].allSatisfy(near.contains) ? ids[taken.lowerBound] : nil
    }

    /// Adds how far the elements stick out.
    private func addExtent(to sums: inout BandSums, _ traits: LayoutTraits) {
        guard !elements.isEmpty else { return }
        let (low, high) = traits.axis == .vertical ? (box.minY, box.maxY) : (box.minX, box.maxX)
        sums.overhangBefore = max(sums.overhangBefore, -low)
        sums.overhangAfter = max(sums.overhangAfter, high - sums.length)
        if traits.isFree { sums.crossLength = max(sums.crossLength, traits.axis == .vertical ? box.maxX : box.maxY) }
    }

    /// The sums of a band of a canvas, by its elements.
    func planeSums(_ traits: LayoutTraits) -> BandSums {
        var sums = BandSums(items: elements.count, elements: elements.count { !$0.isHidden })
        addExtent(to: &sums, traits)
        return sums
    }

    private func sums(of buffer: BandBuffer, _ band: SolvedBand, _ traits: LayoutTraits) -> BandSums {
        let axis = traits.axis
        var sums = BandSums(
            // The elements that close the content are no section, though they end where one would.
            length: buffer.length
                + (band.isEnd && band.sectionID != nil && !buffer.isHidden ? traits.sectionSpacing : 0),
            items: buffer.cells.count, elements: elements.count { !$0.isHidden }, sections: band.beginsSection ? 1 : 0,
            crossLength: buffer.crossLength, summary: buffer.summary)
        addExtent(to: &sums, traits)
        // The section's own elements are found by way of its bands, so they widen the search as well. The whole
        // content's elements are found in each lap that may show them.
        for element in buffer.sectionElements {
            let start = element.frame.min(axis)
            let length = element.frame.length(axis)
            switch element.edge {
            case .start:
                sums.overhangBefore = max(sums.overhangBefore, -start)
                sums.overhangAfter = max(sums.overhangAfter, start + length - sums.length)
            case .end:
                sums.overhangBefore = max(sums.overhangBefore, -(buffer.length + start))
                sums.overhangAfter = max(sums.overhangAfter, buffer.length + start + length - sums.length)
            case .span:
                sums.overhangBefore = max(sums.overhangBefore, -start)
                sums.overhangAfter = max(sums.overhangAfter, -element.reserve - traits.sectionSpacing)
            case .middle:
                // The middle is somewhere between the section's ends.
                sums.overhangBefore = max(sums.overhangBefore, -start)
                sums.overhangAfter = max(sums.overhangAfter, start + length - traits.sectionSpacing)
            }
        }
        return sums
    }
}
