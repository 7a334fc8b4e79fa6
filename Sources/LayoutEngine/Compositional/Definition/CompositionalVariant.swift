/// A replacement of a section in containers of certain sizes.
public struct CompositionalVariant: Sendable, Hashable {
    /// Sizes of a container, in points. Bounds are included, and all given bounds must hold.
    public struct Condition: Sendable, Hashable {
        /// The least width; `nil`: any.
        public var minWidth: Double?
        /// The greatest width; `nil`: any.
        public var maxWidth: Double?
        /// The least height; `nil`: any.
        public var minHeight: Double?
        /// The greatest height; `nil`: any.
        public var maxHeight: Double?

        /// Makes one from its parts; omitted ones do not count.
        public init(
            minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil
        ) {
            self.minWidth = minWidth
            self.maxWidth = maxWidth
            self.minHeight = minHeight
            self.maxHeight = maxHeight
        }

        func holds(in container: LayoutSize) -> Bool {
            container.width >= minWidth ?? -.infinity && container.width <= maxWidth ?? .infinity
                && container.height >= minHeight ?? -.infinity && container.height <= maxHeight ?? .infinity
        }
    }

    /// The containers that it is for.
    public var when: Condition
    /// The section that stands there. Its own variants do not count.
    public var section: CompositionalSection

    /// Makes one from its parts.
    public init(when: Condition, section: CompositionalSection) {
        self.when = when
        self.section = section
    }
}

extension CompositionalSection {
    /// The section in a container: the first of its variants that holds there, else itself.
    func resolved(in container: LayoutSize) -> CompositionalSection {
        variants.first { $0.when.holds(in: container) }?.section ?? self
    }
}

extension CompositionalVariant {
    static let keys = DefinitionObject<CompositionalVariant>(
        name: "variant", meaning: "A replacement of a section in containers of certain sizes.",
        prototype: CompositionalVariant(when: Condition(), section: CompositionalSection.prototype),
        keys: [
            DefinitionKey("when", \.when, .object(Condition.keys), isRequired: true, "The containers that it is for.")
        ] + CompositionalSection.ownKeys.map { $0.inside(\CompositionalVariant.section) },
        rule: { (variant) throws(LayoutError) in try variant.section.checkMotion() })
}

extension CompositionalVariant.Condition {
    static let keys = DefinitionObject(
        name: "condition", meaning: "Sizes of the container; all written bounds must hold.",
        prototype: CompositionalVariant.Condition(),
        keys: [
            DefinitionKey("minWidth", \.minWidth, .length, "The least width, in points."),
            DefinitionKey("maxWidth", \.maxWidth, .length, "The greatest width, in points."),
            DefinitionKey("minHeight", \.minHeight, .length, "The least height, in points."),
            DefinitionKey("maxHeight", \.maxHeight, .length, "The greatest height, in points."),
        ])
}
