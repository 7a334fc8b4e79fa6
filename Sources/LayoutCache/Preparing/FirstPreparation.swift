internal import LayoutEngine
internal import LayoutSQLite

/// Lays a whole data set out, a slice to a transaction, and carries on where the last slice ended.
///
/// Each call of `layOutSlice` runs in a transaction of the caller's. What it needs to carry on is in
/// the file: the bands so far, and the column `progress`. So a preparing that was interrupted, even
/// killed, goes on with the next call, in this process or another.
struct FirstPreparation {
    private let context: PreparingContext
    private var writer: BandWriter
    private var sums: SumTreeAppender
    private var buffer = BandBuffer()
    private var sectionIndex: Int

    private(set) var sectionsPrepared = 0
    var elementsWritten: Int { writer.elementsWritten }

    private var connection: Connection { context.connection }

    /// A gap among the slots after so many bands of one section leaves room for a band to be split
    /// without moving the others.
    static let slotsBetweenGaps = 16

    init(_ context: PreparingContext, slotCount: Int) throws {
        self.context = context
        writer = try BandWriter(context)
        sums = try SumTreeAppender(context.sumTree, slotCount: slotCount)
        sectionIndex = try context.sumTree.totals(slotCount: slotCount).sections
    }

    /// Lays out the next slice; returns whether everything is laid out.
    mutating func layOutSlice() throws -> Bool {
        var progress = try Progress.load(context)
        if progress == nil {
            try layOutBoundary(.start)
            progress = Progress(sectionPosition: -.infinity)
        }
        guard var progress else { return true }
        let limit = writer.elementsWritten + context.limits.slice
        if let resumption = progress.resumption {
            if let section = try SectionRecord.find(
                resumption.sectionID, datasetID: context.datasetID, index: sectionIndex - 1, in: connection
            ) {
                progress.resumption = try layOut(section, from: resumption, limit: limit)
            } else {
                progress.resumption = nil
            }
        }
        while progress.resumption == nil, writer.elementsWritten < limit {
            // A handful at a time, so that no cursor stays open over the section table.
            let sections = try SectionRecord.next(
                after: progress.sectionPosition, datasetID: context.datasetID, index: sectionIndex, limit: 64, in: connection
            )
            if sections.isEmpty {
                try layOutBoundary(.end)
                try finishSlice(progress, isComplete: true)
                return true
            }
            for section in sections {
                progress.sectionPosition = section.position
                // A section that was moved behind the place where we are has its bands already.
                guard try !hasBands(section.id) else { continue }
                var section = section
                section.measure.index = sectionIndex
                sectionIndex += 1
                progress.resumption = try layOut(section, from: nil, limit: limit)
                if progress.resumption != nil || writer.elementsWritten >= limit { break }
            }
        }
        try finishSlice(progress, isComplete: false)
        return false
    }

    private func hasBands(_ sectionID: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM lc_band INDEXED BY lc_band_section WHERE section_id = ?1 AND preparation_id = ?2 LIMIT 1",
            sectionID, context.preparationID, as: Int.self
        ) != nil
    }

    private mutating func finishSlice(_ progress: Progress, isComplete: Bool) throws {
        try writer.flush()
        try sums.flush()
        try connection.run(
            """
            UPDATE lc_preparation SET slot_count = ?2, is_complete = ?3, progress = ?4, revision = revision + 1
            WHERE id = ?1
            """,
            context.preparationID, sums.slotCount, isComplete, isComplete ? nil : progress.text
        )
    }

    /// Lays out a section, or the rest of one, until its end or the slice's; returns where to carry on.
    private mutating func layOut(
        _ section: SectionRecord, from resumption: Progress.Resumption?, limit: Int
    ) throws -> Progress.Resumption? {
        var laying = SectionLaying(context: context, section: section, from: resumption)
        var bandsSinceGap = 0
        // The closure needs the rest of this value while the buffer is lent.
        var lent = BandBuffer()
        swap(&lent, &buffer)
        defer { swap(&lent, &buffer) }
        let rest = try laying.run(into: &lent) { buffer, band, stream, taken in
            let (_, own) = try writer.insert(buffer, of: band, items: stream, taking: taken, slot: sums.slotCount + 1)
            sums.append(own)
            bandsSinceGap += 1
            if bandsSinceGap == Self.slotsBetweenGaps {
                sums.append(BandSums())
                bandsSinceGap = 0
            }
            return writer.elementsWritten < limit
        }
        if rest == nil { sectionsPrepared += 1 }
        return rest
    }

    /// What lies before the first section or after the last is a band of section 0.
    private mutating func layOutBoundary(_ edge: BoundaryEdge) throws {
        buffer.removeAll()
        guard context.plan.layOutBoundary(edge, into: &buffer) else { return }
        // The spacing after the last section does not count: the end moves back over it.
        if edge == .end, sectionIndex > 0 { buffer.move(by: -context.plan.sectionSpacing, along: context.plan.axis) }
        let band = SolvedBand(
            sectionID: 0, firstPosition: edge == .start ? -.infinity : .infinity, state: [], sectionIndex: 0, firstIndex: 0,
            isSectionEnd: edge == .end
        )
        let (_, own) = try writer.insert(buffer, of: band, items: nil, taking: 0..<0, slot: sums.slotCount + 1)
        sums.append(own)
        buffer.removeAll()
    }
}

extension BandBuffer {
    /// Moves the band's own elements along the scroll axis.
    mutating func move(by distance: Double, along axis: LayoutAxis) {
        for index in elements.indices {
            elements[index].frame = elements[index].frame.offsetBy(
                x: axis == .horizontal ? distance : 0, y: axis == .vertical ? distance : 0
            )
        }
    }
}
