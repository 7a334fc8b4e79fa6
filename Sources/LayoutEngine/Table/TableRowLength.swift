extension LayoutDefinition {
    /// Whether items are rows one after another, so that a longer one moves only what comes after it.
    package var stacksRows: Bool { (kind.definition as? TableDefinition)?.columns == 1 && !wraps }

    /// The length along the scroll axis of an item's row; nil if items are not rows one after another.
    ///
    /// - Parameter plan: Made of this definition.
    package func rowLength(
        of item: ItemMeasure, in section: SectionMeasure, by plan: any LayoutPlan
    ) -> Double? {
        // A section may have another number of columns.
        guard stacksRows, plan.restartInterval(in: section) == 1 else { return nil }
        var solver = plan.makeSolver(for: section, from: BandStart(itemIndex: 1))
        var band = BandBuffer()
        _ = solver.place([item], in: 0..<1, limit: 1, into: &band)
        return band.cells.first?.frame.length(plan.traits.axis)
    }
}
