internal import LayoutEngine

extension LayoutReader {
    /// The row ids of the items in the middles of pieces of one length each along the scroll axis. A piece without
    /// items, and any on a canvas, has nil.
    ///
    /// - Complexity: O(count · log bands).
    package func sampledItems(from low: Double, to high: Double, count: Int) throws -> [Int64?] {
        guard isPrepared, high > low, !traits.isFree else { return Array(repeating: nil, count: count) }
        let contentLength = try view(try totals).contentLength
        let lookup = ItemLookup(self)
        return try (0..<count).map { index in
            let middle = low + (high - low) * (Double(index) + 0.5) / Double(count)
            let at = traits.isMirrored ? contentLength - middle : middle
            guard at >= 0, at < contentLength, let (band, before) = try band(after: { $0.length <= at }),
                band.sums.items > 0, band.sums.length > 0
            else { return nil }
            let part = Int((at - before.length) / band.sums.length * Double(band.sums.items))
            let rank = before.items + min(max(part, 0), band.sums.items - 1)
            return try lookup.indexPath(atRank: rank).flatMap { try lookup.id(at: $0) }
        }
    }
}
