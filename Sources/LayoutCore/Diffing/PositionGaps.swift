internal import LayoutSQLite

/// Finds positions for rows between unchanged ones.
struct PositionGaps {
    /// The first and the last used position, of rows that stay and of rows that are about to go; nil if there are none.
    private let first: Double?
    private let last: Double?

    init(first: Double?, last: Double?) {
        self.first = first
        self.last = last
    }

    /// The position after which the positions at the end begin.
    var end: Double { last ?? -1 }

    /// The given number of positions beyond everything, including rows that are about to go.
    func positionsAtEnd(_ count: Int) -> ContiguousArray<Double> {
        var position = end
        return ContiguousArray(
            (0..<count).map { _ in
                position = ItemLoader.position(after: position)
                return position
            })
    }

    /// Positions for a number of rows after one that stays and before the next one; nil if no numbers are free between
    /// them.
    ///
    /// - Parameters:
    ///   - before: The position of the row before them that stays; nil for the beginning.
    ///   - next: Finds the first position that is taken after another; infinity for none.
    func positions(
        _ count: Int, after before: Double?, next: (Double) throws -> Double
    ) rethrows -> ContiguousArray<Double>? {
        guard let before else {
            guard let first else { return positionsAtEnd(count) }
            let start = first.rounded(.up)
            let step = max(1, start.ulp)
            let positions = ContiguousArray((0..<count).map { start - step * Double(count - $0) })
            return zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 } && positions[count - 1] < first
                ? positions : nil
        }
        let end = try next(before)
        let step = (end - before) / Double(count + 1)
        let positions = ContiguousArray((0..<count).map { before + step * Double($0 + 1) })
        var last = before
        for position in positions {
            guard position > last, position < end else { return nil }
            last = position
        }
        return positions
    }
}
