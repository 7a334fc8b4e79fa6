import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct SpreadsheetLayoutTests {
    private func plan(_ definition: SpreadsheetDefinition) throws -> any LayoutPlan {
        try LayoutDefinition.Kind.spreadsheet(definition).plan(width: 100, height: 100)
    }

    @Test("Cells are stored in tiles of eight rows and at most sixteen columns, split evenly, by pieces of rows")
    func tiles() throws {
        var solver = try plan(SpreadsheetDefinition(columns: 33)).makeSolver(
            for: SectionMeasure(index: 0), from: SectionMeasure.Start())
        var band = BandBuffer()
        // Eight whole rows, and two cells of a ninth.
        let items = ContiguousArray(repeating: ItemMeasure(), count: 266)
        _ = solver.place(items, in: 0..<266, limit: .max, into: &band)
        solver.finish(&band)
        #expect(band.storageRuns.count == 25)
        #expect(band.storageRuns.prefix(9) == [11, 22, 33, 44, 55, 66, 77, 88, 99])
        #expect(band.storageRuns.suffix(2) == [264, 266])
        #expect(band.storageOrder.prefix(12) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 33])
        #expect(band.storageOrder[88..<90] == [11, 12])
        #expect(band.storageOrder.suffix(2) == [264, 265])
        #expect(band.storageOrder.sorted() == Array(0..<266))
    }

    @Test("Bands end with rows: full ones after whole tiles")
    func bandEnds() throws {
        var solver = try plan(SpreadsheetDefinition(columns: 10)).makeSolver(
            for: SectionMeasure(index: 0), from: SectionMeasure.Start())
        var band = BandBuffer()
        let items = ContiguousArray(repeating: ItemMeasure(), count: 1000)
        #expect(solver.place(items, in: 0..<75, limit: 30, into: &band) == 75)
        #expect(!solver.canEndBand)
        #expect(solver.place(items, in: 75..<1000, limit: 30, into: &band) == 80)
        #expect(solver.shouldEndBand)
        #expect(solver.place(items, in: 80..<90, limit: 90, into: &band) == 90)
        #expect(solver.canEndBand && !solver.shouldEndBand)
    }

    @Test(
        "Any cuts, chunks and restarts give the same frames as two prefix sums",
        arguments: TestSettings.seedArguments(30))
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let columns = Int.random(in: 1...40, using: &random)
        let definition = SpreadsheetDefinition(
            columns: columns,
            columnWidths: (0..<Int.random(in: 0...columns, using: &random)).map { _ in random.exactLength(in: 1...90) },
            rowHeights: (0..<Int.random(in: 0...30, using: &random)).map { _ in random.exactLength(in: 1...90) },
            columnSpacing: random.exactLength(in: 0...3), rowSpacing: random.exactLength(in: 0...3))
        let count = Int.random(in: 0...3000, using: &random)
        let items = Array(repeating: ItemMeasure(), count: count)
        let expected = (0..<count).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            func width(_ column: Int) -> Double {
                column < definition.columnWidths.count ? definition.columnWidths[column] : 100
            }
            func height(_ row: Int) -> Double { row < definition.rowHeights.count ? definition.rowHeights[row] : 44 }
            return LayoutRect(
                x: (0..<column).map { width($0) + definition.columnSpacing }.reduce(0, +),
                y: (0..<row).map { height($0) + definition.rowSpacing }.reduce(0, +), width: width(column),
                height: height(row))
        }
        let plan = try plan(definition)
        let solved = plan.layOut(items)
        #expect(solved.frames == expected)
        #expect(solved.length == expected.last?.maxY ?? 0)
        #expect(plan.layOutInPieces(items, using: &random) == solved)
    }
}
