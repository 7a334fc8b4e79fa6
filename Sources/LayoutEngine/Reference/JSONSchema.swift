internal import LayoutText

extension LayoutDefinition {
    /// The names of all kinds of layouts, as values of the key `layout`.
    package static var kindNames: [String] { LayoutKinds.all.map { $0.kindName } }

    /// The smallest definition of each kind that works, in the order of `kindNames`.
    package static var samples: [LayoutDefinition] { LayoutKinds.all.map { LayoutDefinition(sample(of: $0)) } }

    private static func sample(of kind: any DefinitionKind.Type) -> Kind { Kind(kind.sample) }

    /// A JSON Schema (draft 2020-12) of the definitions of a kind, or nil if there is no such kind.
    ///
    /// Every value that it refuses, reading a definition refuses too. Reading also enforces rules between keys that a
    /// schema cannot express, such as a fraction of a length that is only estimated.
    ///
    /// - Complexity: O(length of the text).
    package static func jsonSchema(ofKind name: String) -> String? {
        LayoutKinds.kind(named: name).map { JSONSchema.schema(of: $0).text }
    }

    /// All keys of a kind as data; nil if there is no such kind.
    package static func description(ofKind name: String) -> ObjectDescription? {
        LayoutKinds.kind(named: name).map { $0.description }
    }
}

/// Builds a JSON Schema (draft 2020-12) from the keys' descriptions.
struct JSONSchema {
    /// The objects that have been named so far, each once.
    private var definitions: [JSONValue.Member] = []

    /// The schema of a kind of layout: an object in which the key `layout` names the kind.
    static func schema(of kind: any DefinitionKind.Type) -> JSONValue {
        var schema = JSONSchema()
        let name = JSONValue.string(kind.kindName)
        let kindMember = JSONValue.Member(key: LayoutDefinition.kindKey, value: ["const": name])
        let body = schema.body(of: kind.description, before: [kindMember], required: [LayoutDefinition.kindKey])
        return .object(
            members(["$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": name]) + body
                + members(["$defs": .object(schema.definitions)]))
    }

    /// The members that have a value.
    private static func members(_ values: KeyValuePairs<String, JSONValue?>) -> [JSONValue.Member] {
        values.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } }
    }

    /// A list of words; nil if there are none.
    private static func words(_ words: [String]) -> JSONValue? {
        words.isEmpty ? nil : .array(words.map(JSONValue.string))
    }

    private mutating func body(
        of object: ObjectDescription, before: [JSONValue.Member] = [], required: [String] = []
    ) -> [JSONValue.Member] {
        let properties = object.keys.map { key in
            JSONValue.Member(
                key: key.name,
                value: .object(
                    members(of: key.value)
                        + Self.members(["description": .string(key.meaning), "default": key.defaultValue])))
        }
        let only: JSONValue? = object.isUnion ? .integer(1) : nil
        let companions = object.companions.map { JSONValue.Member(key: $0.key, value: .array([.string($0.needed)])) }
        let exclusions = Self.exclusions(of: object.alternatives)
        return Self.members([
            "description": .string(object.meaning), "type": .string("object"),
            "properties": .object(before + properties), "additionalProperties": .bool(false),
            "required": Self.words(required + object.keys.filter(\.isRequired).map(\.name)),
            "minProperties": only, "maxProperties": only,
            "dependentRequired": companions.isEmpty ? nil : .object(companions),
            "allOf": exclusions.isEmpty ? nil : .array(exclusions),
        ])
    }

    /// One rule for each two keys that cannot stand beside each other.
    private static func exclusions(of keys: [String]) -> [JSONValue] {
        keys.indices.flatMap { first in
            keys[(first + 1)...].map { second in
                ["not": ["required": .array([.string(keys[first]), .string(second)])]]
            }
        }
    }

    private mutating func members(of value: ValueDescription) -> [JSONValue.Member] {
        switch value {
        case .number(let range):
            return Self.members([
                "type": .string("number"), range.includesLow ? "minimum" : "exclusiveMinimum": .number(range.low),
                "maximum": .number(range.high),
            ])
        case .integer(let range):
            return Self.members([
                "type": .string("integer"), "minimum": .integer(range.lowerBound),
                "maximum": .integer(range.upperBound),
            ])
        case .boolean: return Self.members(["type": .string("boolean")])
        case .string: return Self.members(["type": .string("string"), "minLength": .integer(1)])
        case .choice(let words): return Self.members(["enum": Self.words(words)])
        case .list(let element, let count):
            return Self.members([
                "type": .string("array"), "items": .object(members(of: element)),
                "minItems": count.lowerBound > 0 ? .integer(count.lowerBound) : nil,
                "maxItems": count.upperBound < .max ? .integer(count.upperBound) : nil,
            ])
        case .tuple(let places, let required):
            return Self.members([
                "type": .string("array"), "prefixItems": .array(places.map { .object(members(of: $0.value)) }),
                "items": .bool(false), "minItems": .integer(required),
            ])
        case .object(let describe):
            let object = describe()
            if !definitions.contains(where: { $0.key == object.name }) {
                // Named before it is examined, because it may contain objects like itself.
                let index = definitions.count
                definitions.append(.init(key: object.name, value: .null))
                definitions[index].value = .object(body(of: object))
            }
            return Self.members(["$ref": .string("#/$defs/\(object.name)")])
        case .either(let values): return Self.members(["anyOf": .array(values.map { .object(members(of: $0)) })])
        }
    }
}
