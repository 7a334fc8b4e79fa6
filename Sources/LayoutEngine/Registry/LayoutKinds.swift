package import LayoutText

/// All kinds of layouts, in the order in which they are listed.
enum LayoutKinds {
    static let all: [any DefinitionKind.Type] = [
        TableDefinition.self, CardDefinition.self, FlowDefinition.self, CompositionalDefinition.self,
        WaterfallDefinition.self, JustifiedDefinition.self, SpreadsheetDefinition.self, CanvasDefinition.self,
    ]

    static func kind(named name: String) -> (any DefinitionKind.Type)? { all.first { $0.kindName == name } }
}

extension LayoutDefinition {
    /// Returns a layout of rows that are as wide as the container.
    public static func table(_ definition: TableDefinition = TableDefinition()) -> Self { Self(.table(definition)) }

    /// Returns a layout of cards that cover each other.
    public static func card(_ definition: CardDefinition) -> Self { Self(.card(definition)) }

    /// Returns a layout of lines that break where the container ends.
    public static func flow(_ definition: FlowDefinition = FlowDefinition()) -> Self { Self(.flow(definition)) }

    /// Returns a layout of nested groups.
    public static func compositional(_ definition: CompositionalDefinition) -> Self {
        Self(.compositional(definition))
    }

    /// Returns a layout of nested groups, from the sections that a closure lists.
    public static func compositional(
        axis: LayoutAxis = .vertical, interSectionSpacing: Double = 0,
        @DefinitionBuilder<CompositionalSection> sections: () -> [CompositionalSection]
    ) -> Self {
        .compositional(
            CompositionalDefinition(axis: axis, interSectionSpacing: interSectionSpacing, sections: sections))
    }

    /// Returns a layout of columns, each item in the shortest one.
    public static func waterfall(_ definition: WaterfallDefinition) -> Self { Self(.waterfall(definition)) }

    /// Returns a layout of rows of photos that fill the container's width.
    public static func justified(_ definition: JustifiedDefinition) -> Self { Self(.justified(definition)) }

    /// Returns a layout of rows and columns that scrolls both ways.
    public static func spreadsheet(_ definition: SpreadsheetDefinition) -> Self { Self(.spreadsheet(definition)) }

    /// Returns a layout whose frames come from the items.
    public static var canvas: Self { Self(.canvas(CanvasDefinition())) }

    static let kindKey = "layout"

    /// Reads a definition from JSON text.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the fault. Unknown keys, wrong types,
    ///   negative or zero extents, and numbers that are not finite or beyond 10⁹ are all refused. If the text is not
    ///   JSON, the error has the line and column.
    /// - Complexity: O(length of the text).
    public init(json: String) throws(LayoutError) {
        try self.init(value: JSONValue(parsing: json, orThrow: .invalidDefinition))
    }

    /// Reads a definition from a parsed JSON value.
    package init(value: JSONValue) throws(LayoutError) {
        self = try LayoutError.at(JSONValue.Path.root, try Self.read(value))
    }

    static func read(_ value: JSONValue) throws(LayoutError) -> LayoutDefinition {
        let members = try LayoutError.members(of: value)
        let type = try kind(of: value)
        let definition = try type.read(members)
        let shared = LayoutDefinition.commonKeys(of: type)
        let layout = try shared.readKeys(members, fallback: LayoutDefinition(Kind(definition)))
        let known = [kindKey] + type.keyNames + shared.keys.map(\.name)
        try LayoutDefinition.refuseLackedKeys(in: members, of: type)
        try LayoutError.refuseUnknownKeys(of: members, known: known)
        try definition.checkRule()
        try layout.checkPinning()
        return layout
    }

    private static func kind(of value: JSONValue) throws(LayoutError) -> any DefinitionKind.Type {
        let path = JSONValue.Path.member(kindKey)
        guard let word = value[kindKey] else {
            throw LayoutError(path: path, message: "missing; one of \(kindNames.joined(separator: ", "))")
        }
        let name = try LayoutError.at(path, try LayoutError.word(word, among: kindNames))
        guard let kind = LayoutKinds.kind(named: name) else {
            throw LayoutError(path: path, message: "“\(name)” is not known")
        }
        return kind
    }

    /// The definition as a JSON value; defaults are left out.
    package var jsonValue: JSONValue {
        let shared = LayoutDefinition.commonKeys(of: type(of: kind.definition), takesAll: true)
        return .object(
            [JSONValue.Member(key: Self.kindKey, value: .string(kindName))] + kind.definition.members
                + shared.members(of: self, leavingOut: LayoutDefinition(kind)))
    }

    /// The definition as canonical JSON text: `LayoutDefinition(json: definition.json)` equals it.
    ///
    /// - Complexity: O(length of the text).
    public var json: String { jsonValue.text }
}

extension LayoutDefinition: Codable {
    /// Reads a definition, in the form that ``json`` has.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the fault, and what the decoder throws.
    public init(from decoder: any Decoder) throws { try self.init(value: JSONValue(from: decoder)) }

    /// Writes the definition, in the form that ``json`` has.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws { try jsonValue.encode(to: encoder) }
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

    /// All keys of a kind as data; nil if there is no such kind.
    package static func description(ofKind name: String) -> ObjectDescription? {
        LayoutKinds.kind(named: name).map { $0.description }
    }
}

/// Builds a JSON Schema (draft 2020-12) from the keys' descriptions.
private struct JSONSchema {
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

    private mutating func members(of value: ObjectDescription.Value) -> [JSONValue.Member] {
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
