/// A canvas: every item has the frame in its own row, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    /// Makes one from its parts; omitted ones have their defaults.
    public init() {}
}

extension CanvasDefinition: DefinitionKind {
    static let kindName = "canvas"
    /// Its frames follow the data alone: they neither scroll along one axis nor stand in sections.
    static var lackedKeys: [String] { ["snap", "wraps", "emptySections", "rightToLeft"] }
    var containerDependence: ContainerDependence { .none }

    static let keys = DefinitionObject(
        name: kindName,
        meaning: """
            One plane that scrolls both ways; each item has the frame in its own row. A number that is missing is 0. \
            Frames may overlap, and may lie before 0. The content reaches from 0 to the furthest edges. Sections only \
            group the items: they have no header, footer or insets.
            """,
        prototype: CanvasDefinition(),
        keys: [])
}

extension LayoutDefinition.Kind {
    /// One plane that scrolls both ways; each item has the frame in its own row.
    public static func canvas(_ definition: CanvasDefinition) -> Self { Self(definition) }
}

/// A canvas: one plane, on which bands are runs of items without a place.
private struct CanvasPlan: LayoutPlan {
    let grid: PixelGrid

    var elementKinds: [ElementKind] { [] }
    var traits: LayoutTraits { LayoutTraits(axis: .vertical, isFree: true, contentCrossLength: nil) }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver { CanvasSolver(grid: grid) }
}

extension CanvasDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        CanvasPlan(grid: options.grid)
    }
}

/// Takes each item's frame from its row; unknown values are 0. Origins may be negative.
private struct CanvasSolver: BandSolver {
    private let grid: PixelGrid
    private var cellCount = 0
    private var crossLength: Double = 0

    init(grid: PixelGrid) { self.grid = grid }

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

    var canEndBand: Bool { cellCount > 0 }

    /// All bands share the plane's origin, so a band has no length.
    mutating func endBand(_ band: inout BandBuffer) {
        band.length = 0
        // Edges are rounded in place, and so is the furthest.
        band.crossLength = grid.length(crossLength)
        crossLength = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) { endBand(&band) }
}

/// Items of a canvas along a Hilbert curve. Items that are close on the plane are close in the file, so that a block of
/// them has a small box.
package enum HilbertOrder {
    /// How many items are sorted together.
    ///
    /// Sorting a whole section would need memory that grows with it. Each run of this length covers the plane with
    /// separate blocks, so a rectangle meets a few more blocks for each further run. This number is the most that keeps
    /// a preparation under some tens of megabytes.
    package static let runLength = 1 << 18

    /// The curve's grid has 2^16 cells on a side.
    private static let gridOrder = 16

    /// The indices of the items in the order of the curve over their own bounds.
    ///
    /// O(n log n). Origins that are not known count as 0.
    package static func sorted(_ items: some RandomAccessCollection<ItemMeasure>) -> [Int] {
        var low = LayoutPoint(x: .infinity, y: .infinity)
        var high = LayoutPoint(x: -.infinity, y: -.infinity)
        func origin(_ item: ItemMeasure) -> LayoutPoint {
            LayoutPoint(x: item.x.isNaN ? 0 : item.x, y: item.y.isNaN ? 0 : item.y)
        }
        for item in items {
            let point = origin(item)
            low = LayoutPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = LayoutPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        let scale = Double((1 << gridOrder) - 1) / max(high.x - low.x, high.y - low.y, 1e-9)
        // Coordinates that damage has made infinite have no place on the grid.
        func place(_ value: Double) -> Int { value >= 0 && value < Double(1 << gridOrder) ? Int(value) : 0 }
        // The key above, the index below: one number to sort by.
        var keys: ContiguousArray<UInt64> = []
        keys.reserveCapacity(items.count)
        for (offset, item) in items.enumerated() {
            let point = origin(item)
            let key = distance(column: place((point.x - low.x) * scale), row: place((point.y - low.y) * scale))
            keys.append(UInt64(key) << 32 | UInt64(offset))
        }
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }

    /// The distance along the curve of a cell of the grid.
    static func distance(column: Int, row: Int) -> Int {
        let side = 1 << gridOrder
        var column = column
        var row = row
        var distance = 0
        var half = side >> 1
        while half > 0 {
            let right = column & half != 0
            let upper = row & half != 0
            distance += half * half * ((right ? 3 : 0) ^ (upper ? 1 : 0))
            // Each quadrant holds the curve turned so that its ends meet its neighbours'.
            if !upper {
                if right {
                    column = side - 1 - column
                    row = side - 1 - row
                }
                swap(&column, &row)
            }
            half >>= 1
        }
        return distance
    }
}
