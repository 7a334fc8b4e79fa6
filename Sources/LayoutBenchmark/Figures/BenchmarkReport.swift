internal import LayoutText
internal import LayoutEngine

/// What a run measured, and under which conditions.
package struct BenchmarkReport: Sendable, Hashable {
    /// What the figures depend on: `items`, `seed`, `sqlite`, `build` and `processors`, in this order.
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
    /// The report as a JSON object: `conditions`, and `figures` in the order of their measuring.
    package var json: String {
        let conditions = conditions.map { JSONValue.Member(key: $0.name, value: .string($0.value)) }
        return JSONValue.object([
            .init(key: "conditions", value: .object(conditions)),
            .init(key: "figures", value: .array(figures.map(\.jsonValue))),
        ]).text
    }

    /// Reads what ``json`` wrote, or an array of figures alone, as the command line prints it.
    ///
    /// - Throws: ``BenchmarkError`` for a text that is not such a report.
    package init(json: String) throws(BenchmarkError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: json)
        } catch {
            throw BenchmarkError("not JSON: \(error)")
        }
        let figures: [JSONValue]
        if case .array(let elements) = value {
            figures = elements
        } else if case .array(let elements)? = value["figures"] {
            figures = elements
        } else {
            throw BenchmarkError("no benchmark's report: it has no “figures”")
        }
        self.init()
        if case .object(let members)? = value["conditions"] {
            for member in members {
                guard case .string(let text) = member.value else { continue }
                conditions.append(Condition(name: member.key, value: text))
            }
        }
        for figure in figures { self.figures.append(try Figure(figure)) }
    }
}
