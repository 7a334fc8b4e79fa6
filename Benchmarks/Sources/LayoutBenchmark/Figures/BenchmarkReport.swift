internal import LayoutText
internal import LayoutEngine

/// The figures of a run, and its conditions.
struct BenchmarkReport: Hashable {
    /// The conditions that figures depend on, as `name: value`.
    var conditions: [String] = []
    /// In the order in which they were measured.
    var figures: [Figure] = []

    /// The figures that fall short of their targets.
    var shortfalls: [Figure] { figures.filter { $0.verdict == .short } }
}

extension BenchmarkReport {
    var json: String { "[" + figures.map(\.jsonValue.text).joined(separator: ",\n ") + "]" }

    /// Reads an array of figures, as `json` has them.
    ///
    /// - Throws: ``BenchmarkError`` for a text that is not such a report.
    init(json: String) throws(BenchmarkError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: json)
        } catch {
            throw BenchmarkError("not a benchmark report: \(error)")
        }
        guard case .array(let figures) = value else {
            throw BenchmarkError("not a benchmark report: an array of figures is missing")
        }
        self.init()
        for figure in figures { self.figures.append(try Figure(figure)) }
    }
}
