/// The place of a waterfall's columns across its scroll axis.
struct WaterfallColumns: Sendable, Hashable {
    var count: Int
    /// How wide each is.
    var length: Double
    /// From one column's beginning to the next one's.
    var stride: Double
    /// The beginning of the first one, from the beginning of the items' space.
    var start: Double
    /// The distance that keeps two columns apart.
    var spacing: Double

    /// A column of a given width that misses less than this, in points, still fits: more than elsewhere, for columns
    /// whose widths are fractions.
    private static let forgiven = 1.0

    /// - Parameter available: The items' space across the scroll axis, in points.
    init(_ definition: WaterfallDefinition, available: Double, grid: PixelGrid = PixelGrid()) {
        let tolerance = grid.fitTolerance
        let gap = definition.columnSpacingFraction.map { $0 * available } ?? definition.columnSpacing
        spacing = gap
        start = 0
        guard let width = definition.columnWidth?.resolved(in: available) else {
            count = Self.count(definition, available: available, gap: gap, tolerance: tolerance)
            length = (available + gap) / Double(count) - gap
            if definition.columnSpacingFraction == nil, definition.minimumColumnWidth == nil,
                definition.maximumColumnWidth == nil
            {
                // To the last bit what it always was.
                length = (available - Double(count - 1) * gap) / Double(count)
            }
            stride = length + gap
            return
        }
        count = definition.givenColumns ?? Self.count(fitting: width, gap: gap, in: available)
        length = width
        stride = width + gap
        let total = Double(count) * stride - gap
        switch definition.columnAlignment {
        case .leading: start = 0
        case .center: start = (available - total) / 2
        case .trailing: start = available - total
        case .justify:
            if count > 1 { stride = max((available - width) / Double(count - 1), stride) }
            let spread = Double(count - 1) * stride + width
            start = spread > available + tolerance || count == 1 && width > available ? (available - spread) / 2 : 0
        }
    }

    private static func count(
        _ definition: WaterfallDefinition, available: Double, gap: Double, tolerance: Double
    ) -> Int {
        if let maximum = definition.maximumColumnWidth {
            return whole(((available + gap - tolerance) / (maximum + gap)).rounded(.up))
        }
        if let minimum = definition.minimumColumnWidth {
            return whole(((available + gap + tolerance) / (minimum + gap)).rounded(.down))
        }
        return definition.columns
    }

    private static func count(fitting width: Double, gap: Double, in available: Double) -> Int {
        let count = whole(((available + gap) / (width + gap)).rounded(.down))
        let missing = Double(count + 1) * (width + gap) - gap - available
        return missing < forgiven ? min(count + 1, WaterfallDefinition.maximumColumns) : count
    }

    private static func whole(_ count: Double) -> Int {
        guard count >= 1 else { return 1 }
        return count < Double(WaterfallDefinition.maximumColumns) ? Int(count) : WaterfallDefinition.maximumColumns
    }

    /// The width of an item that covers the given number of columns.
    func length(spanning span: Int) -> Double { span == 1 ? length : Double(span - 1) * stride + length }
}
