extension LayoutPlan {
    /// The length along the scroll axis of an item's row; nil if items do not follow one another there.
    package func rowLength(of item: ItemMeasure, in section: SectionMeasure) -> Double? {
        // A section may have another number of columns.
        guard stacksItems(in: section) else { return nil }
        var solver = makeSolver(for: section, from: BandStart(itemIndex: 1))
        var band = BandBuffer()
        _ = solver.place([item], in: 0..<1, limit: 1, into: &band)
        return band.cells.first?.frame.length(traits.axis)
    }
}
