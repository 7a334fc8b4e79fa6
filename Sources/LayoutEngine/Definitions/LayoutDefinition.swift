/// A layout as a value: its kind with all parameters, how it comes to rest, and whether it wraps.
///
/// A value and never a closure, so that it can be stored, compared and used as a key. Its JSON text is
/// canonical: equal definitions have equal texts, and defaults are left out.
public struct LayoutDefinition: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case table(TableDefinition)
        case card(CardDefinition)
        case flow(FlowDefinition)
        case compositional(CompositionalDefinition)
        case waterfall(WaterfallDefinition)
        case spreadsheet(SpreadsheetDefinition)
        case canvas(CanvasDefinition)
    }

    public var kind: Kind
    /// How scrolling comes to rest; `nil` where it stays wherever it ends.
    public var snap: SnapDefinition?
    /// Whether the content repeats endlessly in both directions.
    public var wraps: Bool

    public init(_ kind: Kind, snap: SnapDefinition? = nil, wraps: Bool = false) {
        self.kind = kind
        self.snap = snap
        self.wraps = wraps
    }

    /// The kind's name as written in JSON: `table`, `flow`, …
    public var kindName: String { kindWord.rawValue }

    /// Checks all numbers, for a definition made in code: the same rules that reading it applies.
    ///
    /// Throws at the first value that cannot work: negative or not finite, an extent of 0, …
    public func validate() throws(DefinitionError) {
        _ = try LayoutDefinition(value: jsonValue)
    }

    /// The definition compiled for a container of the given size, in points.
    ///
    /// Throws where a value of the definition cannot work at all (`validate`), where the container's size is
    /// no size, and where the definition cannot work in this container.
    public func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        try NumberRange.nonNegative.check(container.width, at: "container.width")
        try NumberRange.nonNegative.check(container.height, at: "container.height")
        try validate()
        return try coding.makePlan(in: container)
    }

    /// The value inside the kind, as what all kinds have in common.
    var coding: any DefinitionCoding {
        switch kind {
        case .table(let definition): definition
        case .card(let definition): definition
        case .flow(let definition): definition
        case .compositional(let definition): definition
        case .waterfall(let definition): definition
        case .spreadsheet(let definition): definition
        case .canvas(let definition): definition
        }
    }
}
