/// One measured number, with what it is compared to and what it has to keep.
package struct Figure: Sendable, Hashable {
    package enum Unit: String, Sendable, CaseIterable {
        case seconds
        case rowsPerSecond = "rows/s"
        case bytes
        case bytesPerElement = "bytes/element"
    }

    /// The same unit measured elsewhere, in the same run.
    package struct Baseline: Sendable, Hashable {
        package var name: String
        package var value: Double

        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    package enum Verdict: String, Sendable {
        case kept
        case short
        /// Measured, and no target is stated.
        case noTarget = "no target"
        /// Not measured; the note gives the reason.
        case skipped
    }

    /// The scenario, and what it measured there: `visible.table.median`.
    package var name: String
    /// The size of the data set.
    package var items: Int
    /// NaN if it could not be measured.
    package var value: Double
    package var unit: Unit
    package var baseline: Baseline?
    /// The greatest value that is good enough, or the greatest ratio if there is a baseline.
    package var target: Double?
    package var note: String?

    package init(
        _ name: String, items: Int, value: Double, unit: Unit, baseline: Baseline? = nil, target: Double? = nil,
        note: String? = nil
    ) {
        self.name = name
        self.items = items
        self.value = value
        self.unit = unit
        self.baseline = baseline
        self.target = target
        self.note = note
    }

    /// A figure that could not be measured.
    static func skipped(_ name: String, items: Int, unit: Unit = .seconds, because reason: String) -> Figure {
        Figure(name, items: items, value: .nan, unit: unit, note: reason)
    }

    /// The value as a multiple of the baseline's; nil without a baseline.
    package var ratio: Double? {
        baseline.map { value / $0.value }
    }

    package var verdict: Verdict {
        guard !value.isNaN else { return .skipped }
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
