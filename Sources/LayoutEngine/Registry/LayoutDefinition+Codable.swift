internal import LayoutText

extension LayoutDefinition: Codable {
    /// Reads a definition, in the form that ``json`` has.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the fault, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(value: JSONValue(from: decoder))
    }

    /// Writes the definition, in the form that ``json`` has.
    public func encode(to encoder: any Encoder) throws {
        try jsonValue.encode(to: encoder)
    }
}
