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
