/// Measured times of one operation, in seconds.
package struct Samples: Sendable, Hashable {
    /// In ascending order.
    private var sorted: [Double]
    /// The same, by the rounds in which they were measured.
    private var rounds: [[Double]]

    package init(_ values: [Double]) {
        self.init(rounds: [values])
    }

    /// Values that were measured in rounds, between which other things happened.
    package init(rounds: [[Double]]) {
        self.rounds = rounds.map { $0.sorted() }
        sorted = rounds.joined().sorted()
    }

    package var count: Int { sorted.count }

    /// The middle value, or the mean of the two in the middle; NaN if there are no values.
    package var median: Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The least value that `share` of all values do not exceed, by the nearest-rank rule; NaN if there are no values.
    ///
    /// - Parameter share: Between 0 and 1; 0.99 for the 99th percentile.
    package func percentile(_ share: Double) -> Double {
        Self.percentile(share, of: sorted)
    }

    /// The median of the rounds' percentiles. A passing disturbance, such as another process that takes the processor
    /// for some milliseconds, spoils a round and not the figure.
    package func typicalPercentile(_ share: Double) -> Double {
        Samples(rounds.filter { !$0.isEmpty }.map { Self.percentile(share, of: $0) }).median
    }

    private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[max(0, min(sorted.count - 1, rank - 1))]
    }

    /// The greatest value; NaN if there are no values.
    package var maximum: Double { sorted.last ?? .nan }
}
