internal import LayoutText

/// The keys of an object in a definition, in words, for a reference or a help text.
package struct DefinitionReference: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
        package var name: String
        /// The type of its value: `number`, the words that it may be, `list of section`.
        package var type: String
        /// The limits of its value: `at least 0`; empty if there are none.
        package var range: String
        /// Its default, as JSON; nil if there is none, or if it is required.
        package var defaultValue: String?
        package var isRequired: Bool
        package var meaning: String
    }

    /// The kind's name, or what the types of keys call the object.
    package var name: String
    package var meaning: String
    package var keys: [Key]

    /// A kind's own keys first, then the objects that they hold, each once.
    static func tables(of kind: any DefinitionKind.Type) -> [DefinitionReference] {
        var object = kind.description
        object.keys += CommonKeys.object(of: kind).description.keys
        var objects = [object]
        var next = 0
        while next < objects.count {
            for key in objects[next].keys {
                for held in key.value.objects where !objects.contains(where: { $0.name == held.name }) {
                    objects.append(held)
                }
            }
            next += 1
        }
        return objects.map(DefinitionReference.init)
    }

    private init(_ object: ObjectDescription) {
        name = object.name
        meaning = object.isUnion ? "\(object.meaning) Exactly one of these keys." : object.meaning
        keys = object.keys.map { key in
            Key(
                name: key.name, type: key.value.typeText, range: key.value.rangeText,
                defaultValue: key.defaultValue?.text, isRequired: key.isRequired, meaning: key.meaning)
        }
    }
}

extension ValueDescription {
    /// The objects that a value may be, or hold in a list.
    fileprivate var objects: [ObjectDescription] {
        switch self {
        case .number, .integer, .boolean, .string, .choice: []
        case .list(let element, _): element.objects
        case .tuple(let places, _): places.flatMap(\.value.objects)
        case .object(let describe): [describe()]
        case .either(let values): values.flatMap(\.objects)
        }
    }

    fileprivate var typeText: String {
        switch self {
        case .number: "number"
        case .integer: "whole number"
        case .boolean: "boolean"
        case .string: "string"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let element, _): "list of \(element.typeText)"
        case .tuple(let places, let required):
            "[" + places.enumerated().map { $1.name + ($0 < required ? "" : "?") }.joined(separator: ", ") + "]"
        case .object(let describe): describe().name
        case .either(let values): values.map(\.typeText).joined(separator: " or ")
        }
    }

    fileprivate var rangeText: String {
        switch self {
        case .number(let range):
            range.lowerBound.isIncluded
                ? "between \(NumberRange.text(range.lowerBound.number)) and \(NumberRange.text(range.upperBound))"
                : "greater than \(NumberRange.text(range.lowerBound.number)), at most "
                    + NumberRange.text(range.upperBound)
        case .integer(let range): "between \(range.lowerBound) and \(range.upperBound)"
        case .boolean, .choice, .object, .tuple: ""
        case .string: "not empty"
        case .list(let element, let count):
            [
                [
                    count.lowerBound > 0 ? "at least \(count.lowerBound)" : "",
                    count.upperBound < .max ? "at most \(count.upperBound)" : "",
                ].filter { !$0.isEmpty }.joined(separator: ", "), element.rangeText,
            ].filter { !$0.isEmpty }.joined(separator: "; each ")
        case .either(let values): values.map(\.rangeText).first { !$0.isEmpty } ?? ""
        }
    }
}

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

    /// All keys of a kind in words, the kind's own first and then the keys of the objects in it. Nil if there is no
    /// such kind.
    package static func reference(ofKind name: String) -> [DefinitionReference]? {
        LayoutKinds.kind(named: name).map(DefinitionReference.tables)
    }

    /// All keys of a kind as data; nil if there is no such kind.
    package static func keys(ofKind name: String) -> [KeyDescription]? {
        LayoutKinds.kind(named: name).map { $0.description.keys + CommonKeys.object(of: $0).description.keys }
    }
}

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
            .init(key: "description", value: .string(object.meaning)), .init(key: "type", value: .string("object")),
            .init(key: "properties", value: .object(properties)),
            .init(key: "additionalProperties", value: .bool(false)),
        ]
        let required = required + object.keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty { result.append(.init(key: "required", value: .array(required.map(JSONValue.string)))) }
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
                type("number"), .init(key: isIncluded ? "minimum" : "exclusiveMinimum", value: .number(low)),
                .init(key: "maximum", value: .number(range.upperBound)),
            ]
        case .integer(let range):
            return [
                type("integer"), .init(key: "minimum", value: .number(Double(range.lowerBound))),
                .init(key: "maximum", value: .number(Double(range.upperBound))),
            ]
        case .boolean: return [type("boolean")]
        case .string: return [type("string"), .init(key: "minLength", value: .number(1))]
        case .choice(let words): return [.init(key: "enum", value: .array(words.map(JSONValue.string)))]
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
        case .either(let values): return [.init(key: "anyOf", value: .array(values.map { .object(members(of: $0)) }))]
        }
    }
}
