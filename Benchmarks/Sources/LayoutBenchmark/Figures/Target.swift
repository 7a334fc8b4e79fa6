/// The requirement of a figure: a bound on its ratio to the baseline, or on the value if there is no baseline.
package enum Target: Sendable, Hashable {
    case atMost(Double)
    case atLeast(Double)

    func isKept(by number: Double) -> Bool {
        switch self {
        case .atMost(let bound): number <= bound
        case .atLeast(let bound): number >= bound
        }
    }
}

extension Target {
    /// The targets for a data set of this size: stated for a million items, and stricter for ten.
    ///
    /// Smaller data sets are measured for the growth; no target is stated for them.
    static func atMost(million: Double, tenMillion: Double? = nil, items: Int) -> Target? {
        if items >= 10_000_000 { return .atMost(tenMillion ?? million) }
        return items >= 1_000_000 ? .atMost(million) : nil
    }
}
