internal import LayoutSQLite

/// Finds positions for rows that come between others which stay, without touching those.
struct PositionGaps {
    /// The first and the last position that is taken, of rows that stay and of those that are about to leave; nil where
    /// there is none.
    private let first: Double?
    private let last: Double?

    init(first: Double?, last: Double?) {
        self.first = first
        self.last = last
    }

    /// What the positions at the end come after.
    var end: Double { last ?? -1 }

    /// So many positions beyond everything, also beyond what is about to leave.
    func positionsAtEnd(_ count: Int) -> ContiguousArray<Double> {
        var position = end
        return ContiguousArray(
            (0..<count).map { _ in
                position = ItemLoader.position(after: position)
                return position
            })
    }

    /// Positions for so many rows after one that stays and before whatever comes next; nil where no numbers lie
    /// between.
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
