/// One measured number, with what it is compared to and what it has to keep.
public struct Figure: Sendable, Hashable {
    public enum Unit: String, Sendable, CaseIterable {
        case seconds
        case rowsPerSecond = "rows/s"
        case bytes
        case bytesPerElement = "bytes/element"
        case count
        /// The exponent of a growth.
        case exponent
        case ratio
    }

    /// What the same unit measures elsewhere, in the same run.
    public struct Baseline: Sendable, Hashable {
        public var name: String
        public var value: Double

        public init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    public enum Verdict: String, Sendable {
        case kept
        case short
        /// Measured, and no target is stated.
        case noTarget = "no target"
        /// Not measured; the note says why.
        case skipped
    }

    /// The scenario, and what it measured there: `visible.table.median`.
    public var name: String
    /// The size of the data set.
    public var items: Int
    /// NaN where it could not be measured.
    public var value: Double
    public var unit: Unit
    public var baseline: Baseline?
    public var target: Target?
    public var note: String?

    public init(
        _ name: String, items: Int, value: Double, unit: Unit, baseline: Baseline? = nil, target: Target? = nil,
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
    public var ratio: Double? {
        baseline.map { value / $0.value }
    }

    public var verdict: Verdict {
        guard !value.isNaN else { return .skipped }
        guard let target else { return .noTarget }
        return target.isKept(by: ratio ?? value) ? .kept : .short
    }
}
