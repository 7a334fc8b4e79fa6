extension LayoutDefinition {
    /// Which lengths of its sections' headers or footers a layout takes from the sections' rows.
    ///
    /// - Parameter elementKind: `header` or `footer`; others have no row.
    package func measuredLengths(ofBar elementKind: String) -> MeasuredLengths {
        var lengths = MeasuredLengths(width: false, height: false)
        guard elementKind == "header" || elementKind == "footer" else { return lengths }
        if let list = kind.definition as? any SectionedDefinitionWithBars {
            // A header that shrinks has another length on the screen than in its section.
            let isShrinking = elementKind == "header" && list.list.minimumHeaderLength(list.axis) != nil
            return isShrinking ? lengths : MeasuredLengths(along: list.axis)
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
}
