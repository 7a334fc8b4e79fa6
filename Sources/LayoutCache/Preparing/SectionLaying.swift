internal import LayoutEngine
internal import LayoutSQLite

/// Lays out one section band by band, from its beginning or from where a slice ended.
struct SectionLaying {
    let context: PreparingContext
    let section: SectionRecord
    private var band: SolvedBand
    private var uniformity: BandBuffer.Uniformity

    init(context: PreparingContext, section: SectionRecord, from resumption: FirstPreparation.Progress.Resumption? = nil) {
        self.context = context
        self.section = section
        band = SolvedBand(
            sectionID: section.id, firstPosition: resumption?.itemPosition ?? -.infinity, state: resumption?.state ?? [],
            sectionIndex: section.measure.index, firstIndex: resumption?.itemIndex ?? 0, isSectionEnd: false
        )
        uniformity = resumption?.uniformity ?? .unknown
    }

    /// Solves the section and hands each finished band to `store`.
    ///
    /// - Parameters:
    ///   - buffer: Filled and emptied for each band; its capacity is reused.
    ///   - store: Gets the band's frames, what is known of it, and its items; returns false to stop.
    /// - Returns: where to carry on, if `store` stopped before the section's end.
    mutating func run(
        into buffer: inout BandBuffer,
        store: (BandBuffer, SolvedBand, ItemStream, Range<Int>) throws -> Bool
    ) throws -> FirstPreparation.Progress.Resumption? {
        var solver = context.plan.makeSolver(
            for: section.measure,
            from: BandStart(itemIndex: band.firstIndex, state: band.state, uniformityElsewhere: uniformity)
        )
        var stream = try ItemStream(
            context.connection, sectionID: section.id, from: band.firstPosition ?? -.infinity, order: context.itemOrder
        )
        defer { stream.close() }
        buffer.removeAll()
        let limit = context.plan.canCutSection(section.measure) ? context.limits.target : Int.max
        while try stream.hasMore() {
            stream.placed = solver.place(stream.measures, in: stream.placed..<stream.count, limit: limit, into: &buffer)
            guard buffer.cells.count >= limit, solver.canEndBand else { continue }
            // The last band ends with the section, not before an empty one.
            let hasMore = try stream.hasMore()
            guard hasMore || solver.openItemCount > 0 else { break }
            solver.endBand(&buffer)
            uniformity = uniformity.merged(with: buffer.uniformity)
            let taken = stream.take(buffer.cells.count)
            let goesOn = try store(buffer, band, stream, taken)
            buffer.removeAll()
            band.firstIndex += taken.count
            band.firstPosition = context.isOrderedByPosition ? stream.positions[stream.taken] : nil
            band.state = solver.state
            if !goesOn, let position = band.firstPosition {
                return FirstPreparation.Progress.Resumption(
                    sectionID: section.id, itemPosition: position, itemIndex: band.firstIndex,
                    state: band.state, uniformity: uniformity
                )
            }
        }
        solver.finish(&buffer)
        band.isSectionEnd = true
        let taken = stream.take(buffer.cells.count)
        _ = try store(buffer, band, stream, taken)
        buffer.removeAll()
        return nil
    }
}
