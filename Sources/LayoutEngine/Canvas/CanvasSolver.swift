/// Takes each item's frame from its row; unknown values are 0. Origins may be negative.
struct CanvasSolver: BandSolver {
    private let grid: PixelGrid
    private var cellCount = 0
    private var crossLength: Double = 0

    init(grid: PixelGrid) {
        self.grid = grid
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            let item = items[index]
            let frame = LayoutRect(
                x: item.x.isNaN ? 0 : item.x, y: item.y.isNaN ? 0 : item.y,
                width: item.width.isNaN ? 0 : item.width, height: item.height.isNaN ? 0 : item.height)
            crossLength = max(crossLength, frame.maxX)
            band.cells.append(BandBuffer.Cell(frame: frame))
            index += 1
        }
        cellCount += index - range.lowerBound
        return index
    }

    var openItemCount: Int { 0 }
    var canEndBand: Bool { cellCount > 0 }
    var state: [Double] { [] }

    /// All bands share the plane's origin, so a band has no length.
    mutating func endBand(_ band: inout BandBuffer) {
        band.length = 0
        // Edges are rounded in place, and so is the furthest.
        band.crossLength = grid.length(crossLength)
        crossLength = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        endBand(&band)
    }
}
