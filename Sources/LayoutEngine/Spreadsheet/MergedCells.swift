/// The cells of a sheet that cover other ones.
///
/// An item that covers several cells is cut off at the end of its sheet, and where frozen rows and columns begin or
/// end. It is also cut off where an earlier item covers cells already.
struct MergedCells {
    /// How many columns and rows an item covers, its own among them.
    struct Area: Equatable {
        var columns: Int
        var rows: Int
    }

    private let columnCount: Int
    /// Areas of more than one cell, by their own cell.
    private var areas: [Int: Area] = [:]
    /// Cells that an item covers that is not their own.
    private var covered: Set<Int> = []

    /// - Parameters:
    ///   - frozenColumns: The columns between the frozen ones.
    ///   - frozenRows: The rows between the frozen ones.
    init(
        _ items: ContiguousArray<ItemMeasure>, columns: Int, rows: Int, frozenColumns: Range<Int>,
        frozenRows: Range<Int>
    ) {
        columnCount = columns
        for index in items.indices where items[index].span != 1 || items[index].rowSpan > 1 {
            guard !covered.contains(index) else { continue }
            let (row, column) = (index / columns, index % columns)
            let span = items[index].span > 0 ? Int(items[index].span) : columns
            var columnEnd = min(column + span, Self.end(after: column, of: frozenColumns, count: columns))
            let rowSpan = max(1, Int(items[index].rowSpan))
            var rowEnd = min(row + rowSpan, Self.end(after: row, of: frozenRows, count: rows))
            if let free = (column..<columnEnd).first(where: { covered.contains(row * columns + $0) }) {
                columnEnd = free
            }
            let isBlocked = { (row: Int) in
                (column..<columnEnd).contains { covered.contains(row * columns + $0) }
            }
            if let blocked = (row + 1..<max(row + 1, rowEnd)).first(where: isBlocked) { rowEnd = blocked }
            guard columnEnd - column > 1 || rowEnd - row > 1 else { continue }
            areas[index] = Area(columns: columnEnd - column, rows: rowEnd - row)
            for coveredRow in row..<rowEnd {
                for coveredColumn in column..<columnEnd { covered.insert(coveredRow * columns + coveredColumn) }
            }
            covered.remove(index)
        }
    }

    /// The end of the lines that a line belongs to: the frozen ones, or the ones between.
    private static func end(after line: Int, of scrolling: Range<Int>, count: Int) -> Int {
        if line < scrolling.lowerBound { return scrolling.lowerBound }
        return line < scrolling.upperBound ? scrolling.upperBound : count
    }

    /// The area of an item; nil if another one covers it.
    func area(ofRow row: Int, column: Int) -> Area? {
        let index = row * columnCount + column
        guard !covered.contains(index) else { return nil }
        return areas[index] ?? Area(columns: 1, rows: 1)
    }
}
