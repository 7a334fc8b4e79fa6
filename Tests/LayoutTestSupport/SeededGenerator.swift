/// A small, fast, repeatable source of random numbers (SplitMix64): the same seed gives the same
/// test on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    /// A random multiple of 1/64 point: such lengths add exactly in doubles, so that two ways of
    /// summing them can be compared for equality.
    ///
    /// Faults sit at the edges, so that one of ten is nothing, half a point, a point, or a bound of the range.
    public mutating func exactLength(in range: ClosedRange<Double>) -> Double {
        let low = Int((range.lowerBound * 64).rounded(.up))
        let high = Int((range.upperBound * 64).rounded(.down))
        let edges = [0, 32, 64, low, high]
        if let edge = edges.randomElement(using: &self), (low...high).contains(edge),
            Int.random(in: 0..<6, using: &self) == 0
        {
            return Double(edge) / 64
        }
        return Double(Int.random(in: low...high, using: &self)) / 64
    }
}
