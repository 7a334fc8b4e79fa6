internal import LayoutText
internal import LayoutEngine

/// The figures of a run, and its conditions.
package struct BenchmarkReport: Sendable, Hashable {
    /// A condition that figures depend on: `items`, `seed`, `sqlite`, `build` and `processors`, in this order.
    package struct Condition: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package var conditions: [Condition]
    /// In the order in which they were measured.
    package var figures: [Figure]

    package init(conditions: [Condition] = [], figures: [Figure] = []) {
        self.conditions = conditions
        self.figures = figures
    }

    /// The figures that fall short of their targets.
    package var shortfalls: [Figure] {
        figures.filter { $0.verdict == .short }
    }
}

extension BenchmarkReport {
    /// An array of figures.
    package var json: String {
        "[" + figures.map(\.jsonValue.text).joined(separator: ",\n ") + "]"
    }

    /// Reads an array of figures, as `json` has them.
    ///
    /// - Throws: ``BenchmarkError`` for a text that is not such a report.
    package init(json: String) throws(BenchmarkError) {
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
