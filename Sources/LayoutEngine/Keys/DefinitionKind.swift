internal import LayoutText

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

    /// The axes of the container on whose extents frames depend.
    var containerAxes: [LayoutAxis] { get }

    /// Which lengths of an item are taken from its row.
    var measuredLengths: SelfSizing.Lengths { get }

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

extension DefinitionKind {
    static var sample: Self { keys.prototype }
    var measuredLengths: SelfSizing.Lengths { SelfSizing.Lengths(width: true, height: true) }
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
