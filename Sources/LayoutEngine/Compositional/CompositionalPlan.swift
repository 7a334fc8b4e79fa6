internal import LayoutText

/// A compositional layout in a container: every section's group compiled, headers and footers sized.
struct CompositionalPlan: LayoutPlan {
    private let base: CompositionalDefinition
    /// The definition with the sections that rows of the data set bring after its own.
    private let definition: CompositionalDefinition
    /// The places of these, by their texts.
    private let ownSections: [String: Int]
    private let container: LayoutSize
    private let grid: PixelGrid
    private let sections: [SectionProgram]
    private let boundary: BoundaryLayout
    let elementKinds: [BandBuffer.ElementKind]

    /// Compiles a definition that has been checked, for a container in points. Linear in the size of
    /// the definition and of the groups' templates.
    ///
    /// - Parameter overrides: The texts that replace the definition's sections.
    init(
        _ definition: CompositionalDefinition, in container: LayoutSize, grid: PixelGrid = PixelGrid(),
        overrides: [String] = []
    ) {
        var definition = definition
        definition.sections = definition.sections.map { $0.resolved(in: container) }
        base = definition
        var ownSections: [String: Int] = [:]
        for text in overrides {
            // One that cannot be used is as good as none.
            guard let section = (try? SectionOverride.section(text)) ?? nil else { continue }
            ownSections[text] = definition.sections.count
            definition.sections.append(section)
        }
        self.ownSections = ownSections
        definition.sections = definition.sections.map { $0.resolved(in: container) }
        self.definition = definition
        self.grid = grid
        self.container = container
        var kinds: [BandBuffer.ElementKind] = []
        sections = definition.sections.indices.map { index in
            SectionProgram(definition, section: index, container: container, grid: grid, kinds: &kinds)
        }
        boundary = BoundaryLayout(
            definition.boundaryItems, axis: definition.axis, container: container, insets: .zero, section: nil,
            grid: grid, kinds: &kinds)
        elementKinds = kinds
    }

    var axis: LayoutAxis { definition.axis }

    /// A layout that scrolls vertically is mirrored in its frames; one that scrolls horizontally keeps
    /// them, and the content is turned around as a whole.
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, isMirrored: definition.rightToLeft && axis == .horizontal,
            sectionSpacing: definition.interSectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: wrapSpacing)
        traits.motionReach = sections.compactMap { $0.motion?.reach }.max()
        return traits
    }

    /// Orthogonal sections begin at the right.
    var isOrthogonalMirrored: Bool { definition.rightToLeft && definition.axis == .vertical }

    /// A group of limited length whose subitems are measured ends before the first that does not fit.
    var lineBreaksDependOnNextItem: Bool { sections.contains { $0.group.breaksDependOnItems } }

    func variant(ofSection index: Int) -> Int { base.sectionIndex(for: index) }

    /// The place of a section's definition.
    private func sectionIndex(of section: SectionMeasure) -> Int {
        section.definition.flatMap { ownSections[$0] } ?? base.sectionIndex(for: section.index)
    }

    /// The distance between groups: a carousel is one section that goes round. With several section
    /// definitions it is the distance between sections.
    private var wrapSpacing: Double {
        base.sections.count == 1 ? base.sections[0].interGroupSpacing : base.interSectionSpacing
    }

    func canCutSection(_ section: SectionMeasure) -> Bool { sections[sectionIndex(of: section)].canBeCut }

    /// Groups that are stamped out begin at each multiple of what one holds.
    func restartInterval(in section: SectionMeasure) -> Int? {
        let program = program(of: section)
        guard let template = program.template else { return nil }
        // Badges are stored after all cells of an orthogonal section.
        return program.canBeCut || program.isOrthogonal && template.badges.isEmpty ? template.cells.count : nil
    }

    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition {
        restartInterval(in: section) == nil ? .never : .always
    }

    private func program(of section: SectionMeasure) -> SectionProgram {
        let index = sectionIndex(of: section)
        guard section.hasOwnMeasures else { return sections[index] }
        // All kinds are known from the plan's own compilation, so the list does not grow.
        var kinds = elementKinds
        return SectionProgram(
            definition, section: index, container: container, grid: grid, measure: section, base: sections[index],
            kinds: &kinds)
    }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        let program = program(of: section)
        if let template = program.template { return MeasuringSolver.Stamping(program, template: template, from: start) }
        return MeasuringSolver(program, from: start)
    }

    func layOutBoundary(_ edge: LayoutTraits.BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let count = band.elements.count + band.sectionElements.count
        sections[0].mirroring(&band) { band in
            switch edge {
            case .start:
                boundary.append(.start, to: &band)
                boundary.appendMiddle(to: &band)
                band.length = boundary.startExtension
            case .end:
                boundary.append(.end, to: &band)
                band.length = boundary.endExtension
            }
        }
        band.crossLength = container[axis.cross]
        return band.elements.count + band.sectionElements.count > count
    }
}

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

    var containerAxes: [LayoutAxis] { LayoutAxis.allCases }

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
    var measuredLengths: SelfSizing.Lengths {
        var lengths = SelfSizing.Lengths(width: false, height: false)
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
