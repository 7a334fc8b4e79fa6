/// Two runs side by side.
struct Comparison {
    /// The figures that both runs have, measured in both; in the order of the first run.
    private(set) var pairs: [(before: Figure, after: Figure)] = []
    /// Figures that only one run has, as `name at items`.
    private(set) var unmatched: [String] = []

    init(_ before: BenchmarkReport, _ after: BenchmarkReport) {
        func key(_ figure: Figure) -> String { "\(figure.name) at \(figure.items)" }
        var rest = Dictionary(after.figures.map { (key($0), $0) }) { $1 }
        for figure in before.figures {
            guard let other = rest.removeValue(forKey: key(figure)), other.unit == figure.unit, !figure.value.isNaN,
                !other.value.isNaN
            else {
                unmatched.append(key(figure))
                continue
            }
            pairs.append((figure, other))
        }
        unmatched += after.figures.map(key).filter { rest[$0] != nil }
    }
}
