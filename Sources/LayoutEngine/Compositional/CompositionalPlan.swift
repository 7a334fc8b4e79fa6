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
    let elementKinds: [ElementKind]

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
        var kinds: [ElementKind] = []
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

    func lineRepetition(in section: SectionMeasure) -> LineRepetition {
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

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        let program = program(of: section)
        if let template = program.template { return StampingSolver(program, template: template, from: start) }
        return MeasuringSolver(program, from: start)
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let count = band.elements.count + band.sectionElements.count
        sections[0].mirroring(&band) { band in
            switch edge {
            case .start:
                boundary.append(.start, to: &band)
                boundary.appendMiddle(to: &band)
                band.length = boundary.startGrowth
            case .end:
                boundary.append(.end, to: &band)
                band.length = boundary.endGrowth
            }
        }
        band.crossLength = container[axis.cross]
        return band.elements.count + band.sectionElements.count > count
    }
}
