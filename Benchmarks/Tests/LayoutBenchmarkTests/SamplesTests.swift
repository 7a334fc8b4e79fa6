import Testing

@testable import LayoutBenchmark

@Suite struct SamplesTests {
    @Test(
        "The median is the middle value or the mean of the two in the middle",
        arguments: [([3.0], 3.0), ([1, 4], 2.5), ([9, 1, 5], 5), ([4, 1, 3, 2], 2.5)] as [([Double], Double)])
    func medians(_ values: [Double], _ median: Double) {
        #expect(Samples(values).median == median)
    }

    @Test(
        "A percentile is a measured value by nearest rank",
        arguments: [(0.0, 1.0), (0.01, 1), (0.5, 50), (0.99, 99), (1, 100)] as [(Double, Double)])
    func percentiles(_ share: Double, _ expected: Double) {
        #expect(Samples((1...100).map(Double.init).shuffled()).percentile(share) == expected)
    }

    @Test("One disturbed round does not spoil the typical percentile")
    func disturbedRound() {
        let rounds = [[1.0, 2, 3], [1, 2, 300], [1, 2, 4]]
        #expect(Samples(rounds: rounds).typicalPercentile(0.99) == 4)
        #expect(Samples(rounds: rounds).percentile(0.99) == 300)
        #expect(Samples(rounds: rounds).median == 2)
    }

    @Test("Nothing measured has no median")
    func nothingMeasuredHasNoMedian() {
        #expect(Samples([]).median.isNaN)
        #expect(Samples([]).percentile(0.5).isNaN)
    }
}
