package import LayoutCache
package import LayoutEngine

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
