package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

/// The query of one rectangle: the rows read at each step, and how many of them were kept.
package struct QueryExplanation: Sendable {
    /// One step of it.
    package struct Step: Sendable {
        /// `tree`, `bands`, `blocks` or `elements`.
        package var name: String
        /// How many nodes, bands, blocks or elements were read.
        package var readCount: Int
        /// How many of them show something of the rectangle.
        package var keptCount: Int
        /// How long it took; of `elements`, how long all of the query did.
        package var seconds: Double
        /// The statement that reads them; nil for what another step has read.
        package var sql: String?
        /// The output of `EXPLAIN QUERY PLAN` for the statement, a line for each of its steps.
        package var plan: [String]
    }

    package typealias Band = QueryTrace.Band
    package typealias Block = QueryTrace.Block

    /// The steps, in order.
    package var steps: [Step]
    /// The bands that the rectangle can touch.
    package var bands: [Band]
    /// The blocks that were read.
    package var blocks: [Block]
}

extension QueryExplanation {
    /// Runs the query of a rectangle, and counts what it reads.
    init(of rect: LayoutRect, in layout: LayoutReader) throws {
        let trace = QueryTrace()
        let query = try VisibleQuery(layout, rect: rect, trace: trace)
        let start = ContinuousClock.now
        let found = try query.run()
        let time = ContinuousClock.now - start
        func step(_ name: String, read: Int, kept: Int, _ time: Duration, _ sql: String?) throws -> Step {
            Step(
                name: name, readCount: read, keptCount: kept, seconds: time / .seconds(1), sql: sql,
                plan: try sql.map(layout.plan(of:)) ?? [])
        }
        self.init(
            steps: [
                try step("tree", read: trace.nodeCount, kept: trace.nodeCount, trace.treeTime, Self.treeSQL),
                try step(
                    "bands", read: trace.bandCount, kept: trace.bands.count, time - trace.treeTime - trace.blockTime,
                    VisibleQuery.bandSQL),
                try step(
                    "blocks", read: trace.blocks.count, kept: trace.blocksKept, trace.blockTime,
                    VisibleQuery.blockSQL),
                try step("elements", read: trace.elementCount, kept: found.elements.count, time, nil),
            ],
            bands: trace.bands, blocks: trace.blocks)
    }

    private static let treeSQL = """
        SELECT node, length FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 AND node >= ?3 AND node < ?3 + 16
        ORDER BY node
        """
}

extension LayoutReader {
    /// The output of `EXPLAIN QUERY PLAN` for a statement, with any parameters.
    fileprivate func plan(of sql: String) throws -> [String] {
        var plan: [String] = []
        let rows = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
        while try rows.step() { plan.append(rows.string(3) ?? "") }
        return plan
    }
}

extension StoredLayout {
    /// Follows a rectangle from the sum tree to the elements, and counts.
    ///
    /// The steps are timed one by one, and nothing is taken from a cache. So together they take longer than the call
    /// that is explained; `elements` is that call. Frozen rows and columns, which are asked for apart, are in its count
    /// only.
    ///
    /// - Parameter rect: In content coordinates, in points.
    /// - Throws: The errors of ``layoutAttributesForElements(in:visible:preparing:)``.
    /// - Complexity: O(log bands + found).
    package func explanation(of rect: LayoutRect) throws -> QueryExplanation {
        try read { try QueryExplanation(of: rect, in: $0) }
    }
}
