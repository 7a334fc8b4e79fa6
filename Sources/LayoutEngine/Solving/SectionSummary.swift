/// The summary of a run of items for its whole section, if a layout needs it: whether all of them have one size.
///
/// Summaries merge, in any order and any grouping, so that what is known of the rest of a section can be kept in a
/// tree. Flow layouts use it for the last line of a section. A band of equal items may keep its frames with other ones
/// of that size: ``LineRepetition``.
package enum SectionSummary: Sendable, Hashable {
    /// No item yet, or a layout that does not ask.
    case unknown
    case uniform(width: Double, height: Double)
    case mixed

    /// The summary of two runs of items taken together.
    package func merged(with other: SectionSummary) -> SectionSummary {
        switch (self, other) {
        case (.unknown, let other): other
        case (let mine, .unknown): mine
        default: self == other ? self : .mixed
        }
    }

    /// The stored form of the summary: `NULL`, an empty text for sizes that differ, `50.0x44.0` for one size.
    package var text: String? {
        switch self {
        case .unknown: nil
        case .mixed: ""
        case .uniform(let width, let height): "\(width)x\(height)"
        }
    }

    /// Reads the form that ``text`` writes; any other text means sizes that differ.
    package init(text: String?) {
        guard let text else {
            self = .unknown
            return
        }
        let parts = text.split(separator: "x")
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
            self = .mixed
            return
        }
        self = .uniform(width: width, height: height)
    }
}
