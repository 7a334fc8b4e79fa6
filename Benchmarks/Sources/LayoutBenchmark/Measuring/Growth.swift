internal import LayoutPlatform

/// How a figure grows with the number of items: the exponent of the power law that fits it best.
///
/// 0 means that it does not depend on the size, 1 that it grows as the size does.
enum Growth {
    /// The slope of the least-squares line through the logarithms; nil for fewer than two sizes, or
    /// where a value has no logarithm.
    static func slope(_ points: [(items: Double, value: Double)]) -> Double? {
        guard Set(points.map(\.items)).count > 1, points.allSatisfy({ $0.items > 0 && $0.value > 0 }) else {
            return nil
        }
        let x = points.map { log($0.items) }
        let y = points.map { log($0.value) }
        let meanX = x.reduce(0, +) / Double(x.count)
        let meanY = y.reduce(0, +) / Double(y.count)
        let covariance = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
        let variance = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
        return covariance / variance
    }
}
