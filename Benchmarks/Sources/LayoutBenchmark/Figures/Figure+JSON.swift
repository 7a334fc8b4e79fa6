internal import LayoutText
internal import LayoutEngine

extension Figure {
    /// An object with a figure's fields, and the fields derived from them.
    var jsonValue: JSONValue {
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
    init(_ json: JSONValue) throws(BenchmarkError) {
        guard case .string(let name)? = json["name"], case .number(let items)? = json["items"],
            let count = Int(exactly: items), case .string(let unitName)? = json["unit"],
            let unit = Unit(rawValue: unitName)
        else { throw BenchmarkError("a figure needs “name”, “items” and a known “unit”") }
        // JSON has no NaN: a figure that was skipped has null.
        self.init(name, items: count, value: json.number("value") ?? .nan, unit: unit)
        if case .string(let baselineName)? = json["baseline"] {
            baseline = Baseline(baselineName, json.number("baselineValue") ?? .nan)
        }
        if case .string(let text)? = json["target"] { target = DecimalNumber.value(of: text.dropFirst(2)) }
        if case .string(let text)? = json["note"] { note = text }
    }
}

extension JSONValue {
    /// The number in an object's member, or nil if there is none.
    func number(_ key: String) -> Double? {
        guard case .number(let number)? = self[key] else { return nil }
        return number
    }
}
