/// Which lengths of an item a layout takes from its row, and cannot do without: the others may stay unmeasured.
package struct MeasuredLengths: Sendable, Hashable {
    package var width: Bool
    package var height: Bool

    package init(width: Bool, height: Bool) {
        self.width = width
        self.height = height
    }
}

extension DefinitionKind {
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: true, height: true) }
}

extension TableDefinition {
    /// Rows are as wide as the container.
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: false, height: true) }
}

extension WaterfallDefinition {
    /// A height alone is taken as it is; with a width, as an aspect ratio.
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: false, height: true) }
}

extension SpreadsheetDefinition {
    /// Columns and rows say it all.
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: false, height: false) }
}

extension CompositionalDefinition {
    /// Those that some item estimates.
    var measuredLengths: MeasuredLengths {
        var lengths = MeasuredLengths(width: false, height: false)
        for section in sections {
            for node in section.group.nodes where node.content == .item {
                lengths.width = lengths.width || node.size.width.isEstimated
                lengths.height = lengths.height || node.size.height.isEstimated
            }
        }
        return lengths
    }
}

extension LayoutDefinition {
    /// Which lengths of an item its layout takes from the item's row.
    package var measuredLengths: MeasuredLengths { kind.definition.measuredLengths }
}
