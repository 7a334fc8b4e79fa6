/// Measured times of one operation, in seconds.
struct Samples: Sendable {
    private var sorted: [Double]
    /// The samples by the rounds in which they were measured.
    private var rounds: [[Double]]

    init(_ values: [Double]) { self.init(rounds: [values]) }

    /// Values that were measured in rounds, between which other things happened.
    init(rounds: [[Double]]) {
        self.rounds = rounds.map { $0.sorted() }
        sorted = rounds.joined().sorted()
    }

    var count: Int { sorted.count }

    /// The middle value, or the mean of the two in the middle; NaN if there are no values.
    var median: Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The median of the rounds' percentiles: in each the least value that `share` of all do not exceed, by the
    /// nearest-rank rule. A passing disturbance, such as another process that takes the processor
    /// for some milliseconds, spoils a round and not the figure.
    func typicalPercentile(_ share: Double) -> Double {
        Samples(
            rounds.filter { !$0.isEmpty }.map { round in
                let rank = Int((share * Double(round.count)).rounded(.up))
                return round[max(0, min(round.count - 1, rank - 1))]
            }
        ).median
    }

    /// The greatest value; NaN if there are no values.
    var maximum: Double { sorted.last ?? .nan }
}
