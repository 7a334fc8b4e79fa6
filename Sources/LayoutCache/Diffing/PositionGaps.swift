/// Finds positions for rows that come between others which stay, without touching those.
struct PositionGaps {
    /// The positions that are taken, in order: of rows that stay, and of those that are about to leave.
    private let taken: ContiguousArray<Double>

    init(taken: ContiguousArray<Double>) {
        self.taken = taken
    }

    /// Positions for so many rows after one that stays and before whatever comes next; nil where no numbers lie
    /// between.
    ///
    /// - Parameters:
    ///   - before: The position of the row before them that stays; nil for the beginning.
    ///   - isLast: Whether no row that stays comes after them.
    func positions(_ count: Int, after before: Double?, isLast: Bool) -> ContiguousArray<Double>? {
        if isLast || taken.isEmpty {
            // Beyond everything, also what is about to leave.
            var position = taken.last ?? -1
            return ContiguousArray(
                (0..<count).map { _ in
                    position = ItemLoader.position(after: position)
                    return position
                })
        }
        guard let before else {
            let first = taken[0].rounded(.up)
            let step = max(1, first.ulp)
            let positions = ContiguousArray((0..<count).map { first - step * Double(count - $0) })
            return zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 } && positions[count - 1] < taken[0]
                ? positions : nil
        }
        let end = next(after: before)
        let step = (end - before) / Double(count + 1)
        let positions = ContiguousArray((0..<count).map { before + step * Double($0 + 1) })
        var last = before
        for position in positions {
            guard position > last, position < end else { return nil }
            last = position
        }
        return positions
    }

    /// The first position that is taken after another; infinity for none.
    private func next(after position: Double) -> Double {
        var low = 0
        var high = taken.count
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low < taken.count ? taken[low] : .infinity
    }
}
