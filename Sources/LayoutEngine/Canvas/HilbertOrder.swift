/// Items of a canvas along a Hilbert curve. Items that are close on the plane are close in the file, so that a block of
/// them has a small box.
package enum HilbertOrder {
    /// How many items are sorted together.
    ///
    /// Sorting a whole section would need memory that grows with it. Each run of this length covers the plane with
    /// separate blocks, so a rectangle meets a few more blocks for each further run. This number is the most that keeps
    /// a preparation under some tens of megabytes.
    package static let runLength = 1 << 18

    /// The curve's grid has 2^16 cells on a side.
    private static let gridOrder = 16

    /// The indices of the items in the order of the curve over their own bounds.
    ///
    /// O(n log n). Origins that are not known count as 0.
    package static func sorted(_ items: some RandomAccessCollection<ItemMeasure>) -> [Int] {
        var low = LayoutPoint(x: .infinity, y: .infinity)
        var high = LayoutPoint(x: -.infinity, y: -.infinity)
        func origin(_ item: ItemMeasure) -> LayoutPoint {
            LayoutPoint(x: item.x.isNaN ? 0 : item.x, y: item.y.isNaN ? 0 : item.y)
        }
        for item in items {
            let point = origin(item)
            low = LayoutPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = LayoutPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        let scale = Double((1 << gridOrder) - 1) / max(high.x - low.x, high.y - low.y, 1e-9)
        // Coordinates that damage has made infinite have no place on the grid.
        func place(_ value: Double) -> Int { value >= 0 && value < Double(1 << gridOrder) ? Int(value) : 0 }
        // The key above, the index below: one number to sort by.
        var keys: ContiguousArray<UInt64> = []
        keys.reserveCapacity(items.count)
        for (offset, item) in items.enumerated() {
            let point = origin(item)
            let key = distance(column: place((point.x - low.x) * scale), row: place((point.y - low.y) * scale))
            keys.append(UInt64(key) << 32 | UInt64(offset))
        }
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }

    /// The distance along the curve of a cell of the grid.
    static func distance(column: Int, row: Int) -> Int {
        let side = 1 << gridOrder
        var column = column
        var row = row
        var distance = 0
        var half = side >> 1
        while half > 0 {
            let right = column & half != 0
            let upper = row & half != 0
            distance += half * half * ((right ? 3 : 0) ^ (upper ? 1 : 0))
            // Each quadrant holds the curve turned so that its ends meet its neighbours'.
            if !upper {
                if right {
                    column = side - 1 - column
                    row = side - 1 - row
                }
                swap(&column, &row)
            }
            half >>= 1
        }
        return distance
    }
}
