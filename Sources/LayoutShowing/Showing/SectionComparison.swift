internal import LayoutCore

/// Compares a section of two states by the revisions of its chapters and runs, without looking at the items.
struct SectionComparison {
    /// The same positions in both states, where items may differ.
    struct Stretch {
        let positions: Range<Double>
        /// How many shown items there are between the stretch before and this one, the same in both.
        let equalBefore: Int
        /// About how many items it has in both together.
        let size: Int
    }

    private enum Segment {
        case equal(count: Int)
        case different(Range<Double>, size: Int)
    }

    private let old: (items: SnapshotItems, section: Int, hidden: [Range<Double>])
    private let new: (items: SnapshotItems, section: Int, hidden: [Range<Double>])

    /// - Parameters:
    ///   - old: A section of the former state.
    ///   - new: The section that it became.
    init(_ old: (SnapshotItems, section: Int), _ new: (SnapshotItems, section: Int)) {
        self.old = (old.0, old.section, old.0.hidden(inSection: old.section))
        self.new = (new.0, new.section, new.0.hidden(inSection: new.section))
    }

    /// The stretches in which items may differ, in order.
    ///
    /// O(chapters + runs of those that differ).
    func stretches() throws -> [Stretch] {
        var stretches: [Stretch] = []
        var equal = 0
        func add(_ segments: [Segment], _ onDifference: (Range<Double>, Int) throws -> Void) rethrows {
            for segment in segments {
                switch segment {
                case .equal(let count): equal += count
                case .different(let positions, let size): try onDifference(positions, size)
                }
            }
        }
        func addStretch(_ positions: Range<Double>, _ size: Int) {
            stretches.append(Stretch(positions: positions, equalBefore: equal, size: size))
            equal = 0
        }
        let (before, after) = (
            try old.items.parts(ofSection: old.section), try new.items.parts(ofSection: new.section)
        )
        try add(segments(before, after, before: .infinity)) { positions, size in
            // A single run has no smaller parts.
            guard before.count > 1 || after.count > 1 else { return addStretch(positions, size) }
            add(
                segments(
                    try old.items.parts(ofSection: old.section, in: positions),
                    try new.items.parts(ofSection: new.section, in: positions), before: positions.upperBound),
                addStretch)
        }
        return stretches
    }

    /// A stretch over all of it: for a section that has another row id now.
    func whole() throws -> Stretch {
        let size = try old.items.count(ofSection: old.section) + new.items.count(ofSection: new.section)
        return Stretch(positions: -.infinity..<(.infinity), equalBefore: 0, size: size)
    }

    private func segments(_ before: [Outline.Part], _ after: [Outline.Part], before end: Double) -> [Segment] {
        var segments: [Segment] = []
        var pending: (first: Double, size: Int)?
        var (former, present) = (0, 0)
        func pass(_ part: Outline.Part, _ index: inout Int) {
            pending = (min(pending?.first ?? part.first, part.first), (pending?.size ?? 0) + (part.count ?? 0))
            index += 1
        }
        func close(at end: Double) {
            if let part = pending { segments.append(.different(part.first..<end, size: part.size)) }
            pending = nil
        }
        while former < before.count || present < after.count {
            let (one, other) = (before[safely: former], after[safely: present])
            if let one, let other, let count = equalCount(one, other) {
                close(at: one.first)
                segments.append(.equal(count: count))
                (former, present) = (former + 1, present + 1)
                continue
            }
            if let one, one.first <= other?.first ?? .infinity { pass(one, &former) }
            if let other, other.first <= one?.first ?? .infinity { pass(other, &present) }
        }
        close(at: end)
        return segments
    }

    /// How many items two parts show, if they show the same ones; nil if that is not known.
    private func equalCount(_ one: Outline.Part, _ other: Outline.Part) -> Int? {
        guard let revision = one.revision, revision == other.revision, one.first == other.first, one.end == other.end,
            let count = one.count, count == other.count, old.items.isFollower == new.items.isFollower,
            let shown = Self.shownCount(of: one, without: old.hidden),
            shown == Self.shownCount(of: other, without: new.hidden)
        else { return nil }
        return shown
    }

    /// How many items a part shows; nil if some of them may be hidden.
    private static func shownCount(of part: Outline.Part, without hidden: [Range<Double>]) -> Int? {
        var (low, high) = (0, hidden.count)
        while low < high {
            let middle = (low + high) / 2
            if hidden[middle].upperBound > part.first { high = middle } else { low = middle + 1 }
        }
        guard let range = hidden[safely: low], range.lowerBound < part.end else { return part.count }
        return range.lowerBound <= part.first && range.upperBound >= part.end ? 0 : nil
    }
}

extension Array {
    fileprivate subscript(safely index: Int) -> Element? { index < count ? self[index] : nil }
}
