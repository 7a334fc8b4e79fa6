internal import LayoutText
internal import LayoutEngine

extension Figure {
    var jsonValue: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "name", value: .string(name)),
            .init(key: "items", value: .number(Double(items))),
            .init(key: "value", value: .number(value)),
            .init(key: "unit", value: .string(unit.rawValue)),
        ]
        if let baseline {
            members.append(.init(key: "baseline", value: .string(baseline.name)))
            members.append(.init(key: "baselineValue", value: .number(baseline.value)))
            members.append(.init(key: "ratio", value: .number(value / baseline.value)))
        }
        switch target {
        case .atMost(let bound): members.append(.init(key: "atMost", value: .number(bound)))
        case .atLeast(let bound): members.append(.init(key: "atLeast", value: .number(bound)))
        case nil: break
        }
        members.append(.init(key: "verdict", value: .string(verdict.rawValue)))
        if let note { members.append(.init(key: "note", value: .string(note))) }
        return .object(members)
    }

    /// Reads what `jsonValue` wrote; members that follow from others are not looked at.
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
    /// Reads a figure's target: a member `atMost` or `atLeast`, or the text that the command line prints,
    /// such as `≤ 2.5`.
    fileprivate init?(_ figure: JSONValue) {
        if let bound = figure.number("atMost") {
            self = .atMost(bound)
        } else if let bound = figure.number("atLeast") {
            self = .atLeast(bound)
        } else if case .string(let text)? = figure["target"], let bound = Double(text.dropFirst(2)) {
            self = text.hasPrefix("≤") ? .atMost(bound) : .atLeast(bound)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    /// The number that is an object's member, or nil where there is none.
    func number(_ key: String) -> Double? {
        guard case .number(let number)? = self[key] else { return nil }
        return number
    }
}
