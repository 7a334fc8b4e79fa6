internal import LayoutEngine
internal import LayoutSQLite

extension BandProof {
    mutating func compare(
        _ band: BandRecord, with buffer: BandBuffer, _ section: SectionRecord, _ stream: ItemStream,
        _ taken: Range<Int>,
        _ state: [Double], _ firstIndex: Int, isEnd: Bool
    ) throws {
        let solved = SolvedBand(
            sectionID: section.id, beginsSection: band.beginsSection, firstPosition: band.firstPosition, state: state,
            sectionIndex: section.measure.index, firstIndex: firstIndex, isEnd: isEnd)
        try compare(band, with: buffer, solved, items: stream, taking: taken)
    }

    /// Compares everything that is stored of a band with what its solver gives.
    mutating func compare(
        _ band: BandRecord, with buffer: BandBuffer, _ solved: SolvedBand, items stream: ItemStream?,
        taking taken: Range<Int>
    ) throws {
        var blocks = BandBlocks()
        var (sums, firstItemID) = try blocks.fill(buffer, of: solved, items: stream, taking: taken, context: context)
        // It is compared by way of the sum tree, where the layout asks for it.
        sums.summary = .unknown
        if sums != band.sums { note("the lengths or counts of band \(band.id) differ from what its items give") }
        if context.orthogonal(buffer) != band.orthogonal {
            note("the orthogonal direction of band \(band.id) differs from its definition")
        }
        if context.motion(buffer) != band.motion {
            note("the motion of band \(band.id) differs from its definition")
        }
        guard firstItemID == band.firstItemID, sums.elements == band.sums.elements,
            blocks.cellCount == band.cellCount, blocks.idsFollow(from: firstItemID) == band.idsFollow
        else {
            return note("band \(band.id) shows items other than its own")
        }
        let ids = BlockNumber.ids(ofBand: band.id)
        var isStored = ContiguousArray(repeating: false, count: blocks.blocks.count)
        try connection.forEachRow(BandBlocks.comparedSQL, ids.lowerBound, ids.upperBound) { row in
            let block = try BlockRecord(row)
            let number = Int(block.id - ids.lowerBound)
            guard isStored.indices.contains(number) else { return }
            isStored[number] = try !blocks.differences(number, from: block, row, connection).isDifferent
        }
        if let number = isStored.firstIndex(of: false) {
            note("block \(BlockNumber.id(number, ofBand: band.id)) of band \(band.id) is not what its items give")
        }
    }

    mutating func compare(
        _ solved: SolvedElements, ofSection sectionID: Int64?, index: Int
    ) throws {
        guard solved.isOfStart || solved.isOfEnd else { return }
        let stored = try SectionElementRow.all(ofSection: sectionID, in: context.preparationID, connection)
            .filter { $0.element.edge == .end ? solved.isOfEnd : solved.isOfStart }
        let wanted = try SectionElementRow.rows(
            of: solved.elements, zBase: context.traits.zIndexStride * index, kinds: context.kinds)
        if Set(stored) != Set(wanted) || stored.count != wanted.count {
            note("lc_section_element does not hold what \(sectionID.map { "section \($0)" } ?? "the content") shows")
        }
        if let sectionID { try compareFrozenLines(solved, ofSection: sectionID) }
    }

    private mutating func compareFrozenLines(_ solved: SolvedElements, ofSection sectionID: Int64) throws {
        let stored = try FrozenLines.find(ofSection: sectionID, in: context.preparationID, connection)
        var wanted = solved.frozenLines
        if let lines = stored {
            if !solved.isOfStart {
                wanted?.left = lines.left
                wanted?.right = lines.right
            }
            if !solved.isOfEnd {
                wanted?.top = lines.top
                wanted?.bottom = lines.bottom
            }
        }
        if stored != wanted { note("lc_frozen_lines does not hold the lines of section \(sectionID)") }
    }
}
