import Testing

@testable import LayoutBenchmark

@Suite struct ItemGeneratorTests {
    private func items(_ shape: DataShape, seed: UInt64 = 1) -> [ItemGenerator.Item] {
        var generator = ItemGenerator(shape, seed: seed)
        var items: [ItemGenerator.Item] = []
        while let item = generator.next() { items.append(item) }
        return items
    }

    @Test(
        "Sections of equal size differ by one item at most",
        arguments: [(10, 3, [4, 3, 3]), (9, 3, [3, 3, 3]), (5, 1, [5])] as [(Int, Int, [Int])])
    func equalSections(_ count: Int, _ sections: Int, _ sizes: [Int]) {
        let found = items(DataShape(items: count, sectioning: .count(sections)))
        #expect((0..<sections).map { section in found.count { $0.section == section } } == sizes)
    }

    @Test("A seed gives the same items again, and another seed different ones")
    func seeds() {
        let shape = DataShape(items: 50, sectioning: .mixed, hasOrigins: true)
        #expect(items(shape).map(\.x) == items(shape).map(\.x))
        #expect(items(shape).map(\.x) != items(shape, seed: 2).map(\.x))
    }

    @Test(
        "Lengths are written exactly",
        arguments: [(0, "0"), (64, "1"), (65, "1.015625"), (96, "1.5"), (12863, "200.984375")] as [(Int, String)])
    func exactLengths(_ sixtyFourths: Int, _ text: String) {
        var written = ""
        ItemFile.appendPoints(sixtyFourths, to: &written)
        #expect(Double(written) == Double(text))
        #expect(Double(written) == Double(sixtyFourths) / 64)
    }
}
