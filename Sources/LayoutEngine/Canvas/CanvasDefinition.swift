/// A canvas: every item has the frame in its own row, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    /// Makes one from its parts; omitted ones have their defaults.
    public init() {}
}

extension CanvasDefinition: DefinitionKind {
    static let kindName = "canvas"
    /// Its frames follow the data alone: they neither scroll along one axis nor stand in sections.
    static var lackedKeys: [String] { ["snap", "wraps", "emptySections", "rightToLeft"] }
    var containerAxes: [LayoutAxis] { [] }

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

    var elementKinds: [BandBuffer.ElementKind] { [] }
    var traits: LayoutTraits { LayoutTraits(axis: .vertical, isFree: true, contentCrossLength: nil) }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        CanvasSolver(grid: grid)
    }
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
