import LayoutTestSupport
import Testing
import LayoutEngine

/// A section as its solver laid it out, with all bands put one after another.
struct LaidOutSection: Equatable {
    var cells: [BandBuffer.Cell] = []
    var elements: [BandBuffer.Element] = []
    var sectionElements: [BandBuffer.SectionElement] = []
    var length: Double = 0
    var crossLength: Double = 0
    var uniformity: SectionMeasure.Summary = .unknown
    var orthogonal: OrthogonalContent?

    var frames: [LayoutRect] { cells.map(\.frame) }

    /// Adds a band and checks that its storage order, if any, is a permutation with sound runs.
    mutating func add(_ band: BandBuffer, axis: LayoutAxis) {
        let dx = axis == .horizontal ? length + band.frameStart : 0
        let dy = axis == .vertical ? length + band.frameStart : 0
        let firstCell = cells.count
        cells += band.cells.map { BandBuffer.Cell(frame: $0.frame.offsetBy(x: dx, y: dy), zIndex: $0.zIndex) }
        elements += band.elements.map {
            BandBuffer.Element(
                kind: $0.kind, frame: $0.frame.offsetBy(x: dx, y: dy), zIndex: $0.zIndex,
                host: $0.host.map { $0 + firstCell })
        }
        sectionElements += band.sectionElements
        length += band.length
        crossLength = max(crossLength, band.crossLength)
        uniformity = uniformity.merged(with: band.summary)
        if let content = band.orthogonal { orthogonal = content }
        if !band.storageOrder.isEmpty {
            #expect(band.storageOrder.sorted() == Array(band.cells.indices))
            #expect(band.storageRuns.isEmpty || band.storageRuns.last == band.cells.count)
            #expect(zip(band.storageRuns, band.storageRuns.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}

extension LayoutPlan {
    /// Lays out a section in one go, as one band.
    func layOut(_ items: [ItemMeasure], section: SectionMeasure = SectionMeasure(index: 0)) -> LaidOutSection {
        solveSection(items, section: section)
    }

    /// Lays out a section in random chunks with random band limits. At random band ends it throws the solver away and
    /// begins again with a new one from the recorded state.
    func layOutInPieces(
        _ items: [ItemMeasure], section: SectionMeasure = SectionMeasure(index: 0),
        using random: inout SeededGenerator
    ) -> LaidOutSection {
        var generator = random
        defer { random = generator }
        return solveSection(
            items, section: section,
            feeding: CompositionalFeed(
                chunk: { Int.random(in: 1...40, using: &generator) },
                limit: { Int.random(in: 1...30, using: &generator) }, restarts: { Bool.random(using: &generator) }))
    }
}

extension LayoutDefinition.Kind {
    /// The plan of a definition that has to work.
    func plan(width: Double, height: Double) throws -> any LayoutPlan {
        try LayoutDefinition(self).makePlan(in: LayoutSize(width: width, height: height))
    }
}

extension ItemMeasure {
    /// This item with its axes swapped.
    var transposed: ItemMeasure {
        ItemMeasure(width: height, height: width, x: y, y: x, span: span, rowSpan: rowSpan)
    }
}

extension LayoutRect {
    var transposed: LayoutRect { LayoutRect(x: y, y: x, width: height, height: width) }
}

extension LayoutInsets {
    var transposed: LayoutInsets { LayoutInsets(top: leading, leading: top, bottom: trailing, trailing: bottom) }
}

/// A frame, written short in tables of expectations.
func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LayoutRect {
    LayoutRect(x: x, y: y, width: width, height: height)
}

/// An item with a size, written short.
func item(_ width: Double, _ height: Double) -> ItemMeasure { ItemMeasure(width: width, height: height) }

extension SeededGenerator {
    /// Items of random sizes; all alike, from a few sizes, or each its own, and some not measured.
    mutating func items(count: Int, upTo longest: Double) -> [ItemMeasure] {
        func measure(_ random: inout SeededGenerator) -> ItemMeasure {
            ItemMeasure(
                width: Int.random(in: 0..<12, using: &random) == 0 ? .nan : random.exactLength(in: 1...longest),
                height: Int.random(in: 0..<12, using: &random) == 0 ? .nan : random.exactLength(in: 1...longest))
        }
        switch Int.random(in: 0..<3, using: &self) {
        case 0:
            let one = measure(&self)
            return Array(repeating: one, count: count)
        case 1:
            let one = measure(&self)
            let rare = measure(&self)
            return (0..<count).map { _ in Int.random(in: 0..<30, using: &self) == 0 ? rare : one }
        default: return (0..<count).map { _ in measure(&self) }
        }
    }

    mutating func insets() -> LayoutInsets {
        Bool.random(using: &self)
            ? .zero
            : LayoutInsets(
                top: exactLength(in: 0...20), leading: exactLength(in: 0...20), bottom: exactLength(in: 0...20),
                trailing: exactLength(in: 0...20))
    }
}
