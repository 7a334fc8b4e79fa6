/// One measured number, with what it is compared to and what it has to keep.
struct Figure: Hashable {
    enum Unit: String {
        case seconds
        case rowsPerSecond = "rows/s"
        case bytes
        case bytesPerElement = "bytes/element"
    }

    /// A figure of this unit that was measured elsewhere, in the same run.
    struct Baseline: Hashable {
        var name: String
        var value: Double

        init(_ name: String, _ value: Double) { (self.name, self.value) = (name, value) }
    }

    enum Verdict: String {
        case kept
        case short
        /// Measured, and no target is stated.
        case noTarget = "no target"
        /// Not measured, or its baseline was not.
        case skipped
    }

    /// The scenario, and what it measured there: `visible.table.median`.
    var name: String
    /// The size of the data set.
    var items: Int
    /// NaN if it could not be measured.
    var value: Double
    var unit = Unit.seconds
    var baseline: Baseline?
    /// The greatest value that is good enough, or the greatest ratio if there is a baseline.
    var target: Double?
    var note: String?

    /// The value as a multiple of the baseline's; nil without a baseline.
    var ratio: Double? { baseline.map { value / $0.value } }

    var verdict: Verdict {
        guard !value.isNaN, ratio?.isNaN != true else { return .skipped }
        guard let target else { return .noTarget }
        return ratio ?? value <= target ? .kept : .short
    }
}

extension Double {
    /// A target for a data set of this size: stated for a million items, and stricter for ten. Smaller data sets are
    /// measured for the growth.
    static func atMost(million: Double, tenMillion: Double? = nil, items: Int) -> Double? {
        items >= 10_000_000 ? tenMillion ?? million : items >= 1_000_000 ? million : nil
    }
}
