internal import LayoutEngine

extension VisibleQuery {
    /// The purpose of a query, which decides how it places elements that move.
    package enum Purpose: Equatable {
        /// The visible elements: pinned elements and frozen cells are at their visible places.
        case visible
        /// The same, with the elements apart that the viewport moves, so that another viewport takes no other query.
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

        var movement: Placement.Movement {
            switch self {
            case .visible, .pinnedApart: .shown
            case .content, .stops, .cells: .natural
            case .scene: .scene
            }
        }

        /// Whether elements that the viewport moves are left to the caller.
        var leavesMoving: Bool {
            switch self {
            case .pinnedApart, .scene: true
            case .visible, .content, .stops, .cells: false
            }
        }

        var isScene: Bool { if case .scene = self { true } else { false } }

        /// The offset of an orthogonal section, if the caller has one.
        func offset(ofSection index: Int) -> Double? {
            switch self {
            case .scene(let offsets), .pinnedApart(let offsets): offsets[index]
            case .visible, .content, .stops, .cells: nil
            }
        }
    }
}
