internal import LayoutEngine
internal import LayoutSQLite

/// Writes solved bands: their blocks and the band itself; not the sum tree.
struct BandWriter {
    let context: PreparationContext
    /// The blocks of one band after the other.
    private var blocks = BandBlocks()
    private var nextBandID: Int64
    var elementsWritten = 0
    /// How many ids were given to new bands.
    private(set) var bandsMade = 0

    var connection: Connection { context.connection }

    init(_ context: PreparationContext) throws {
        self.context = context
        let next = try context.connection.firstRow("SELECT next_band FROM lc_schema WHERE part = 'tables'") {
            Int64(try $0.int(0, in: Statement.DerivedNumber.bandID, "lc_schema.next_band"))
        }
        guard let next else { throw LayoutError.corrupt("lc_schema lacks a row") }
        nextBandID = next
    }

    /// An id that no band has had.
    mutating func makeBandID() -> Int64 {
        defer {
            nextBandID += 1
            bandsMade += 1
        }
        return nextBandID
    }

    /// Writes a band that was never laid out, as a new one or in place of one whose blocks go. It stands for its items
    /// with a length that is a guess. Returns its id.
    ///
    /// - Parameter state: The state that its solver begins with, if it is known already; empty if a line begins with
    ///   its first item.
    mutating func write(
        estimated band: BandRecord, over old: BandRecord? = nil, slot: Int, state: [Double]? = nil
    ) throws -> Int64 {
        var band = band
        (band.slot, band.isStale, band.isEstimated) = (slot, true, true)
        if let old {
            band.id = old.id
            try deleteBlocks(of: old)
        } else {
            band.id = makeBandID()
        }
        try band.write(
            over: old, in: context.preparationID, state: BandRecord.StateText.encode(estimated: state), connection)
        return band.id
    }

