internal import LayoutText

extension CompositionalDefinition: DefinitionKind {
    static let kindName = "compositional"

    /// Rows of three cells.
    static let sample = CompositionalDefinition(sections: [
        CompositionalSection(
            group: .group(
                .horizontal, size: CompositionalSize(width: .fractionalWidth(1), height: .absolute(44)),
                dividing: CompositionalItem(
                    size: CompositionalSize(width: .fractionalWidth(1), height: .fractionalHeight(1))), count: 3))
    ])

    var containerDependence: ContainerDependence { .both }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Sections of nested groups, with headers, badges and backgrounds.",
        prototype: CompositionalDefinition(sections: []),
        keys: [
            DefinitionKey("axis", \.axis, .choice(.vertical), "The axis along which the content scrolls."),
            DefinitionKey(
                "interSectionSpacing", \.interSectionSpacing, .length, "The distance between two sections, in points."),
            DefinitionKey(
                "rightToLeft", \.rightToLeft, .flag, "If true, everything is mirrored across: leading is right."),
            DefinitionKey(
                "contentInsetsReference", \.contentInsetsReference, .choice(.safeArea),
                "The environment’s insets that narrow the sections across the axis."),
            DefinitionKey("insets", \.insets, .object(ReferenceInsets.keys), "The environment’s insets, as numbers."),
            DefinitionKey(
                "boundaryItems", \.boundaryItems,
                .list(of: .object(CompositionalBoundaryItem.keys), atMost: CompositionalSection.maximumAttachments),
                "Headers and footers of the whole layout."),
            DefinitionKey(
                "sections", \.sections, .list(of: .object(CompositionalSection.keys), atLeast: 1), isRequired: true,
                "The sections; a data set with more of them repeats the last."),
        ])

    var ownMirroring: Bool? { rightToLeft }
    var plansOverrides: Bool { true }

    private var mirrored: Self {
        var mirrored = self
        mirrored.rightToLeft.toggle()
        return mirrored
    }

    /// The lengths that some item estimates.
    var measuredLengths: MeasuredLengths {
        var lengths = MeasuredLengths(width: false, height: false)
        for section in sections.flatMap({ [$0] + $0.variants.map(\.section) }) {
            for node in section.group.nodes where node.content == .item {
                lengths.width = lengths.width || node.size.width.isEstimated
                lengths.height = lengths.height || node.size.height.isEstimated
            }
        }
        return lengths
    }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        CompositionalPlan(
            rightToLeft == options.rightToLeft ? self : mirrored, in: container, grid: options.grid,
            overrides: options.sections)
    }
}

extension LayoutDefinition.Kind {
    /// Sections of nested groups, with headers, badges and backgrounds.
    public static func compositional(_ definition: CompositionalDefinition) -> Self { Self(definition) }
}

extension CompositionalDefinition.ReferenceInsets {
    static let keys = DefinitionObject(
        name: "referenceInsets", meaning: "The environment’s insets.",
        prototype: CompositionalDefinition.ReferenceInsets(),
        keys: [
            DefinitionKey("safeArea", \.safeArea, .insets(), "The insets of this reference."),
            DefinitionKey("layoutMargins", \.layoutMargins, .insets(), "The insets of this reference."),
            DefinitionKey("readableContent", \.readableContent, .insets(), "The insets of this reference."),
        ])
}

extension CompositionalSection {
    static let prototype = CompositionalSection(group: CompositionalItem(size: .zero))

    static let keys = DefinitionObject<CompositionalSection>(
        name: "section", meaning: "A group, repeated as long as there are items.", prototype: prototype,
        keys: ownKeys + [
            DefinitionKey(
                "variants", \.variants, .list(of: .object(CompositionalVariant.keys)),
                "Sections with conditions: the first whose condition holds replaces this one.")
        ], rule: { (section) throws(LayoutError) in try section.checkMotion() })

    /// Refuses motion in a section that does not scroll by itself.
    func checkMotion() throws(LayoutError) {
        guard motion != nil, orthogonalScrolling == .none else { return }
        throw LayoutError(path: ".motion", message: "needs a section with orthogonalScrolling")
    }

    /// The keys that a section has wherever it stands.
    static let ownKeys: [DefinitionKey<CompositionalSection>] = [
        DefinitionKey("group", \.group, .outermostGroup, isRequired: true, "The outermost group."),
        DefinitionKey(
            "interGroupSpacing", \.interGroupSpacing, .distance,
            "The distance between two groups, in points; a negative one laps them over each other."),
        DefinitionKey(
            "contentInsets", \.contentInsets, .insets(.any),
            "The space around the groups, inside headers and footers; a row of `section` can override each."),
        DefinitionKey(
            "orthogonalScrolling", \.orthogonalScrolling, .choice(.none),
            "The scrolling of the section across its layout."),
        DefinitionKey(
            "motion", \.motion, .choice(.stack),
            "In a section that scrolls across. " + LayoutMotion.meaning),
        DefinitionKey(
            "boundaryItems", \.boundaryItems,
            .list(of: .object(CompositionalBoundaryItem.keys), atMost: maximumAttachments),
            "Headers and footers of the section."),
        DefinitionKey(
            "decorations", \.decorations,
            .list(of: .object(CompositionalDecorationItem.keys), atMost: maximumAttachments),
            "Backgrounds of the section."),
        DefinitionKey(
            "supplementariesFollowContentInsets", \.supplementariesFollowContentInsets, .flag,
            "If true, boundary items keep within the section’s insets across the axis."),
        DefinitionKey(
            "contentInsetsReference", \.contentInsetsReference, .insetsReference,
            "The environment’s insets that narrow this section. Default or `automatic`: the layout's setting."),
    ]
}

extension DefinitionValue where Value == CompositionalDefinition.InsetsReference? {
    /// A reference of a section's own, for which `automatic` stands for none.
    fileprivate static var insetsReference: Self {
        let automatic = "automatic"
        let words = CompositionalDefinition.InsetsReference.allCases.map(\.rawValue) + [automatic]
        return Self(
            .choice(words), placeholder: nil, write: { .string($0?.rawValue ?? automatic) },
            read: { (json) throws(LayoutError) in
                CompositionalDefinition.InsetsReference(rawValue: try LayoutError.word(json, among: words))
            })
    }
}
