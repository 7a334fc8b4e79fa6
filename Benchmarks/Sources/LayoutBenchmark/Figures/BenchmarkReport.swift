internal import LayoutText

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

extension Figure {
    /// An object with a figure's fields, and the fields derived from them.
    fileprivate var jsonValue: JSONValue {
        [
            "name": .string(name), "items": .number(Double(items)), "value": Self.number(value),
            "unit": .string(unit.rawValue), "baseline": baseline.map { .string($0.name) } ?? .null,
            "baselineValue": Self.number(baseline?.value), "ratio": Self.number(ratio),
            "target": target.map { .string("≤ " + JSONValue.number($0).text) } ?? .null,
            "verdict": .string(verdict.rawValue), "note": note.map(JSONValue.string) ?? .null,
        ]
    }

    /// Four digits that count: no measurement here is better than that.
    private static func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        guard value != 0 else { return .number(0) }
        var scale = 1.0
        while value.magnitude * scale < 1000 { scale *= 10 }
        return .number((value * scale).rounded() / scale)
    }

    /// Reads an object as `jsonValue` writes it; derived members are ignored.
    fileprivate init(_ json: JSONValue) throws(BenchmarkError) {
        func text(_ key: String) -> String? { if case .string(let text)? = json[key] { text } else { nil } }
        // JSON has no NaN: a figure that was skipped has null.
        func number(_ key: String) -> Double { if case .number(let number)? = json[key] { number } else { .nan } }
        guard let name = text("name"), let items = Int(exactly: number("items")),
            let unit = text("unit").flatMap(Unit.init)
        else { throw BenchmarkError("a figure needs “name”, “items” and a known “unit”") }
        self.init(
            name: name, items: items, value: number("value"), unit: unit,
            baseline: text("baseline").map { Baseline($0, number("baselineValue")) },
            target: text("target").flatMap { DecimalNumber.value(of: $0.dropFirst(2)) }, note: text("note"))
    }
}
