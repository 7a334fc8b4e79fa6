internal import LayoutSQLite

/// Finds positions for rows between unchanged ones.
struct PositionGaps {
    /// The first and the last used position, of rows that stay and of rows that are about to go; nil if there are none.
    let first: Double?
    let last: Double?

    /// The position after which the positions at the end begin: beyond everything, including rows that are about to go.
    private var end: Double { last ?? -1 }

    /// Positions for a number of rows after one that stays and before the next one; nil if no numbers are free between
    /// them.
    ///
    /// - Parameters:
    ///   - before: The position of the row before them that stays; nil for the beginning.
    ///   - next: Finds the first position that is taken after another; infinity for none.
    private func positions(
        _ count: Int, after before: Double?, next: (Double) throws -> Double
    ) throws -> ContiguousArray<Double>? {
        guard let before else {
            guard let first else { return nil }
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

    /// Finds positions for the rows of an order that do not stay where they are.
    ///
    /// If no numbers are free between two rows that stay, all rows get new ones. These are beyond all used ones, so
    /// that no two rows ever share one. In memory is one run of rows between two that stay.
    ///
    /// - Parameters:
    ///   - left: How many rows stay.
    ///   - forEach: Calls a function with each row in order, and with its position if it stays.
    ///   - next: Finds the first position that is taken after another; infinity for none.
    ///   - restart: Forgets the positions so far, before all rows come again.
    ///   - write: Takes a row with its new position.
    func place<Row>(
        staying left: Int, forEach: ((Row, _ stays: Double?) throws -> Void) throws -> Void,
        next: @escaping (Double) throws -> Double, restart: @escaping () throws -> Void,
        write: @escaping (Row, Double) throws -> Void
    ) throws {
        var left = left
        var before: Double?
        var end = end
        var run: [Row] = []
        var isCrowded = false
        try forEach { row, position in
            guard !isCrowded else { return }
            if let position {
                if !run.isEmpty {
                    guard let positions = try positions(run.count, after: before, next: next) else {
                        return isCrowded = true
                    }
                    for (row, position) in zip(run, positions) { try write(row, position) }
                    run.removeAll(keepingCapacity: true)
                }
                before = position
                left -= 1
            } else if left > 0 {
                run.append(row)
            } else {
                end = ItemLoader.position(after: end)
                try write(row, end)
            }
        }
        guard isCrowded else { return }
        try restart()
        end = self.end
        try forEach { row, _ in
            end = ItemLoader.position(after: end)
            try write(row, end)
        }
    }
}
