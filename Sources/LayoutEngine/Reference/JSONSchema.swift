internal import LayoutText

/// Builds a JSON Schema (draft 2020-12) from the keys' descriptions.
struct JSONSchema {
    /// The objects that have been named so far, each once.
    private var definitions: [JSONValue.Member] = []

    /// The schema of a kind of layout: an object in which the key `layout` names the kind.
    static func schema(of kind: any DefinitionKind.Type) -> JSONValue {
        var schema = JSONSchema()
        let description = kind.description
        var object = description
        object.keys += CommonKeys.object(of: kind).description.keys
        let kindMember = JSONValue.Member(
            key: LayoutDefinition.kindKey,
            value: .object([JSONValue.Member(key: "const", value: .string(kind.kindName))]))
        let body = schema.body(of: object, before: [kindMember], required: [LayoutDefinition.kindKey])
        let head: [JSONValue.Member] = [
            .init(key: "$schema", value: .string("https://json-schema.org/draft/2020-12/schema")),
            .init(key: "title", value: .string(kind.kindName)),
        ]
        return .object(head + body + [.init(key: "$defs", value: .object(schema.definitions))])
    }

    private mutating func body(
        of object: ObjectDescription, before: [JSONValue.Member] = [], required: [String] = []
    ) -> [JSONValue.Member] {
        var properties = before
        for key in object.keys {
            var members = members(of: key.value)
            members.append(.init(key: "description", value: .string(key.meaning)))
            if let value = key.defaultValue { members.append(.init(key: "default", value: value)) }
            properties.append(.init(key: key.name, value: .object(members)))
        }
        var result: [JSONValue.Member] = [
            .init(key: "description", value: .string(object.meaning)),
            .init(key: "type", value: .string("object")),
            .init(key: "properties", value: .object(properties)),
            .init(key: "additionalProperties", value: .bool(false)),
        ]
        let required = required + object.keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            result.append(.init(key: "required", value: .array(required.map(JSONValue.string))))
        }
        if object.isUnion {
            result.append(.init(key: "minProperties", value: .number(1)))
            result.append(.init(key: "maxProperties", value: .number(1)))
        }
        if !object.companions.isEmpty {
            result.append(
                .init(
                    key: "dependentRequired",
                    value: .object(
                        object.companions.map { companion in
                            .init(key: companion.key, value: .array([.string(companion.needed)]))
                        })))
        }
        if !object.alternatives.isEmpty {
            result.append(.init(key: "allOf", value: .array(Self.exclusions(of: object.alternatives))))
        }
        return result
    }

    /// One rule for each two keys that cannot stand beside each other.
    private static func exclusions(of keys: [String]) -> [JSONValue] {
        keys.indices.flatMap { first in
            keys[(first + 1)...].map { second in
                let both = JSONValue.array([.string(keys[first]), .string(second)])
                return .object([.init(key: "not", value: .object([.init(key: "required", value: both)]))])
            }
        }
    }

    private mutating func members(of value: ValueDescription) -> [JSONValue.Member] {
        func type(_ name: String) -> JSONValue.Member { .init(key: "type", value: .string(name)) }
        switch value {
        case .number(let range):
            let (low, isIncluded) = range.lowerBound
            return [
                type("number"),
                .init(key: isIncluded ? "minimum" : "exclusiveMinimum", value: .number(low)),
                .init(key: "maximum", value: .number(range.upperBound)),
            ]
        case .integer(let range):
            return [
                type("integer"), .init(key: "minimum", value: .number(Double(range.lowerBound))),
                .init(key: "maximum", value: .number(Double(range.upperBound))),
            ]
        case .boolean:
            return [type("boolean")]
        case .string:
            return [type("string"), .init(key: "minLength", value: .number(1))]
        case .choice(let words):
            return [.init(key: "enum", value: .array(words.map(JSONValue.string)))]
        case .list(let element, let count):
            var result = [type("array"), .init(key: "items", value: .object(members(of: element)))]
            if count.lowerBound > 0 {
                result.append(.init(key: "minItems", value: .number(Double(count.lowerBound))))
            }
            if count.upperBound < .max {
                result.append(.init(key: "maxItems", value: .number(Double(count.upperBound))))
            }
            return result
        case .tuple(let places, let required):
            return [
                type("array"), .init(key: "prefixItems", value: .array(places.map { .object(members(of: $0.value)) })),
                .init(key: "items", value: .bool(false)), .init(key: "minItems", value: .number(Double(required))),
            ]
        case .object(let describe):
            let object = describe()
            if !definitions.contains(where: { $0.key == object.name }) {
                // Named before it is examined, because it may contain objects like itself.
                let index = definitions.count
                definitions.append(.init(key: object.name, value: .null))
                definitions[index].value = .object(body(of: object))
            }
            return [.init(key: "$ref", value: .string("#/$defs/\(object.name)"))]
        case .either(let values):
            return [.init(key: "anyOf", value: .array(values.map { .object(members(of: $0)) }))]
        }
    }
}
