import LayoutTestSupport
import Testing
@testable import LayoutEngine

/// The property that makes a curve Hilbert's: it goes through each square of a power of two cells at a stretch, step by
/// step.
@Suite struct HilbertOrderTests {
    @Test("The curve goes through every square of the grid at a stretch, from each cell to one beside it")
    func curve() {
        TestSettings.forEachSeed(rounds: 24) { seed in
            var random = SeededGenerator(seed: seed)
            let side = 1 << Int.random(in: 1...6, using: &random)
            let left = Int.random(in: 0..<(1 << 16) / side, using: &random) * side
            let bottom = Int.random(in: 0..<(1 << 16) / side, using: &random) * side
            let cells = (0..<side).flatMap { row in (0..<side).map { (left + $0, bottom + row) } }
                .map { (distance: HilbertOrder.distance(column: $0.0, row: $0.1), column: $0.0, row: $0.1) }
                .sorted { $0.distance < $1.distance }
            let context = Comment(rawValue: "seed \(seed), \(side) at \(left), \(bottom)")
            #expect(cells[0].distance % (side * side) == 0, context)
            for (cell, next) in zip(cells, cells.dropFirst()) {
                #expect(next.distance == cell.distance + 1, context)
                #expect(abs(next.column - cell.column) + abs(next.row - cell.row) == 1, context)
            }
        }
    }

    /// A tall grid of points; the curve over its own bounds goes through one half.
    private static let points: [(Double, Double)] = (0..<16).flatMap { row in
        (0..<8).map { (Double($0) * 10, Double(row) * 10) }
    }

    @Test("Items are sorted along the curve over their own bounds", arguments: [0.0, 3000, -70])
    func items(shift: Double) {
        var random = SeededGenerator(seed: 7)
        let points = Self.points.shuffled(using: &random)
        let order = HilbertOrder.sorted(points.map { ItemMeasure(x: $0.0 + shift, y: $0.1 + shift) })
        #expect(order.sorted() == Array(points.indices))
        #expect(points[order[0]] == (0, 0))
        for (item, next) in zip(order, order.dropFirst()) {
            #expect(abs(points[item].0 - points[next].0) + abs(points[item].1 - points[next].1) == 10)
        }
    }

    @Test("Items of one place keep their order, and an origin that is not known, or none, counts as the first")
    func oddItems() {
        #expect(HilbertOrder.sorted([]) == [])
        #expect(HilbertOrder.sorted((0..<5).map { _ in ItemMeasure(x: 40, y: 40) }) == Array(0..<5))
        let items = [ItemMeasure(x: 0, y: 30), ItemMeasure(x: 5, y: 5), ItemMeasure(), ItemMeasure(x: 0, y: 1)]
        #expect(HilbertOrder.sorted(items).first == 2)
        let endless = [ItemMeasure(x: 10, y: 10), ItemMeasure(x: .infinity, y: 0), ItemMeasure(x: 0, y: -.infinity)]
        #expect(HilbertOrder.sorted(endless).sorted() == [0, 1, 2])
    }
}
