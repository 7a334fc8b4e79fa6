internal import LayoutText

/// The keys of an object in a definition, in words, for a reference or a help text.
package struct DefinitionReference: Sendable, Hashable {
    /// A key in words.
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
