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
    private struct Sum {
        var cells = 0.0
        var stale = 0.0
        var estimated = 0.0
        /// The section that took most so far, and how much.
        var section: Int?
        var sectionLength = 0.0
        /// The section in the middle of what took most so far, and how much.
        var place: Int?
        var placeLength = 0.0
    }

    private let length: Double
    private var sums: [Sum]

    /// - Parameter length: Of the content.
    init(count: Int, length: Double) {
        self.length = length
        sums = Array(repeating: Sum(), count: count)
    }

    private var binLength: Double { length / Double(sums.count) }

    /// Adds a band that reaches from `origin` on.
    ///
    /// - Parameter place: A section in it, if it holds several.
    mutating func add(
        section: Int?, place: Int? = nil, origin: Double, length bandLength: Double, cells: Int, isStale: Bool,
        isEstimated: Bool
    ) {
        guard bandLength > 0, bandLength.isFinite, origin.isFinite, binLength > 0 else { return }
        let last = Double(sums.count - 1)
        let first = Int(min(max(origin / binLength, 0), last))
        for index in first...max(first, Int(min(max((origin + bandLength) / binLength, 0), last))) {
            let low = max(origin, Double(index) * binLength)
            let part = min(origin + bandLength, Double(index + 1) * binLength) - low
            guard part > 0 else { continue }
            sums[index].cells += Double(cells) * part / bandLength
            if isStale { sums[index].stale += part }
            if isEstimated { sums[index].estimated += part }
            if let place = place ?? section, part > sums[index].placeLength {
                sums[index].place = place
                sums[index].placeLength = part
            }
            guard section != nil, part > sums[index].sectionLength else { continue }
            sums[index].section = section
            sums[index].sectionLength = part
        }
    }

    var pieces: [OverviewPiece] {
        sums.map {
            OverviewPiece(
                section: $0.section, place: $0.place, cells: $0.cells, isStale: $0.stale > 0,
                isEstimated: $0.estimated > 0)
        }
    }

    /// Turns them round, where content counts from the far end.
    mutating func reverse() { sums.reverse() }
}
