import LayoutText

/// Checks a value against the part of JSON Schema (draft 2020-12) that the schemas here use, and fails on any
/// other keyword.
final class SchemaValidator {
    let root: JSONValue
    private(set) var unknownKeywords: Set<String> = []

    init(_ root: JSONValue) { self.root = root }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        guard case .object(let rules) = schema else { return schema == .bool(true) }
        var isAccepted = true
        for rule in rules where !accepts(value, rule.key, rule.value, schema) { isAccepted = false }
        return isAccepted
    }

    private func accepts(_ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue) -> Bool {
        switch (keyword, rule) {
        case ("$schema", _), ("$defs", _), ("title", _), ("description", _), ("default", _): return true
        case ("$ref", .string(let path)):
            guard let target = root["$defs"]?[String(path.dropFirst("#/$defs/".count))] else { return false }
            return accepts(value, target)
        case ("type", .string(let name)): return Self.has(value, type: name)
        case ("const", _): return value == rule
        case ("enum", .array(let values)): return values.contains(value)
        case ("minimum", .number(let bound)): return value.number.map { $0 >= bound } ?? true
        case ("maximum", .number(let bound)): return value.number.map { $0 <= bound } ?? true
        case ("exclusiveMinimum", .number(let bound)): return value.number.map { $0 > bound } ?? true
        case ("minLength", .number(let bound)):
            guard case .string(let text) = value else { return true }
            return Double(text.unicodeScalars.count) >= bound
        case ("minItems", .number(let bound)): return value.elements.map { Double($0.count) >= bound } ?? true
        case ("maxItems", .number(let bound)): return value.elements.map { Double($0.count) <= bound } ?? true
        case ("prefixItems", .array(let places)): return all(zip(value.elements ?? [], places).map { ($0, $1) })
        case ("items", _):
            let first: Int = if case .array(let places)? = schema["prefixItems"] { places.count } else { 0 }
            return all((value.elements ?? []).dropFirst(first).map { ($0, rule) })
        case ("properties", .object(let properties)):
            return all(properties.compactMap { property in value[property.key].map { ($0, property.value) } })
        case ("additionalProperties", .bool(false)): return value.keys.allSatisfy { schema["properties"]?[$0] != nil }
        case ("required", .array(let names)):
            return value.isObject ? names.allSatisfy { name in value.keys.contains { .string($0) == name } } : true
        case ("minProperties", .number(let bound)): return value.isObject ? Double(value.keys.count) >= bound : true
        case ("maxProperties", .number(let bound)): return value.isObject ? Double(value.keys.count) <= bound : true
        case ("dependentRequired", .object(let dependents)):
            return all(
                dependents.filter { value[$0.key] != nil }.map {
                    (value, .object([JSONValue.Member(key: "required", value: $0.value)]))
                })
        case ("allOf", .array(let schemas)): return all(schemas.map { (value, $0) })
        case ("anyOf", .array(let schemas)):
            for schema in schemas where accepts(value, schema) { return true }
            return false
        case ("not", _): return !accepts(value, rule)
        default:
            unknownKeywords.insert(keyword)
            return false
        }
    }

    private func all(_ pairs: [(JSONValue, JSONValue)]) -> Bool {
        for (value, schema) in pairs where !accepts(value, schema) { return false }
        return true
    }

    private static func has(_ value: JSONValue, type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("number", .number): true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}

extension JSONValue {
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
    fileprivate var keys: [String] { if case .object(let members) = self { members.map(\.key) } else { [] } }
}
