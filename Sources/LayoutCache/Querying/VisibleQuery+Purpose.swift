internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// The purpose of a query, which decides how it places elements that move.
    package enum Purpose: Equatable {
        /// The visible elements: pinned elements and frozen cells are at their visible places.
        case visible
        /// The same, with the pinned elements apart, so that another viewport takes no other query.
        ///
        /// - Parameter offsets: Offsets of orthogonal sections by their index, in place of the stored ones.
        case pinnedApart(offsets: [Int: Double])
        /// The elements of the content: frozen cells are at their natural places.
        case content
        /// The same, without the frozen rows of a sheet whose other rows go round. They are in no lap, so scrolling
        /// cannot rest on them.
        case stops
        /// The same as for content, without elements that depend on the extent of their section.
        case cells
        /// The elements that a scene draws while it scrolls: everything at its natural place, with its motion.
        ///
        /// - Parameter offsets: Offsets of orthogonal sections by their index, in place of the stored ones.
        case scene(offsets: [Int: Double])

        var movesFrozenCells: Bool {
            switch self {
            case .visible, .pinnedApart: true
            case .content, .stops, .cells, .scene: false
            }
        }

        /// Whether cells are sought where their motion may take them.
        var movesCells: Bool {
            switch self {
            case .visible, .pinnedApart, .scene: true
            case .content, .stops, .cells: false
            }
        }

        /// Whether cells of removed items are left out. A band that was counted again, and not laid out yet, has them
        /// at its end. Their indices belong to the next band.
        var isOfCountedItems: Bool { self == .content || self == .stops || isPinnedApart }

        var isPinnedApart: Bool { if case .pinnedApart = self { true } else { false } }

        var isScene: Bool { if case .scene = self { true } else { false } }

        /// The offset of an orthogonal section, if the caller has one.
        func offset(ofSection index: Int?) -> Double? {
            switch self {
            case .scene(let offsets), .pinnedApart(let offsets): index.flatMap { offsets[$0] }
            case .visible, .content, .stops, .cells: nil
            }
        }
    }

    func orthogonalOffset(ofSection sectionID: Int64, index: Int?) throws -> Double {
        try purpose.offset(ofSection: index)
            ?? connection.first(
                "SELECT offset FROM section_offset WHERE layout = ?1 AND section_id = ?2", layout.record.name,
                sectionID, as: Double.self) ?? 0
    }
}