    /// Writes new bands that were never laid out. An outline of many sections is written while a caller waits.
    func insert(estimated bands: [BandRecord]) throws {
        func integers(_ value: (BandRecord) -> Int64) -> ColumnBatch.Column {
            .integers(ContiguousArray(bands.map(value)))
        }
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count, orthogonal,
              cross_length, overhang_before, overhang_after)
            SELECT ?2, c0, c1, coalesce(c2, ?3), c3, 0, c4, 1, 1, c5, c6, 0, 0, 0, 0.0, 0.0, 0.0 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: bands.count,
                columns: [
                    integers { Int64($0.slot) }, integers { $0.id },
                    integers { $0.sectionID ?? ColumnBatch.nullInteger },
                    integers { $0.beginsSection ? 1 : 0 }, .doubles(ContiguousArray(bands.map(\.firstPosition))),
                    .doubles(ContiguousArray(bands.map(\.sums.length))), integers { Int64($0.sums.items) },
                ]), context.preparationID, ColumnBatch.nullInteger)
    }

    /// Writes how far ids are used up.
    func flush() throws {
        guard bandsMade > 0 else { return }
        try connection.run("UPDATE lc_schema SET next_band = ?1 WHERE part = 'tables'", nextBandID)
    }

    /// Writes a band as a new one, or in place of an older one: then it touches little more than the blocks that
    /// differ.
    ///
    /// - Returns: With its id and sums, the range along the scroll axis, from its origin, in which it differs from the
    ///   older one. Nil: the whole band.
    mutating func write(
        _ buffer: BandBuffer, of band: SolvedBand, over old: BandRecord?, items stream: ItemStream? = nil,
        taking taken: Range<Int> = 0..<0, slot: Int
    ) throws -> (id: Int64, sums: BandSums, extent: Range<Double>?) {
        var record = try blocks.fill(
            buffer, of: band, over: old ?? BandRecord(id: makeBandID()), items: stream, taking: taken,
            context: context)
        record.slot = slot
        let sums = record.sums
        let plane = context.plane(of: record.id)
        var extent: Range<Double>?
        if let old, !old.isEstimated {
            let (elements, box) = try blocks.replace(ofBand: old.id, plane: plane, context.traits, in: connection)
            elementsWritten += elements
            if old.firstCell == 0, old.firstItemID == record.firstItemID, !context.plan.hasFrozenLines,
                old.orthogonal == 0, record.orthogonal == 0
            {
                let axis = context.traits.axis
                let (low, high) = axis == .vertical ? (box.minY, box.maxY) : (box.minX, box.maxX)
                let ends = (min(old.sums.length, sums.length), max(old.sums.length, sums.length))
                extent = ends.0 < ends.1 ? min(low, ends.0)..<(.infinity) : low..<max(low, high)
            }
        } else {
            try blocks.write(
                blocks.blocks.indices, over: [], ofBand: record.id, plane: plane, context.traits, in: connection)
            elementsWritten += sums.elements
        }
        try record.write(
            over: old, in: context.preparationID, state: BandRecord.StateText.encode(band.state), connection)
        let elementsBefore = elementsWritten
        try writeSectionElements(buffer, of: band)
        return (record.id, sums, elementsWritten == elementsBefore ? extent : nil)
    }

    /// Gives the elements of a band to other items, in their order.
    mutating func renumber(_ band: BandRecord, items stream: ItemStream) throws {
        let firstItemID = BandBlocks.firstItemID(stream, 0..<band.cellCount)
        try renumber(BlockRecord.ids(ofBand: band.id), of: band, from: firstItemID, stream.ids)
        try connection.run(
            "UPDATE lc_band SET first_item_id = ?2, ids_follow = ?3 WHERE id = ?1", band.id, firstItemID,
            blocks.idsFollow(from: firstItemID))
    }

    private mutating func renumber(
        _ blocks: ClosedRange<Int64>, of band: BandRecord, from base: Int64?, _ ids: ContiguousArray<Int64>
    ) throws {
        try self.blocks.load(blocks, of: band, from: base, items: ids, in: connection)
        elementsWritten += try self.blocks.replace(
            blocks, ofBand: band.id, plane: context.plane(of: band.id), context.traits, in: connection
        ).elements
    }

    /// The ids of the items of a band's cells, with zeros before the first one of some block. With them the blocks that
    /// state more of them than numbers in place of ids.
    func items(of band: BandRecord, from cell: Int) throws -> (ids: ContiguousArray<Int64>, mixed: Set<Int64>) {
        let blocks = BlockRecord.ids(ofBand: band.id, from: cell / BlockRecord.capacity)
        let base = band.firstItemID ?? 0
        var (ids, mixed) = (ContiguousArray<Int64>(repeating: 0, count: cell), Set<Int64>())
        ids.reserveCapacity(band.cellCount)
        func append(_ shift: Int64) { ids.append(base &+ shift &+ Int64(ids.count)) }
        try connection.forEachRow(
            """
            SELECT id, count, CASE WHEN detail_count = 0 THEN numbers END, item_shift\(BlockRecord.numberColumns)
            FROM lc_block WHERE id BETWEEN ?1 AND ?2 AND (element IS NULL OR detail_count > 0) ORDER BY id
            """, blocks.lowerBound, blocks.upperBound
        ) { row in
            let (id, count) = (row.int64(0), try row.int(1, in: 1...BlockRecord.capacity, "lc_block.count"))
            switch row.isNull(2) ? nil : BlockRecord.Numbers(rawValue: row.int(2)) {
            case BlockRecord.Numbers.none?: for _ in 0..<count { append(row.int64(3)) }
            case .itemShifts: for place in 0..<count { append(row.int64(4 + place)) }
            default:
                mixed.insert(id)
                try BlockRecord.forEach(id...id, in: connection) { block, row in
                    for element in try block.elements(row, in: connection) where element.kindID == nil {
                        append(element.itemShift ?? 0)
                    }
                }
            }
        }
        return (ids, mixed)
    }

    /// Gives cells of a band to other items: see ``items(of:from:)``.
    ///
    /// - Parameter cells: From the first one on, or all others keep the id that theirs count from.
    /// - Returns: The id that they count from now.
    mutating func passOn(
        _ ids: ContiguousArray<Int64>, over former: ContiguousArray<Int64>, _ mixed: Set<Int64>, in cells: Range<Int>,
        of band: BandRecord
    ) throws -> Int64 {
        let (base, connection) = (band.firstItemID ?? 0, connection)
        // If most cells got ids that differ by one number from those before, the id that all count from moves by it.
        // After an insertion at the beginning no other block states anything else then.
        let middle = cells.upperBound / 2
        let common = cells.lowerBound == 0 && middle > 0 ? ids[middle] &- former[middle] : 0
        let moved = cells.count { ids[$0] &- former[$0] == common }
        let first = moved > cells.count { ids[$0] == former[$0] } ? base &+ common : base
        // Blocks that follow one another, with one number for all of their items.
        var runs: [(blocks: ClosedRange<Int64>, shift: Int64)] = []
        for start in stride(from: cells.lowerBound, to: cells.upperBound, by: BlockRecord.capacity) {
            let cells = start..<start + BlockRecord.capacity
            func shift(_ cell: Int) -> Int64 { ids[cell] &- first &- Int64(cell) }
            guard cells.contains(where: { former[$0] &- base != ids[$0] &- first }) else { continue }
            let block = BlockRecord.id(start / BlockRecord.capacity, ofBand: band.id)
            guard !mixed.contains(block), cells.allSatisfy({ shift($0) == shift(start) }) else {
                try renumber(block...block, of: band, from: first, ids)
                continue
            }
            if let last = runs.last, last.blocks.upperBound == block - 1, last.shift == shift(start) {
                runs[runs.count - 1].blocks = last.blocks.lowerBound...block
            } else {
                runs.append((block...block, shift(start)))
            }
        }
        for (blocks, shift) in runs {
            try connection.run(
                "UPDATE lc_block SET numbers = 0, item_shift = ?3 WHERE id BETWEEN ?1 AND ?2", blocks.lowerBound,
                blocks.upperBound, shift)
            elementsWritten += blocks.count * BlockRecord.capacity
        }
        return first
    }

    func delete(_ band: BandRecord) throws {
        try deleteBlocks(of: band)
        try connection.run("DELETE FROM lc_band WHERE id = ?1", band.id)
    }

    func deleteBlocks(of band: BandRecord) throws {
        if !band.isEstimated { try BandBlocks.remove(ofBands: band.id..<band.id + 1, in: connection) }
    }

    private mutating func writeSectionElements(_ buffer: BandBuffer, of band: SolvedBand) throws {
        guard band.isStart || band.isEnd else { return }
        if context.plan.hasFrozenLines, let sectionID = band.sectionID {
            try FrozenLines.replace(
                buffer.frozenLines, ofSection: sectionID, in: context.preparationID, isStart: band.isStart,
                isEnd: band.isEnd, connection)
        }
        let rows = try SectionElementRow.rows(
            of: buffer.sectionElements, zBase: context.traits.zIndexStride * band.sectionIndex, kinds: context.kinds)
        elementsWritten += try SectionElementRow.replace(
            rows, ofSection: band.sectionID, in: context.preparationID, along: context.traits.axis,
            isStart: band.isStart, isEnd: band.isEnd, connection)
    }

    /// A band as it comes from the solver, with what the store knows of it.
    struct SolvedBand {
        /// nil for what belongs to the content as a whole.
        var sectionID: Int64?
        var beginsSection: Bool
        var endsContent = false
        /// `Outline.beginning` for the first band of a section, and for all of a canvas.
        var firstPosition = Outline.beginning
        /// The solver's state where the band begins.
        var state: [Double] = []
        /// The section's rank, and the rank in the section of the band's first cell.
        var sectionIndex = 0
        var firstIndex = 0
        /// Whether it ends its section, or closes the content.
        var isEnd: Bool
        var isProvisional = false
        /// The number of cells at its beginning that stay as they are stored. With it, the ids of the items of its
        /// cells, at least of the other ones, and the id that these count from. Nil: all of its cells were solved.
        var kept: (count: Int, ids: ContiguousArray<Int64>, base: Int64)?

        /// Whether it begins its section, or opens the content.
        var isStart: Bool { sectionID == nil ? !endsContent : beginsSection }
    }
}

