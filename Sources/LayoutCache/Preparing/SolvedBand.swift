internal import LayoutEngine

/// A band as it comes from the solver, with what the store knows of it.
struct SolvedBand {
    /// nil for what belongs to the content as a whole.
    var sectionID: Int64?
    var beginsSection: Bool
    var endsContent = false
    /// `-infinity` for the first band of a section, and for all of a canvas.
    var firstPosition: Double
    /// The solver's state where the band begins.
    var state: [Double]
    /// The section's rank, and the rank in the section of the band's first cell.
    var sectionIndex: Int
    var firstIndex: Int
    /// Whether it ends its section, or closes the content.
    var isEnd: Bool
    /// Whether it began with a guess of what lies before it.
    var isProvisional = false
}

extension AttributeRows {
    /// Appends the rows of a solved band, and returns their blocks and the band's sums.
    ///
    /// Cells come first, in storage order; then the band's other elements. Their ids count from
    /// `firstRow`.
    mutating func append(
        _ buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?, taking taken: Range<Int>,
        firstRow: Int64, context: PreparationContext
    ) throws -> (blocks: [BlockRecord], sums: BandSums, firstItemID: Int64) {
        let traits = context.traits
        let start = count
        let order = ItemNumbering.order(of: buffer, stream, taken)
        let firstItemID = ItemNumbering.base(of: buffer, order, stream, taken)
        let zBase = traits.zIndexStride * band.sectionIndex
        for row in 0..<buffer.cells.count {
            let cell = order.isEmpty ? row : order[row]
            let source = taken.lowerBound + cell
            let rank = stream?.ranks?[source] ?? band.firstIndex + cell
            append(
                id: firstRow + Int64(row), frame: buffer.cells[cell].frame,
                zIndex: buffer.cells[cell].zIndex - (traits.zIndexStride > 0 ? zBase + rank : 0),
                element: Self.null,
                itemShift: (stream?.ids[source] ?? 0) &- (firstItemID &+ Int64(row)),
                indexShift: Int64(rank - (band.firstIndex + row))
            )
        }
        for (offset, element) in buffer.elements.enumerated() {
            let row = Int64(buffer.cells.count + offset)
            let item = element.host.flatMap { stream?.ids[taken.lowerBound + $0] }
            append(
                id: firstRow + row, frame: element.frame, zIndex: element.zIndex - zBase,
                element: try context.kinds.id(ofKind: element.kind),
                itemShift: item.flatMap { ItemNumbering.shift(to: $0, from: firstItemID, row: row) } ?? Self.null,
                indexShift: element.host.map(Int64.init) ?? Self.null
            )
        }
        let blocks = makeBlocks(rows: start..<count, cellCount: buffer.cells.count, runs: buffer.storageRuns)
        let sums = Self.sums(of: buffer, band, blocks: blocks, elementCount: count - start, traits)
        return (Self.stored(blocks, traits), sums, firstItemID)
    }

    /// What the sum tree keeps of a band.
    private static func sums(
        of buffer: BandBuffer, _ band: SolvedBand, blocks: [BlockRecord], elementCount: Int, _ traits: LayoutTraits
    ) -> BandSums {
        let axis = traits.axis
        var sums = BandSums(
            // What closes the content is no section, though it ends where one would.
            length: buffer.length + (band.isEnd && band.sectionID != nil ? traits.sectionSpacing : 0),
            items: buffer.cells.count, elements: elementCount, sections: band.beginsSection ? 1 : 0,
            crossLength: buffer.crossLength, summary: buffer.summary
        )
        for block in blocks {
            let low = axis == .vertical ? block.minY : block.minX
            let high = axis == .vertical ? block.maxY : block.maxX
            sums.overhangBefore = max(sums.overhangBefore, -low)
            sums.overhangAfter = max(sums.overhangAfter, high - sums.length)
            if traits.isFree {
                sums.crossLength = max(sums.crossLength, axis == .vertical ? block.maxX : block.maxY)
            }
        }
        // What belongs to the section is found by way of its bands, so it widens the search as well; what
        // belongs to the whole content is found in each lap that may show it.
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
            case .middle:
                break
            }
        }
        return sums
    }

    /// The blocks that these rows, all of one band, were given if its solver had no runs of its own.
    func makeBlocks(cellCount: Int, traits: LayoutTraits) -> [BlockRecord] {
        Self.stored(makeBlocks(rows: 0..<count, cellCount: cellCount, runs: []), traits)
    }

    /// Blocks as they are stored: on a canvas a change moves nothing else, and their boxes are exact.
    private static func stored(_ blocks: [BlockRecord], _ traits: LayoutTraits) -> [BlockRecord] {
        blocks.map { (traits.isFree ? $0 : $0.widened(along: traits.axis)).representable }
    }

    /// Boxes around runs of rows: a solver's own runs where it has some, else as few and as equal as
    /// the capacity allows; cells apart from other elements, unless all fit into one block.
    private func makeBlocks(rows: Range<Int>, cellCount: Int, runs: ContiguousArray<Int>) -> [BlockRecord] {
        guard !rows.isEmpty else { return [] }
        var blocks: [BlockRecord] = []
        func cut(_ run: Range<Int>) {
            let pieces = (run.count + BlockRecord.capacity - 1) / BlockRecord.capacity
            for piece in 0..<pieces {
                let part =
                    run.lowerBound + run.count * piece / pieces..<run.lowerBound + run.count * (piece + 1) / pieces
                var block = BlockRecord(firstRow: ids[part.lowerBound], lastRow: ids[part.upperBound - 1])
                for row in part { block.include(frame(row)) }
                blocks.append(block)
            }
        }
        let cellEnd = rows.lowerBound + cellCount
        if rows.count <= BlockRecord.capacity && runs.isEmpty {
            cut(rows)
            return blocks
        }
        if runs.isEmpty {
            cut(rows.lowerBound..<cellEnd)
        } else {
            var start = rows.lowerBound
            for end in runs {
                cut(start..<rows.lowerBound + end)
                start = rows.lowerBound + end
            }
        }
        cut(cellEnd..<rows.upperBound)
        return blocks
    }
}
