// With the error that each call here throws.
@_exported public import LayoutText

/// A layout as a value: its kind with all parameters, its snapping, and whether it wraps.
///
/// A value and never a closure, so that it can be stored, compared and used as a key. Its JSON text is
/// canonical: equal definitions have equal texts, and defaults are left out.
public struct LayoutDefinition: Sendable, Hashable {
    /// A kind of layout with its parameters: `.table(TableDefinition(rowSpacing: 8))`.
    public struct Kind: Sendable, Hashable {
        let definition: any DefinitionKind

        init(_ definition: any DefinitionKind) { self.definition = definition }

        /// The parameters, where the layout is of their kind: `kind.definition(as: TableDefinition.self)`.
        package func definition<Definition>(as type: Definition.Type) -> Definition? { definition as? Definition }

        /// Returns true if both are of one kind and have the same parameters.
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
    /// The snapping of scroll gestures; `nil` if they may end anywhere.
    public var snap: SnapDefinition?
    /// True if the content repeats endlessly in both directions.
    public var wraps: Bool
    /// Pixels for one point, to whose grid frames are rounded; `nil`: they are not rounded.
    public var scale: Double?
    /// True if everything is mirrored, so that leading is right.
    ///
    /// A compositional layout has a property of that name; either of them mirrors it.
    public var rightToLeft: Bool
    /// The treatment of a section without items.
    public var emptySections: EmptySections
    /// The lengths that cells, headers and footers on the screen may give themselves.
    public var selfSizing: SelfSizing

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        _ kind: Kind, snap: SnapDefinition? = nil, wraps: Bool = false, scale: Double? = nil,
        rightToLeft: Bool = false, emptySections: EmptySections = .keep, selfSizing: SelfSizing = .unmeasured
    ) {
        self.kind = kind
        self.snap = snap
        self.wraps = wraps
        self.scale = scale
        self.rightToLeft = rightToLeft
        self.emptySections = emptySections
        self.selfSizing = selfSizing
    }

    /// The kind's name as written in JSON: `table`, `flow`, …
    public var kindName: String { type(of: kind.definition).kindName }

    /// Which lengths of an item its layout takes from the item's row.
    package var measuredLengths: SelfSizing.Lengths { kind.definition.measuredLengths }

    /// Checks a definition that was made in Swift by the rules that reading it from JSON applies.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the first value that cannot work: negative
    ///   or not finite, an extent of 0, …
    /// - Complexity: O(size of the definition).
    public func validate() throws(LayoutError) {
        do throws(LayoutError) {
            _ = try Self.read(jsonValue)
            // A value that is left out because it is the default may not be one that works.
            try kind.definition.checkRule()
        } catch {
            throw error.inside(JSONValue.Path.root)
        }
    }

    /// Refuses a pinned header or footer of a list that repeats: it has no ends.
    func checkPinning() throws(LayoutError) {
        guard wraps, let list = (kind.definition as? any SectionedDefinitionWithBars)?.list else { return }
        guard list.pinListHeader || list.pinListFooter else { return }
        throw LayoutError(
            path: list.pinListHeader ? ".pinListHeader" : ".pinListFooter",
            message: "cannot stand beside wraps: content that repeats has no ends")
    }

    /// Checks a container's size: no extent may be negative, or more than 10⁹ points.
    ///
    /// - Parameter container: In points.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition` with the path `container.width` or `container.height`.
    package static func validate(container: LayoutSize) throws(LayoutError) {
        try LayoutError.at("container", try DefinitionValue<LayoutSize>.size().check(container))
    }

    /// The definition compiled for a container of the given size, in points.
    ///
    /// - Throws: `LayoutError` where a value of the definition cannot work at all (`validate`), and where the
    ///   container's size is no size. Also where the definition cannot work in this container.
    ///
    /// - Parameter sections: The overrides of the data set's sections, each text once.
    package func makePlan(in container: LayoutSize, sections: [String] = []) throws(LayoutError) -> any LayoutPlan {
        try Self.validate(container: container)
        try validate()
        let definition = kind.definition
        var options = options
        options.sections = sections
        let plan = try definition.makePlan(in: container, options: options)
        return FinishedPlan(plan, of: definition, in: container, options: options) ?? plan
    }

    /// Returns the reason why a section's own definition cannot be used in a container; nil if it can.
    ///
    /// - Returns: An error with the JSON path of the fault.
    package func fault(ofSectionDefinition text: String, in container: LayoutSize) -> LayoutError? {
        do throws(LayoutError) {
            _ = try kind.definition.makePlan(overriddenBy: text, in: container, options: options)
            return nil
        } catch {
            return error.inside(JSONValue.Path.root)
        }
    }

