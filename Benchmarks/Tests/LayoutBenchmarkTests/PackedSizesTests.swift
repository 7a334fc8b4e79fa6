import LayoutEngine
import Testing

@testable import LayoutBenchmark

@Suite struct PackedSizesTests {
    @Test(
        "A table laid out from packed sizes has the frames that the generated sizes give",
        arguments: [DataShape.thousandSections(500), .singleSection(1), DataShape(items: 900, sectionLength: 7)])
    func frames(_ shape: DataShape) throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let path = directory.path("packed")
        try PackedSizes.write(shape, seed: 7, to: path)

        var all: [LayoutRect] = []
        var (section, y) = (-1, 0.0)
        func add(_ height: Double) {
            all.append(LayoutRect(x: 0, y: y, width: 390, height: height))
            y += height
        }
        for item in ItemGenerator(shape, seed: 7) {
            if item.section != section { add(30) }
            section = item.section
            add(item.height)
        }
        let height = try #require(all.last?.maxY)
        var numbers = SeededNumbers(seed: 11)
        var rects = (0..<50).map { _ in
            LayoutRect(
                x: Double.random(in: -50...420, using: &numbers), y: Double.random(in: -300...height, using: &numbers),
                width: 100, height: Double.random(in: 0...500, using: &numbers))
        }
        // Exactly one header, all of it, and nothing.
        rects += [
            all[0], LayoutRect(x: 0, y: 0, width: 390, height: height),
            LayoutRect(x: 0, y: height, width: 390, height: 9),
        ]
        try PackedSizes.mapping(path) { words in
            let table = PackedTable(words)
            for rect in rects {
                let expected = all.filter { $0.overlaps(rect) }
                #expect(table.frames(in: rect) == expected, "\(rect)")
            }
        }
    }

    @Test("A file that is missing or empty is refused")
    func refuses() throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let path = directory.path("packed")
        #expect(throws: BenchmarkError.self) { try PackedSizes.mapping(path) { $0.count } }
        try OutputFile(path).close()
        #expect(throws: BenchmarkError.self) { try PackedSizes.mapping(path) { $0.count } }
    }
}
