/// A compositional layout in a container: every section's group compiled, headers and footers sized.
struct CompositionalPlan: LayoutPlan {
    private let definition: CompositionalDefinition
    private let container: LayoutSize
    private let sections: [SectionProgram]
    private let boundary: BoundaryLayout
    private let kinds: ElementKindTable

    /// Compiles a definition that has been checked, for a container in points. Linear in the size of
    /// the definition and of the groups' templates.
    init(_ definition: CompositionalDefinition, in container: LayoutSize) {
        self.definition = definition
        self.container = container
        var kinds = ElementKindTable()
        sections = definition.sections.indices.map { index in
            SectionProgram(definition, section: index, container: container, kinds: &kinds)
        }
        boundary = BoundaryLayout(
            definition.boundaryItems, axis: definition.axis, container: container, insets: .zero, section: nil,
            kinds: &kinds)
        self.kinds = kinds
    }

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { kinds.kinds }

    /// A layout that scrolls vertically is mirrored in its frames; one that scrolls horizontally keeps
    /// them, and the content is turned around as a whole.
    var traits: LayoutTraits {
        LayoutTraits(
            axis: axis, isMirrored: definition.rightToLeft && axis == .horizontal,
            sectionSpacing: definition.interSectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: wrapSpacing)
    }

    /// Orthogonal sections begin at the right.
    var isOrthogonalMirrored: Bool { definition.rightToLeft && definition.axis == .vertical }

    /// A group of limited length whose subitems are measured ends before the first that does not fit.
    var lineBreaksDependOnNextItem: Bool { sections.contains { $0.group.breaksDependOnItems } }

    func variant(ofSection index: Int) -> Int { definition.sectionIndex(for: index) }

    /// The distance between groups: a carousel is one section that goes round. With several section
    /// definitions it is the distance between sections.
    private var wrapSpacing: Double {
        definition.sections.count == 1 ? definition.sections[0].interGroupSpacing : definition.interSectionSpacing
    }

    func canCutSection(_ section: SectionMeasure) -> Bool {
        sections[definition.sectionIndex(for: section.index)].canBeCut
    }

    /// Groups that are stamped out begin at each multiple of what one holds.
    func restartInterval(in section: SectionMeasure) -> Int? {
        let program = sections[definition.sectionIndex(for: section.index)]
        return program.canBeCut ? program.template.map(\.cells.count) : nil
    }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        let index = definition.sectionIndex(for: section.index)
        var program = sections[index]
        if section != SectionMeasure(index: section.index) {
            // All kinds are known from the plan's own compilation, so the table does not grow.
            var kinds = kinds
            program = SectionProgram(
                definition, section: index, container: container, measure: section, base: program, kinds: &kinds)
        }
        if let template = program.template { return StampingSolver(program, template: template, from: start) }
        return MeasuringSolver(program, from: start)
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let firstElement = band.elements.count
        let firstSectionElement = band.sectionElements.count
        switch edge {
        case .start:
            boundary.appendStart(to: &band)
            boundary.appendMiddle(to: &band)
            band.length = boundary.startGrowth
        case .end:
            boundary.appendEnd(boxEnd: 0, to: &band)
            band.length = boundary.endGrowth
        }
        band.crossLength = container[axis.cross]
        sections[0].mirror(&band, elementsFrom: firstElement, sectionElementsFrom: firstSectionElement)
        return band.elements.count > firstElement || band.sectionElements.count > firstSectionElement
    }
}

/// The element kinds that a plan's solvers name by index, each once.
struct ElementKindTable: Sendable {
    private(set) var kinds: [ElementKind] = []

    /// The kind's index; a new kind goes to the end.
    mutating func index(of kind: ElementKind) -> Int {
        if let index = kinds.firstIndex(of: kind) { return index }
        kinds.append(kind)
        return kinds.count - 1
    }
}
