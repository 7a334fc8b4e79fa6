internal import LayoutEngine

extension LayoutReader {
    /// The row ids of the items in the middles of pieces of one length each along the scroll axis. A piece without
    /// items, and any on a canvas, has nil.
    ///
    /// - Complexity: O(count · log bands).
    package func sampledItems(from low: Double, to high: Double, count: Int) throws -> [Int64?] {
        guard isPrepared, high > low, !traits.isFree else { return Array(repeating: nil, count: count) }
        let contentLength = try content.length
        let lookup = ItemLookup(self)
        // Neighbours are often of one band.
        var known: (band: BandRecord, before: PrefixSums)?
        return try (0..<count).map { index in
            let middle = low + (high - low) * (Double(index) + 0.5) / Double(count)
            let at = traits.isMirrored ? contentLength - middle : middle
            guard at >= 0, at < contentLength else { return nil }
            if known.map({ at < $0.before.length || at >= $0.before.length + $0.band.sums.length }) ?? true {
                known = try band(after: { $0.length <= at })
            }
            guard let (band, before) = known, band.sums.items > 0, band.sums.length > 0 else { return nil }
            let rank = Int((at - before.length) / band.sums.length * Double(band.sums.items))
            return try lookup.id(atRank: min(max(rank, 0), band.sums.items - 1), in: band)
        }
    }
}
