internal import LayoutText
internal import LayoutEngine

extension Figure {
    /// Reads a row of what the command line prints; members that follow from others are not looked at.
    init(_ json: JSONValue) throws(BenchmarkError) {
        guard case .string(let name)? = json["name"], case .number(let items)? = json["items"],
            let count = Int(exactly: items), case .string(let unitName)? = json["unit"],
            let unit = Unit(rawValue: unitName)
        else {
            throw BenchmarkError("a figure needs “name”, “items” and a known “unit”")
        }
        // JSON has no NaN: a figure that was skipped has null.
        self.init(name, items: count, value: json.number("value") ?? .nan, unit: unit)
        if case .string(let baselineName)? = json["baseline"] {
            baseline = Baseline(baselineName, json.number("baselineValue") ?? .nan)
        }
        target = Target(json)
        if case .string(let text)? = json["note"] { note = text }
    }
}

extension Target {
    /// Reads a figure's target as the command line prints it, such as `≤ 2.5`.
    fileprivate init?(_ figure: JSONValue) {
        guard case .string(let text)? = figure["target"], let bound = DecimalNumber.value(of: text.dropFirst(2)) else {
            return nil
        }
        self = text.hasPrefix("≤") ? .atMost(bound) : .atLeast(bound)
    }
}

extension JSONValue {
    /// The number that is an object's member, or nil where there is none.
    func number(_ key: String) -> Double? {
        guard case .number(let number)? = self[key] else { return nil }
        return number
    }
}
