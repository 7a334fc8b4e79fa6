internal import LayoutText

/// A key of a definition, declared once: its name, its type with its range, its property in Swift, and its meaning. Its
/// default is the value in the object's prototype.
struct DefinitionKey<Root: Sendable>: Sendable {
    let name: String
    let isRequired: Bool
    let description: @Sendable (_ prototype: Root) -> ObjectDescription.Key
    /// Reads a value into its place.
    let read: @Sendable (JSONValue, _ fallback: Root, inout Root) throws(LayoutError) -> Void
    /// The value as JSON, or nil if it is omitted.
    let write: @Sendable (Root, _ fallback: Root) -> JSONValue?
}

extension DefinitionKey {
    /// A key with a default, or one that has to be there; that one is always written.
    ///
    /// - Parameter tellsDefault: Whether the prototype holds its default; else the key that holds the object does.
    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Root, Value> & Sendable, _ type: DefinitionValue<Value>,
        isRequired: Bool = false, tellsDefault: Bool = true, _ meaning: String
    ) {
        self.init(
            name: name, isRequired: isRequired,
            description: { prototype in
                let value = prototype[keyPath: place]
                return ObjectDescription.Key(
                    name: name, value: type.description, isRequired: isRequired,
                    defaultValue: isRequired || !tellsDefault ? nil : type.write(value, type.placeholder),
                    meaning: meaning)
            },
            read: { (json, fallback, root) throws(LayoutError) in
                root[keyPath: place] = try type.read(json, fallback[keyPath: place])
            },
            write: { root, fallback in
                let value = root[keyPath: place]
                let usual = fallback[keyPath: place]
                return isRequired || value != usual ? type.write(value, usual) : nil
            })
    }

    /// A key without a default, whose value is nil if it is omitted.
    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Root, Value?> & Sendable, _ type: DefinitionValue<Value>,
        _ meaning: String
    ) { self.init(name, place, type.orNone, tellsDefault: false, meaning) }

    /// This key in an object that holds the one that has it.
    func inside<Outer>(_ place: any WritableKeyPath<Outer, Root> & Sendable) -> DefinitionKey<Outer> {
        DefinitionKey<Outer>(
            name: name, isRequired: isRequired, description: { description($0[keyPath: place]) },
            read: { (json, fallback, outer) throws(LayoutError) in
                try read(json, fallback[keyPath: place], &outer[keyPath: place])
            }, write: { write($0[keyPath: place], $1[keyPath: place]) })
    }
}
