/// A table in a container.
struct TablePlan: ListPlan {
    let list: ListSetting<TableDefinition>

    var lineSpacing: Double { definition.rowSpacing }
    var readsSpans: Bool { definition.columns > 1 }
    /// A row ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { definition.columns > 1 }

    var traits: LayoutTraits {
        var traits = listTraits
        traits.groupsRows = definition.list.background != nil
        traits.stacksItems = definition.columns == 1
        traits.hasRowsOfSeveral = traits.groupsRows && definition.columns > 1
        return traits
    }

    func restartInterval(in section: SectionMeasure) -> Int? { definition.columns > 1 ? nil : 1 }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        definition.columns > 1
            ? TableRowSolver(plan: self, section: section, start: start)
            : TableSolver(plan: self, section: section, start: start)
    }
}

extension TableDefinition {
    /// The width of a column in a row of a width; not positive if there is no room.
    func columnLength(inRowOf length: Double) -> Double {
        (length + columnSpacing) / Double(columns) - columnSpacing
    }

    /// Across the scroll axis rows are as long as the container; where text wraps, a width is the length of a text.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: wrap == nil ? axis : axis.cross) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        let rows = items(in: container, insets: sectionInsets)
        try ContainerFit.check(
            remaining: columnLength(inRowOf: rows.length), of: container, on: axis.cross, path: "$.columns")
        return TablePlan(list: ListSetting(self, in: container, grid: options.grid))
    }
}
