internal import LayoutText

/// A key of a definition, declared once: its name, its type with its range, its property in Swift, and its meaning. Its
/// default is the value in the object's prototype.
struct DefinitionKey<Root: Sendable>: Sendable {
    let name: String
    let isRequired: Bool
    let description: @Sendable (_ prototype: Root) -> KeyDescription
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
                return KeyDescription(
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

/// A kind of layout: its name, its keys, and how it compiles into a plan.
///
/// A kind has a separate folder, and is registered by its one line in `LayoutKinds`.
protocol DefinitionKind: Sendable, Hashable {
    /// The kind's name, as the value of the key `layout`.
    static var kindName: String { get }

    /// The kind's own keys, without the common ones.
    static var keys: DefinitionObject<Self> { get }

    /// The smallest definition that works: the defaults, with a value for each key that has none.
    static var sample: Self { get }

    /// Which of the container's extents frames depend on.
    var containerDependence: ContainerDependence { get }

    /// Which lengths of an item are taken from its row.
    var measuredLengths: MeasuredLengths { get }

    /// The plan for a container of the given size, in points. Throws where the definition cannot work
    /// in that container. The definition's own numbers have been checked by then.
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan

    /// The common keys that would have no effect: they are refused.
    static var lackedKeys: [String] { get }
    /// Whether its key for mirroring asks for that, which its plan then does; nil if it has no such key.
    var ownMirroring: Bool? { get }
    /// The axes on which it repeats, where it wraps: the scroll axis, and across it.
    var circularAxes: (along: Bool, across: Bool) { get }
    /// How far scrolling may go below 0 and beyond the content, in points.
    var scrollInsets: (start: Double, end: Double) { get }
    /// Whether its own plan uses the overrides of sections.
    var plansOverrides: Bool { get }
}

/// Which of a container's extents the frames of a layout depend on.
enum ContainerDependence: Sendable {
    case none
    /// The extent across an axis alone, on which the layout scrolls.
    case extent(across: LayoutAxis)
    /// Both extents.
    case both
}

extension DefinitionKind {
    static var sample: Self { keys.prototype }
    static var lackedKeys: [String] { [] }
    var ownMirroring: Bool? { nil }
    var circularAxes: (along: Bool, across: Bool) { (true, false) }
    var scrollInsets: (start: Double, end: Double) { (0, 0) }
    var plansOverrides: Bool { false }

    func isEqual(to other: any DefinitionKind) -> Bool { self == other as? Self }

    /// The kind's own members of the JSON text, without members that have their defaults.
    var members: [JSONValue.Member] { Self.keys.members(of: self, leavingOut: Self.keys.prototype) }

    static func read(_ members: [JSONValue.Member]) throws(LayoutError) -> Self {
        try keys.readKeys(members, fallback: keys.prototype)
    }

    static var keyNames: [String] { keys.keys.map(\.name) }

    func checkRule() throws(LayoutError) { try Self.keys.rule(self) }
}

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
                if key.isRequired { throw LayoutError(path: JSONPath.member(key.name), message: "missing") }
                continue
            }
            try LayoutError.at(JSONPath.member(key.name), try key.read(member.value, fallback, &root))
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
        throw LayoutError(path: JSONPath.member(unknown.key), message: "unknown key; \(advice)")
    }
}

/// The lengths of an item that a layout must take from its row: the rest may stay unmeasured.
package struct MeasuredLengths: Sendable, Hashable {
    package var width: Bool
    package var height: Bool

    package init(width: Bool, height: Bool) {
        self.width = width
        self.height = height
    }

    package static let none = MeasuredLengths(width: false, height: false)

    /// The lengths that are also in another set.
    package func intersection(_ other: Self) -> Self {
        Self(width: width && other.width, height: height && other.height)
    }

    /// The length along an axis alone.
    init(along axis: LayoutAxis) { self.init(width: axis == .horizontal, height: axis == .vertical) }
}

extension DefinitionKind {
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: true, height: true) }
}
