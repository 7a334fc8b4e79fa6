/// A row of pictures that is being filled: the values that its closing depends on.
///
/// With k items of ratios that sum up to R, the row has F = width − (k − 1) × spacing for pictures. It is as high as it
/// should be if R is T = F / row height.
struct JustifiedRow: Sendable {
    private(set) var ratios: ContiguousArray<Double> = []
    private(set) var sum = 0.0

    var count: Int { ratios.count }
    var isEmpty: Bool { ratios.isEmpty }

    mutating func append(_ ratio: Double) {
        ratios.append(ratio)
        sum += ratio
    }

    mutating func removeAll() {
        ratios.removeAll(keepingCapacity: true)
        sum = 0
    }
}

/// The ends of rows, and their heights.
struct JustifiedBreaks: Sendable {
    let available: Double
    let rowHeight: Double
    let spacing: Double
    let tolerance: Double
    let rule: JustifiedDefinition.Rule
    /// The width in units of the height that rows should have.
    private let target: Double

    /// Photos that are further from the wanted height than by these factors are cropped.
    private static let heightFactors = 0.5...2.0

    init(_ definition: JustifiedDefinition, available: Double) {
        self.available = available
        rowHeight = definition.rowHeight
        spacing = definition.itemSpacing
        tolerance = definition.tolerance
        rule = definition.rule
        target = available / definition.rowHeight
    }

    enum Outcome {
        /// The item joins the row, which stays open.
        case joins
        /// The item joins the row and is its last.
        case closes
        /// The row ends before the item.
        case begins
    }

    /// The length for pictures in a row of the given number.
    func length(for count: Int) -> Double { available - Double(count - 1) * spacing }

    /// How far a row is from being as high as it should be.
    private func distance(_ sum: Double, _ count: Int) -> Double { abs(sum - length(for: count) / rowHeight) }

    /// The effect of an item on a row.
    func outcome(of ratio: Double, in row: JustifiedRow) -> Outcome {
        let count = row.count + 1
        let sum = row.sum + ratio
        if !row.isEmpty, length(for: count) <= sumTolerance { return .begins }
        switch rule {
        case .tolerance:
            if sum < target * (1 - tolerance) - sumTolerance { return .joins }
            if sum <= target * (1 + tolerance) + sumTolerance || row.isEmpty { return .closes }
            return distance(sum, count) <= distance(row.sum, row.count) + sumTolerance ? .closes : .begins
        case .nearest:
            guard !row.isEmpty else { return .joins }
            if distance(sum, count) > distance(row.sum, row.count) + sumTolerance { return .begins }
            let ratio = sum + Double(count - 1) * spacing / rowHeight
            return ratio > target / (1 - tolerance) + sumTolerance ? .begins : .joins
        }
    }

    /// Whether the row would be closed like any other, did its section end with it.
    func isFull(_ row: JustifiedRow) -> Bool {
        rule == .nearest && length(for: row.count) / row.sum <= rowHeight * (1 + tolerance) + sumTolerance
    }

    /// How high a closed row is, and what widths are a ratio's multiples of.
    func height(of row: JustifiedRow) -> (height: Double, widthPerRatio: Double) {
        let fitting = length(for: row.count) / row.sum
        switch rule {
        case .tolerance:
            return (cropped(fitting), fitting)
        case .nearest:
            let height = min(fitting, rowHeight * (1 + tolerance))
            return (height, height)
        }
    }

    /// A height within what photos are shown uncropped in.
    func cropped(_ height: Double) -> Double {
        min(max(height, Self.heightFactors.lowerBound * rowHeight), Self.heightFactors.upperBound * rowHeight)
    }
}
