internal import LayoutEngine
internal import LayoutSQLite

extension BandProof {
    mutating func compare(
        _ band: BandRecord, with buffer: BandBuffer, _ section: SectionRecord, _ stream: ItemStream,
        _ taken: Range<Int>,
        _ state: [Double], _ firstIndex: Int, isEnd: Bool
    ) throws {
        var rows = AttributeRows()
        let solved = SolvedBand(
            sectionID: section.id, beginsSection: band.beginsSection, firstPosition: band.firstPosition, state: state,
            sectionIndex: section.measure.index, firstIndex: firstIndex, isEnd: isEnd)
        let result = try rows.append(
            buffer, of: solved, items: stream, taking: taken, firstRow: band.firstRow, context: context)
        try compare(band, rows, result.sums, result.firstItemID, buffer)
    }

    mutating func compare(
        _ band: BandRecord, _ rows: AttributeRows, _ sums: BandSums, _ firstItemID: Int64, _ buffer: BandBuffer
    ) throws {
        var sums = sums
        // It is compared by way of the sum tree, where the layout asks for it.
        sums.summary = .unknown
        if sums != band.sums { note("the lengths or counts of band \(band.id) differ from what its items give") }
        if context.orthogonal(buffer) != band.orthogonal {
            note("the orthogonal direction of band \(band.id) differs from its definition")
        }
        guard firstItemID == band.firstItemID, rows.count == band.sums.elements else {
            return note("band \(band.id) shows items other than its own")
        }
        let stored = try AttributeRows.all(of: band, in: connection)
        if let row = (0..<rows.count).first(where: { !rows.row($0, equals: $0, of: stored) }) {
            note("row \(rows.ids[row]) of band \(band.id) is not what its items give")
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
    }
}
