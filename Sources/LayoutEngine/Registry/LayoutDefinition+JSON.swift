package import LayoutText

extension LayoutDefinition {
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
        self = try LayoutError.at(JSONPath.root, try Self.read(value))
    }

    static func read(_ value: JSONValue) throws(LayoutError) -> LayoutDefinition {
        let members = try LayoutError.members(of: value)
        let type = try kind(of: value)
        let definition = try type.read(members)
        let shared = CommonKeys.object(of: type)
        let layout = try shared.readKeys(members, fallback: LayoutDefinition(Kind(definition)))
        let known = [kindKey] + type.keyNames + shared.keys.map(\.name)
        try CommonKeys.refuseLackedKeys(in: members, of: type)
        try LayoutError.refuseUnknownKeys(of: members, known: known)
        try definition.checkRule()
        try layout.checkPinning()
        return layout
    }

    private static func kind(of value: JSONValue) throws(LayoutError) -> any DefinitionKind.Type {
        let path = JSONPath.member(kindKey)
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
        let shared = CommonKeys.object(of: type(of: kind.definition), takesAll: true)
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
