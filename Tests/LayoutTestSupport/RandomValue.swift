package import LayoutEngine
package import LayoutText

/// Which numbers a random value takes.
package enum ValueStyle: Sendable {
    /// Lengths of a screen, multiples of 1/64 point.
    case moderate
    /// The ends of what a key accepts as well, and what is next to nothing.
    case extreme
}

extension SeededGenerator {
    /// A value of the type and in the range that a key declares.
    ///
    /// Objects have each of their keys about half of the time; groups are nested three deep at most.
    package mutating func value(of type: ObjectDescription.Value, _ style: ValueStyle, depth: Int = 0) -> JSONValue {
        switch type {
        case .number(let range): return .number(number(in: range, style))
        case .integer(let range):
            if style == .extreme, Int.random(in: 0..<4, using: &self) == 0 {
                return .number(Double(Bool.random(using: &self) ? range.lowerBound : range.upperBound))
            }
            let low = max(range.lowerBound, -3)
            return .number(Double(Int.random(in: low...min(range.upperBound, low + 6), using: &self)))
        case .boolean: return .bool(Bool.random(using: &self))
        case .string: return .string(["header", "footer", "badge", "é"].randomElement(using: &self) ?? "header")
        case .choice(let words): return .string(words.randomElement(using: &self) ?? "")
        case .list(let element, let count):
            let least = count.lowerBound
            let most = depth > 2 ? least : least + 2
            return .array(
                (0..<Int.random(in: least...most, using: &self)).map { _ in
                    value(of: element, style, depth: depth + 1)
                })
        case .tuple(let places, let required):
            let count = Int.random(in: required...places.count, using: &self)
            return .array(places.prefix(count).map { value(of: $0.value, style, depth: depth + 1) })
        case .either(let types):
            return value(of: types[Int.random(in: types.indices, using: &self)], style, depth: depth)
        case .object(let describe): return object(describe(), style, depth: depth)
        }
    }

    private mutating func object(_ object: ObjectDescription, _ style: ValueStyle, depth: Int) -> JSONValue {
        var names = Set(
            object.keys.filter { $0.isRequired || !object.isUnion && Bool.random(using: &self) }.map(\.name))
        if object.isUnion { names = [object.keys[Int.random(in: object.keys.indices, using: &self)].name] }
        if !object.alternatives.isEmpty {
            for key in object.alternatives + ["axis", "interItemSpacing", "spacing"] + object.companions.map(\.needed) {
                names.remove(key)
            }
            if depth < 6, let chosen = object.alternatives.randomElement(using: &self) {
                names.insert(chosen)
                for companion in object.companions where companion.key == chosen { names.insert(companion.needed) }
            }
        }
        return .object(
            object.keys.filter { names.contains($0.name) }.map {
                JSONValue.Member(key: $0.name, value: value(of: $0.value, style, depth: depth + 1))
            })
    }

    private mutating func number(in range: NumberRange, _ style: ValueStyle) -> Double {
        if style == .extreme {
            let least = max(0, range.low)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: return range.high
            case 1: return range.includesLow ? least : Double.leastNonzeroMagnitude
            case 2: return range == .any ? -NumberRange.limit : max(least, 1e-9)
            case 3: return max(least, min(0.1, range.high))
            default: break
            }
        }
        switch range {
        case .any: return exactLength(in: -10...10)
        case .nonNegative: return exactLength(in: 0...24)
        case .positive: return exactLength(in: 8...64)
        case _ where range.includesLow: return exactLength(in: max(range.low, -10)...min(range.high, 24))
        default: return Double(Int.random(in: 1...Int(min(range.high, 4)), using: &self))
        }
    }
}
