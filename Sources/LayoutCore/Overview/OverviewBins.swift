internal import LayoutEngine
internal import LayoutSQLite

/// A piece of a layout's content for drawing.
package struct OverviewPiece: Sendable, Equatable {
    /// The section that takes most of it; nil if none does.
    package var section: Int?
    /// A section in it, also if none takes most of it; nil: it is empty.
    package var place: Int?
    package var cells: Double
    package var isStale: Bool
    package var isEstimated: Bool
}

/// Gathers a layout's bands into a few pieces of one length each.
struct OverviewBins {
    private let length: Double
    private(set) var pieces: [OverviewPiece]
    /// How much the section and the place of each piece took.
    private var taken: [(section: Double, place: Double)]

    /// - Parameter length: Of the content.
    init(count: Int, length: Double) {
        self.length = length
        pieces = Array(repeating: OverviewPiece(cells: 0, isStale: false, isEstimated: false), count: count)
        taken = Array(repeating: (0, 0), count: count)
    }

    private var binLength: Double { length / Double(pieces.count) }

    /// Adds a band that reaches from `origin` on.
    ///
    /// - Parameter place: A section in it, if it holds several.
    mutating func add(
        section: Int?, place: Int? = nil, origin: Double, length bandLength: Double, cells: Int, isStale: Bool,
        isEstimated: Bool
    ) {
        guard bandLength > 0, bandLength.isFinite, origin.isFinite, binLength > 0 else { return }
        let last = Double(pieces.count - 1)
        let first = Int(min(max(origin / binLength, 0), last))
        for index in first...max(first, Int(min(max((origin + bandLength) / binLength, 0), last))) {
            let low = max(origin, Double(index) * binLength)
            let part = min(origin + bandLength, Double(index + 1) * binLength) - low
            guard part > 0 else { continue }
            pieces[index].cells += Double(cells) * part / bandLength
            if isStale { pieces[index].isStale = true }
            if isEstimated { pieces[index].isEstimated = true }
            if let place = place ?? section, part > taken[index].place {
                (pieces[index].place, taken[index].place) = (place, part)
            }
            guard section != nil, part > taken[index].section else { continue }
            (pieces[index].section, taken[index].section) = (section, part)
        }
    }

    /// Turns them round, where content counts from the far end.
    mutating func reverse() { pieces.reverse() }
}
