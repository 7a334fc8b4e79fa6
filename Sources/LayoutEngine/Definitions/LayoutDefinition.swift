internal import LayoutText

/// A layout as a value: its kind with all parameters, how it comes to rest, and whether it wraps.
///
/// A value and never a closure, so that it can be stored, compared and used as a key. Its JSON text is
/// canonical: equal definitions have equal texts, and defaults are left out.
public struct LayoutDefinition: Sendable, Hashable {
    /// A kind of layout with its parameters: `.table(TableDefinition(rowSpacing: 8))`.
    public struct Kind: Sendable, Hashable {
        let definition: any DefinitionKind

        init(_ definition: any DefinitionKind) {
            self.definition = definition
        }

        /// The parameters, where the layout is of their kind: `kind.definition(as: TableDefinition.self)`.
        public func definition<Definition>(as type: Definition.Type) -> Definition? { definition as? Definition }

        /// Whether both are of one kind and have the same parameters.
        ///
        /// - Complexity: O(size of the definition).
        public static func == (left: Kind, right: Kind) -> Bool { left.definition.isEqual(to: right.definition) }

        /// Hashes the kind and its parameters.
        ///
        /// - Complexity: O(size of the definition).
        public func hash(into hasher: inout Hasher) { definition.hash(into: &hasher) }
    }

    /// The kind of layout, with its parameters.
    public var kind: Kind
    /// How scrolling comes to rest; `nil` where it stays wherever it ends.
    public var snap: SnapDefinition?
    /// Whether the content repeats endlessly in both directions.
    public var wraps: Bool

    /// Makes one from its parts; what is left out has its default.
    public init(_ kind: Kind, snap: SnapDefinition? = nil, wraps: Bool = false) {
        self.kind = kind
        self.snap = snap
        self.wraps = wraps
    }

    /// The kind's name as written in JSON: `table`, `flow`, …
    public var kindName: String { type(of: kind.definition).kindName }

    /// Which lengths of an item its layout takes from the item's row.
    package var measuredLengths: MeasuredLengths { kind.definition.measuredLengths }

    /// Checks a definition that was made in Swift by the rules that reading it from JSON applies.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the first value that cannot work: negative
    ///   or not finite, an extent of 0, …
    /// - Complexity: O(size of the definition).
    public func validate() throws(LayoutError) {
        do throws(LayoutError) {
            try kind.definition.check()
            try CommonKeys.object.check(CommonKeys(snap: snap, wraps: wraps))
        } catch {
            throw error.inside(JSONPath.root)
        }
    }

    /// Checks that a container has a size: that of no layout is negative, or more than 10⁹ points.
    ///
    /// - Parameter container: In points.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the path `container.width` or `container.height`.
    public static func validate(container: LayoutSize) throws(LayoutError) {
        do throws(LayoutError) {
            try DefinitionValue<LayoutSize>.size().check(container)
        } catch {
            throw error.inside("container")
        }
    }

    /// The definition compiled for a container of the given size, in points.
    ///
    /// - Throws: `LayoutError` where a value of the definition cannot work at all (`validate`), where the
    ///   container's size is no size, and where the definition cannot work in this container.
    package func makePlan(in container: LayoutSize) throws(LayoutError) -> any LayoutPlan {
        try Self.validate(container: container)
        try validate()
        return try kind.definition.makePlan(in: container)
    }
}
