internal import LayoutText

/// Reads a definition's object key by key, knows the path it is at, and in the end refuses what it
/// was not asked for.
///
/// Every getter marks its key as known, whether it is there or not; `finish` then rejects all other
/// keys. So the keys of a definition are told once: where they are read.
struct DefinitionReader {
    /// The object's own path.
    let path: String
    private let members: [JSONValue.Member]
    private var knownKeys: [String] = []

    /// Begins to read a value that has to be an object.
    init(_ value: JSONValue, path: String = JSONPath.root) throws(DefinitionError) {
        guard case .object(let members) = value else { throw Self.wrongType(value, path: path, expected: "an object") }
        self.members = members
        self.path = path
    }

    /// The path of the member with the given key.
    func path(of key: String) -> String { JSONPath.member(key, of: path) }

    /// The value of a key, or `nil` where it is not written.
    mutating func value(_ key: String) -> JSONValue? {
        if !knownKeys.contains(key) { knownKeys.append(key) }
        return members.first { $0.key == key }?.value
    }

    /// Tells whether a key is written, and marks it as known.
    mutating func has(_ key: String) -> Bool { value(key) != nil }

    /// A fault at the given key.
    func fault(at key: String, _ message: String) -> DefinitionError {
        DefinitionError(path: path(of: key), message: message)
    }

    /// A fault of the object as a whole.
    func fault(_ message: String) -> DefinitionError { DefinitionError(path: path, message: message) }

    static func wrongType(_ value: JSONValue, path: String, expected: String) -> DefinitionError {
        DefinitionError(path: path, message: "expected \(expected), found \(value.kindName)")
    }

    /// Rejects the keys that no getter has asked for; a likely misspelling gets a suggestion.
    consuming func finish() throws(DefinitionError) {
        guard let unknown = members.first(where: { !knownKeys.contains($0.key) }) else { return }
        var message = "unknown key"
        if let nearest = SpellingSuggestion.nearest(to: unknown.key, among: knownKeys) {
            message += "; did you mean \"\(nearest)\"?"
        } else {
            message += "; known here: \(knownKeys.sorted().joined(separator: ", "))"
        }
        throw DefinitionError(path: path(of: unknown.key), message: message)
    }
}
