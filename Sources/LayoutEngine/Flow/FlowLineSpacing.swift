/// How the items of one line are spread along it.
struct FlowLineSpacing: Equatable {
    /// The distance from the line's beginning to its first item.
    var lead: Double
    /// The distance between two items.
    var gap: Double

    /// A line that another follows, or a last one that is justified as well. Its items reach from edge to edge; a lone
    /// item is centred.
    ///
    /// The same arithmetic whether or not all items of the section are equal. So a change elsewhere in the section
    /// cannot move a full line by even a rounding error.
    ///
    /// A line that is full to within the tolerance keeps the least spacing, so that its items do not overlap.
    init(fullLineOf count: Int, totalLength: Double, spacing: Double, available: Double, grid: PixelGrid) {
        if totalLength > available + grid.fitTolerance {
            // Longer than the line, so alone on it: it begins at the inset.
            self.init(lead: 0, gap: 0)
        } else if count == 1 {
            self.init(lead: (available - totalLength) / 2, gap: 0)
        } else {
            self.init(lead: 0, gap: max(spacing, (available - totalLength) / Double(count - 1)))
        }
    }

    /// The last line of a section whose items differ in size: packed at the least spacing.
    init(packedAt spacing: Double) {
        self.init(lead: 0, gap: spacing)
    }

    /// The last line of a section whose items are all equal: it keeps the gaps of a full line.
    init(gridOf length: Double, spacing: Double, available: Double, grid: PixelGrid) {
        let count = Self.itemsPerLine(
            length: length, spacing: spacing, limit: available + grid.fitTolerance)
        guard count.isFinite else {
            // No extent and no spacing: all items share one place.
            self.init(lead: 0, gap: 0)
            return
        }
        if count < 2 {
            self.init(fullLineOf: 1, totalLength: length, spacing: spacing, available: available, grid: grid)
        } else {
            self.init(lead: 0, gap: max(spacing, (available - count * length) / (count - 1)))
        }
    }

    /// A line that is placed as a whole, or spread between the edges by itself.
    ///
    /// - Parameter used: How long it is with the least spacing between its items.
    init(
        _ alignment: FlowDefinition.LineAlignment, of count: Int, totalLength: Double, used: Double, spacing: Double,
        available: Double, grid: PixelGrid
    ) {
        // An item longer than the line begins at the inset.
        let rest = max(0, available - used)
        switch alignment {
        case .justified, .leading: self.init(lead: 0, gap: spacing)
        case .center: self.init(lead: rest / 2, gap: spacing)
        case .trailing: self.init(lead: rest, gap: spacing)
        case .spaceBetween:
            let isSpread = count > 1 && totalLength <= available + grid.fitTolerance
            self.init(lead: 0, gap: isSpread ? max(spacing, (available - totalLength) / Double(count - 1)) : spacing)
        }
    }

    private init(lead: Double, gap: Double) {
        self.lead = lead
        self.gap = gap
    }

    /// The number of equal items that fill a line, as a double because tiny items are very many.
    private static func itemsPerLine(length: Double, spacing: Double, limit: Double) -> Double {
        var count = ((limit + spacing) / (length + spacing)).rounded(.down)
        // The quotient may be off by one if it is almost whole; the test that breaks lines decides.
        func fits(_ count: Double) -> Bool { count * length + (count - 1) * spacing <= limit }
        if count.isFinite {
            if !fits(count) { count -= 1 } else if fits(count + 1) { count += 1 }
        }
        return max(1, count)
    }
}
