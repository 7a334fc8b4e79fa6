package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

/// The query of one rectangle: the rows read at each step, and how many of them were kept.
package struct QueryExplanation: Sendable {
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

    package var steps: [Step]
    /// The bands that the rectangle can touch.
    package var bands: [Band]
    /// The boxes of the blocks that were read, in content coordinates, and how many elements are in them.
    package var blocks: [(frame: LayoutRect, elementCount: Int)]
}

extension QueryExplanation {
    /// Runs the query of a rectangle, and counts what it reads.
    init(of rect: LayoutRect, in layout: LayoutReader) throws {
        let trace = QueryTrace()
        let start = ContinuousClock.now
        let found = try layout.elements(in: rect, trace: trace)
        let time = ContinuousClock.now - start
        self.init(
            steps: try trace.steps(finding: found.count, in: time).map { step in
                Step(
                    name: step.name, readCount: step.read, keptCount: step.kept, seconds: step.time / .seconds(1),
                    sql: step.sql, plan: try step.sql.map(layout.plan(of:)) ?? [])
            }, bands: trace.bands, blocks: trace.blocks)
    }
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
