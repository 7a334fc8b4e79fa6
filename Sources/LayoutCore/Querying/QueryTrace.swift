internal import LayoutEngine
internal import LayoutSQLite

/// The rows that a query read, step by step. A class, since the query that it belongs to is a value.
package final class QueryTrace {
    /// A band that the rectangle can touch.
    package struct Band: Sendable {
        /// The strip that it occupies, in content coordinates, in points.
        package var frame: LayoutRect
        /// The 0-based index of its section; nil for what belongs to the layout as a whole.
        package var section: Int?
        /// How many elements it holds.
        package var elementCount: Int
        /// Whether it changed since it was prepared.
        package var isStale: Bool
        /// Whether it was never laid out.
        package var isEstimated: Bool
    }

    package private(set) var bands: [Band] = []
    /// The blocks that touch the rectangle: their boxes, in content coordinates, and how many elements are in them.
    package private(set) var blocks: [(frame: LayoutRect, elementCount: Int)] = []
    private var nodeCount = 0
    private var bandCount = 0
    private var blocksKept = 0
    private var treeTime = Duration.zero
    private var blockTime = Duration.zero

    package init() {}

    /// The steps of the query, in order: how much was read, and how much of it shows something of the rectangle. With
    /// each is the statement that reads it; elements are read with their blocks.
    ///
    /// - Parameters:
    ///   - found: How many elements the query found.
    ///   - time: How long it took.
    package func steps(
        finding found: Int, in time: Duration
    ) -> [(name: String, read: Int, kept: Int, time: Duration, sql: String?)] {
        [
            ("tree", nodeCount, nodeCount, treeTime, SumTree.nodeSQL),
            ("bands", bandCount, bands.count, time - treeTime - blockTime, VisibleQuery.bandSQL),
            ("blocks", blocks.count, blocksKept, blockTime, VisibleQuery.blockSQL),
            ("elements", blocks.reduce(0) { $0 + $1.elementCount }, found, time, nil),
        ]
    }

    /// A descent of the sum tree, whose nodes are counted.
    func descend(
        _ layout: LayoutReader, while condition: (BandSums.Prefix) -> Bool
    ) throws -> (slot: Int, sums: BandSums.Prefix) {
        let start = ContinuousClock.now
        defer { treeTime += ContinuousClock.now - start }
        // One that knows nothing yet.
        let tree = SumTree(connection: layout.connection, preparationID: layout.preparationID)
        defer { nodeCount += tree.known.nodeCount }
        return try tree.descend(slotCount: layout.slotCount, while: condition)
    }

    /// - Parameter sums: Of the bands before it, and its own section.
    func note(
        _ band: BandRecord, after sums: BandSums.Prefix, in lap: Placement.Lap, _ placement: Placement, _ isStale: Bool
    ) throws {
        bandCount += 1
        let content = placement.content
        guard sums.length + band.sums.length > lap.low - content.overhang.after - placement.reach else { return }
        let strip = AxisRange(start: sums.length, end: sums.length + band.sums.length)
        bands.append(
            Band(
                frame: content.frame(of: strip, shift: lap.shift),
                section: band.sectionID == nil ? nil : sums.sections - 1, elementCount: band.sums.elements,
                isStale: isStale, isEstimated: band.isEstimated))
    }

    func didReadBlocks(since start: ContinuousClock.Instant?) {
        if let start { blockTime += ContinuousClock.now - start }
    }

    /// - Parameters:
    ///   - row: A statement that stands at the block's row.
    ///   - kept: How many of its elements were found.
    func note(_ block: BlockRecord, _ row: Statement, at place: ContentFacts.Place, kept: Int) {
        var box = BlockTree.Box()
        for number in 0..<block.count { box.include(BlockRecord.frame(number, row, scale: block.scale)) }
        blocks.append((place.frame(box.rect), block.count))
        if kept > 0 { blocksKept += 1 }
    }
}