    /// How far scrolling may go below 0 and beyond the content: the container's insets before it and after it.
    package var scrollInsets: (start: Double, end: Double) { kind.definition.scrollInsets }

    var options: PlanOptions {
        PlanOptions(
            grid: PixelGrid(scale: scale), rightToLeft: rightToLeft || kind.definition.ownMirroring == true,
            hidesEmptySections: emptySections == .hide, wraps: wraps)
    }
}

extension LayoutDefinition {
    /// Which lengths of its sections' headers or footers a layout takes from the sections' rows.
    ///
    /// - Parameter elementKind: `header` or `footer`; others have no row.
    package func measuredLengths(ofBar elementKind: String) -> SelfSizing.Lengths {
        var lengths = SelfSizing.Lengths(width: false, height: false)
        guard elementKind == "header" || elementKind == "footer" else { return lengths }
        if let list = kind.definition as? any SectionedDefinitionWithBars {
            // A header that shrinks has another length on the screen than in its section.
            let isShrinking = elementKind == "header" && list.list.minimumHeaderLength(list.axis) != nil
            return isShrinking ? lengths : SelfSizing.Lengths(along: list.axis)
        }
        guard let definition = kind.definition as? CompositionalDefinition else { return lengths }
        for section in definition.sections.flatMap({ [$0] + $0.variants.map(\.section) }) {
            for item in section.boundaryItems where item.elementKind == elementKind {
                lengths.width = lengths.width || item.size.width.isEstimated
                lengths.height = lengths.height || item.size.height.isEstimated
            }
        }
        return lengths
    }

    /// Whether frames can differ between two containers.
    ///
    /// Tables, cards, flows and waterfalls go by the extent across their scroll axis alone, sheets and canvases by
    /// neither. A compositional layout may take fractions of both.
    ///
    /// - Parameters:
    ///   - old: The one container, in points.
    ///   - new: The other container, in points.
    package func depends(onChangeFrom old: LayoutSize, to new: LayoutSize) -> Bool {
        kind.definition.containerAxes.contains { old[$0] != new[$0] }
    }

    /// The keys that kinds of layouts share, except the ones that they lack.
    private static let commonKeys = DefinitionObject<LayoutDefinition>(
        name: "layout", meaning: "The keys of every kind of layout.", prototype: .canvas,
        keys: [
            DefinitionKey(
                "snap", \.snap, .object(SnapDefinition.keys), "The target of scroll gestures. Default: any offset."),
            DefinitionKey("wraps", \.wraps, .flag, "If true, the content repeats endlessly in both directions."),
            DefinitionKey(
                "scale", \.scale, .number(.positiveUpTo(16)),
                "Pixels for one point, to whose grid frames are rounded. Items that are half a pixel too long still "
                    + "fit into a line or group. Default: not rounded; 1/64 point too long fits."),
            DefinitionKey(
                "emptySections", \.emptySections, .choice(.keep),
                "The treatment of a section without items: it keeps its room, or takes none at all."),
            DefinitionKey(
                "rightToLeft", \.rightToLeft, .flag,
                "If true, everything is mirrored: leading is right. A sheet that is narrower than the container stands "
                    + "at its right edge. Content that scrolls along x is mirrored within itself."),
            DefinitionKey(
                "selfSizing", \.selfSizing, .choice(.unmeasured),
                "The lengths that cells, headers and footers may give themselves: none, only missing ones, all."),
        ])

    /// The shared keys that a kind takes.
    ///
    /// - Parameter takesAll: Whether those count as well that would have no effect.
    static func commonKeys(
        of kind: any DefinitionKind.Type, takesAll: Bool = false
    ) -> DefinitionObject<LayoutDefinition> {
        let others = (takesAll ? [] : kind.lackedKeys) + kind.keyNames
        var own = commonKeys
        own.keys.removeAll { others.contains($0.name) }
        return own
    }

    /// Refuses a member of a definition that would have no effect in its kind.
    static func refuseLackedKeys(in members: [JSONValue.Member], of kind: any DefinitionKind.Type) throws(LayoutError) {
        let lacked = Set(kind.lackedKeys.map(ExactString.init))
        for member in members where lacked.contains(ExactString(member.key)) {
            throw LayoutError(
                path: JSONValue.Path.member(member.key), message: "has no effect in a layout of kind \(kind.kindName)")
        }
    }
}

extension DefinitionKind {
    /// Its own keys, and the common ones that it takes.
    static var description: ObjectDescription {
        var description = keys.description
        description.keys += LayoutDefinition.commonKeys(of: self).description.keys
        return description
    }
}
