internal import LayoutEngine

/// The simplest grid, as one would write it for one screen: three columns, rows of one height.
///
/// With separate types, since the initializers of another module's types need not be inlined.
enum HandWrittenGrid {
    /// As large as a cell of a solver.
    struct Cell {
        var frame: LayoutRect
        var zIndex: Int
    }

    /// Lays out `count` cells into a buffer that is emptied after each run of `bandSize`, as a
    /// preparation does; returns the content's height.
    @inline(never)
    static func layOut(_ count: Int, bandSize: Int, into buffer: inout ContiguousArray<Cell>) -> Double {
        let width = (390.0 - 12) / 3
        var y = 0.0
        var index = 0
        while index < count {
            buffer.removeAll(keepingCapacity: true)
            let end = min(count, index + bandSize)
            var column = 0
            while index < end {
                buffer.append(
                    Cell(
                        frame: LayoutRect(x: Double(column) * (width + 6), y: y, width: width, height: 120), zIndex: 0))
                index += 1
                column += 1
                if column == 3 {
                    column = 0
                    y += 126
                }
            }
        }
        return y
    }
}
