internal import LayoutEngine

/// A table with headers of 30 points, laid out in memory from packed sizes: the edges of its rows, in order.
struct PackedTable {
    private static let headerHeight = 30.0
    private static let width = LayoutSample.container.width

    /// The upper edge of each header and row, and at last the lower edge of the content.
    private var edges: ContiguousArray<Double> = []

    /// Lays out all rows. O(*n*).
    ///
    /// - Parameter words: A file of ``PackedSizes``.
    init(_ words: Span<UInt32>) {
        func word(_ index: Int) -> UInt32 { UInt32(littleEndian: words[index]) }
        let sections = Int(word(words.count - 1))
        let counts = words.count - 1 - sections
        edges.reserveCapacity(counts / 2 + sections + 1)
        var y = 0.0
        var item = 0
        for section in 0..<sections {
            edges.append(y)
            y += Self.headerHeight
            let end = item + Int(word(counts + section))
            while item < end {
                edges.append(y)
                y += Double(Float(bitPattern: word(2 * item + 1)))
                item += 1
            }
        }
        edges.append(y)
    }

    /// Returns the frames that overlap a rectangle, from top to bottom. O(log *n*) for each call, and O(1) for each
    /// frame.
    func frames(in rect: LayoutRect) -> [LayoutRect] {
        // The first row with its lower edge below the rectangle's upper one.
        var low = 0
        var high = edges.count - 1
        while low < high {
            let middle = (low + high) / 2
            if edges[middle + 1] > rect.y { high = middle } else { low = middle + 1 }
        }
        var found: [LayoutRect] = []
        while low + 1 < edges.count, edges[low] < rect.maxY {
            let frame = LayoutRect(x: 0, y: edges[low], width: Self.width, height: edges[low + 1] - edges[low])
            if frame.overlaps(rect) { found.append(frame) }
            low += 1
        }
        return found
    }
}