extension BandBlocks {
    /// The elements of a solved band, replacing earlier ones.
    ///
    /// - Parameter former: The band whose place it is in.
    /// - Returns: The band as it will be stored.
    mutating func fill(
        _ buffer: BandBuffer, of band: BandWriter.SolvedBand, over former: BandRecord, items stream: ItemStream?,
        taking taken: Range<Int>, context: PreparationContext
    ) throws -> BandRecord {
        removeAll(motion: context.motion(buffer))
        let traits = context.traits
        let zBase = traits.zIndexStride * band.sectionIndex
        let kept = band.kept?.count ?? 0
        firstNumber = kept / BlockRecord.capacity
        /// The index in the band of the item of one of its cells; on a canvas the item's number in its section.
        func index(ofCell cell: Int) -> Int { stream?.ranks.map { $0[taken.lowerBound + cell] } ?? kept + cell }
        let firstID = Self.firstItemID(stream, taken)
        // The band of an orthogonal section goes on with the id that it counts from.
        let counted = context.orthogonal(buffer) == 0 ? nil : former.firstItemID
        let base =
            band.kept?.base ?? firstID.map { counted ?? $0 - Int64(buffer.cells.isEmpty ? 0 : index(ofCell: 0)) }
        for row in 0..<buffer.cells.count {
            let cell = buffer.storageOrder.isEmpty ? row : buffer.storageOrder[row]
            let item = index(ofCell: cell)
            let id = band.kept?.ids[item] ?? stream?.ids[taken.lowerBound + cell] ?? 0
            append(
                BandBlocks.Element(
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
                    BandBlocks.Element(
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
        record.frameStart = buffer.frameStart
        record.orthogonal = context.orthogonal(buffer)
        record.idsFollow = record.orthogonal == 0 && idsFollow(from: base)
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
        firstNumber = Int(ids.lowerBound - BlockRecord.ids(ofBand: band.id).lowerBound)
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

    /// Adds how far the elements stick out, whose frames count from a place in the band.
    private func addExtent(to sums: inout BandSums, _ traits: LayoutTraits, from start: Double = 0) {
        guard !elements.isEmpty else { return }
        let (low, high) = traits.axis == .vertical ? (box.minY, box.maxY) : (box.minX, box.maxX)
        sums.overhangBefore = max(sums.overhangBefore, -(start + low))
        sums.overhangAfter = max(sums.overhangAfter, start + high - sums.length)
        if traits.isFree { sums.crossLength = max(sums.crossLength, traits.axis == .vertical ? box.maxX : box.maxY) }
    }

    /// The sums of a band of a canvas, by its elements.
    func planeSums(_ traits: LayoutTraits) -> BandSums {
        var sums = BandSums(items: elements.count, elements: elements.count { !$0.isHidden })
        addExtent(to: &sums, traits)
        return sums
    }

    private func sums(of buffer: BandBuffer, _ band: BandWriter.SolvedBand, _ traits: LayoutTraits) -> BandSums {
        let axis = traits.axis
        var sums = BandSums(
            // The elements that close the content are no section, though they end where one would.
            length: buffer.length
                + (band.isEnd && band.sectionID != nil && !buffer.isHidden ? traits.sectionSpacing : 0),
            items: buffer.cells.count, elements: elements.count { !$0.isHidden }, sections: band.beginsSection ? 1 : 0,
            crossLength: buffer.crossLength, summary: buffer.summary)
        addExtent(to: &sums, traits, from: buffer.frameStart)
        // The section's own elements are found by way of its bands, so they widen the search as well. The whole
        // content's elements are found in each lap that may show them.
        for element in buffer.sectionElements {
            let start = element.frame.min(axis) + (element.edge == .end ? buffer.length : 0)
            let end = start + element.frame.length(axis)
            let after =
                switch element.edge {
                case .start, .end: end - sums.length
                case .span: -element.reserve - traits.sectionSpacing
                // The middle is somewhere between the section's ends.
                case .middle: end - traits.sectionSpacing
                }
            sums.overhangBefore = max(sums.overhangBefore, -start)
            sums.overhangAfter = max(sums.overhangAfter, after)
        }
        return sums
    }
}
