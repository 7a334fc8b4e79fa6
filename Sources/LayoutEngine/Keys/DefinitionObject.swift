internal import LayoutText

/// The keys of an object in a definition's JSON, and the value that they are read into.
///
/// A long list of keys is compiled in no time if a caller names the root, as in `DefinitionObject<Self>`. Else the
/// compiler takes up to half a minute to infer it.
struct DefinitionObject<Root: Sendable & Equatable>: Sendable {
    let name: String
    let meaning: String
    /// The defaults of omitted keys.
    let prototype: Root
    var keys: [DefinitionKey<Root>]
    /// Fills in what follows from other keys, once all have been read.
    var complete: @Sendable (inout Root) -> Void = { _ in }
    /// The rule between the keys.
    var rule: @Sendable (Root) throws(LayoutError) -> Void = { _ in }
    /// Additions to the description beside the keys.
    var alternatives: [String] = []
    var companions: [(key: String, needed: String)] = []

    var description: ObjectDescription {
        ObjectDescription(
            name: name, meaning: meaning, keys: keys.map { $0.description(prototype) }, alternatives: alternatives,
            companions: companions)
    }

    /// Reads an object, and refuses keys that it does not have.
    @Sendable func read(_ json: JSONValue, fallback: Root) throws(LayoutError) -> Root {
        let members = try LayoutError.members(of: json)
        let root = try readKeys(members, fallback: fallback)
        try LayoutError.refuseUnknownKeys(of: members, known: keys.map(\.name))
        try rule(root)
        return root
    }

    /// Reads the keys that are the object's own.
    func readKeys(_ members: [JSONValue.Member], fallback: Root) throws(LayoutError) -> Root {
        var root = fallback
        for key in keys {
            guard let member = members.first(where: { ExactString($0.key) == ExactString(key.name) }) else {
                if key.isRequired { throw LayoutError(path: JSONValue.Path.member(key.name), message: "missing") }
                continue
            }
            try LayoutError.at(JSONValue.Path.member(key.name), try key.read(member.value, fallback, &root))
        }
        complete(&root)
        return root
    }

    /// The members to write, in the order in which the keys are declared.
    func members(of root: Root, leavingOut fallback: Root) -> [JSONValue.Member] {
        keys.compactMap { key in
            key.write(root, fallback).map { JSONValue.Member(key: key.name, value: $0) }
        }
    }
}

extension LayoutError {
    package static func members(of json: JSONValue) throws(LayoutError) -> [JSONValue.Member] {
        guard case .object(let members) = json else { throw LayoutError(json, isNot: "an object") }
        return members
    }

    /// Refuses an unknown key; a likely misspelling gets a suggestion.
    package static func refuseUnknownKeys(of members: [JSONValue.Member], known: [String]) throws(LayoutError) {
        let names = Set(known.map(ExactString.init))
        guard let unknown = members.first(where: { !names.contains(ExactString($0.key)) }) else { return }
        let advice =
            SpellingSuggestion.nearest(to: unknown.key, among: known).map { "did you mean “\($0)”?" }
            ?? "known here: \(known.sorted().joined(separator: ", "))"
        throw LayoutError(path: JSONValue.Path.member(unknown.key), message: "unknown key; \(advice)")
    }
}
