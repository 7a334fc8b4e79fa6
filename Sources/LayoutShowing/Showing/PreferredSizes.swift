internal import LayoutCore
internal import LayoutEngine

/// The sizes that cells prefer: in the present pass, on their way into the store, and refused by the layout.
///
/// A cell that prefers what it preferred before is not asked again. A layout may have no use for the length, or give it
/// another one.
struct PreferredSizes: Sendable {
    /// The sizes of the present pass, by item.
    private(set) var noted: [Int64: LayoutSize] = [:]
    /// The sizes that each item preferred since its data changed.
    private var known: [Int64: [LayoutSize]] = [:]

    /// A cell that prefers another size each time has no size.
    private static let patience = 8
    /// Longer than any view.
    private static let longest = 1e7

    var isEmpty: Bool { noted.isEmpty }

    /// The size that a cell prefers, in the lengths that the layout takes; nil if it has that size already, to the
    /// pixel.
    ///
    /// - Parameter scale: Pixels per point.
    static func preference(
        _ preferred: LayoutSize, over present: LayoutSize, taking lengths: MeasuredLengths, scale: Double
    ) -> LayoutSize? {
        var size = present
        if lengths.width, differs(preferred.width, present.width, scale) { size.width = preferred.width }
        if lengths.height, differs(preferred.height, present.height, scale) { size.height = preferred.height }
        return size == present ? nil : size
    }

    private static func differs(_ preferred: Double, _ present: Double, _ scale: Double) -> Bool {
        guard preferred.isFinite else { return true }
        let pixel = scale > 0 ? 1 / scale : 1
        return abs(preferred - present) > pixel / 2
    }

    /// Whether a size is one that can be stored.
    static func isValid(_ size: LayoutSize) -> Bool {
        (0...longest).contains(size.width) && (0...longest).contains(size.height)
    }

    /// Notes what an item prefers; returns false if that is of no use.
    mutating func note(_ size: LayoutSize, of itemID: Int64) -> Bool {
        // Until it is stored, it is asked for in each pass.
        if noted[itemID] == size { return false }
        let sizes = known[itemID] ?? []
        guard sizes.count < Self.patience, !sizes.contains(size) else { return false }
        noted[itemID] = size
        return true
    }

    /// Takes the sizes of the present pass, to be stored.
    mutating func take() -> [Int64: LayoutSize] {
        defer { noted = [:] }
        for (itemID, size) in noted { known[itemID, default: []].append(size) }
        return noted
    }

    /// Forgets the sizes after a change of the data: cells' preferences count again.
    mutating func forget() { known = [:] }
}
