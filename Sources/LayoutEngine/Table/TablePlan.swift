/// A table in a container.
struct TablePlan: LayoutPlan {
    let definition: TableDefinition
    let container: LayoutSize
    let grid: PixelGrid
    let listBars: ListBars

    init(_ definition: TableDefinition, in container: LayoutSize, grid: PixelGrid) {
        self.definition = definition
        self.container = container
        self.grid = grid
        listBars = ListBars(by: definition, in: container, grid: grid)
    }

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] {
        listBars.elementKinds + (definition.separators == nil ? [] : [Separators.kind])
    }
    /// Before the first section there is no separator.
    func variant(ofSection index: Int) -> Int { definition.separators?.between == .sections && index > 0 ? 1 : 0 }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: definition.rowSpacing)
        traits.keepClear(of: listBars, sticky: definition.list.sticky)
        return traits
    }
    var readsSpans: Bool { definition.columns > 1 }
    /// A row ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { definition.columns > 1 }

    func restartInterval(in section: SectionMeasure) -> Int? { definition.columns > 1 ? nil : 1 }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        definition.columns > 1
            ? TableRowSolver(plan: self, section: section, start: start)
            : TableSolver(plan: self, section: section, start: start)
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        listBars.layOut(edge, into: &band)
    }
}

extension TableDefinition {
    /// The width of a column in a row of a width; not positive if there is no room.
    func columnLength(inRowOf length: Double) -> Double {
        (length + columnSpacing) / Double(columns) - columnSpacing
    }

    /// Across the scroll axis rows are as long as the container.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: axis) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        let rows = rows(in: container, insets: sectionInsets)
        try ContainerFit.check(
            remaining: columnLength(inRowOf: rows.length), of: container, on: axis.cross, path: "$.columns")
        return TablePlan(self, in: container, grid: options.grid)
    }
}
