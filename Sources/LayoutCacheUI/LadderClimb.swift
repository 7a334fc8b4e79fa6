#if LAYOUT_VIEWS
/// A change from one layout of a ladder to the next, as far as a pinch has led it.
@MainActor
final class LadderClimb {
    /// The content of the target, read away from the main thread.
    struct Target: Sendable {
        let layout: StoredLayout
        let snapshot: LayoutSnapshot
        let transition: LayoutTransition

        /// The factor by which the held item grows, as a logarithm.
        var growth: Double {
            guard let start = transition.source.held, let end = transition.target.held else { return 0 }
            let area = (start.width * start.height, end.width * end.height)
            return area.0 > 0 && area.1 > 0 ? log(area.1 / area.0) / 2 : 0
        }

        /// The place of the target that holds the item, along its scroll axis.
        var place: Double { transition.targetOffset[snapshot.scrollAxis] }
    }

    let rung: StoredLayout
    /// −1 towards larger cells, 1 towards smaller ones.
    let step: Int
    let hold: ScrollAnchor
    let size: LayoutSize
    /// The logarithm of the factor by which the fingers have moved apart.
    var amount = 0.0
    /// Whether the fingers are lifted, and to which end it goes then.
    var release: Double?
    var target: Target?
    /// How often it was read: again if the view has shown another state in the meantime.
    var readings = 0
    /// An arbitrary number. Then the pinch begins again.
    static let mostReadings = 4
    /// The nearest place that the target can be scrolled to.
    var place = 0.0

    init(to rung: StoredLayout, step: Int, holding hold: ScrollAnchor, size: LayoutSize) {
        self.rung = rung
        self.step = step
        self.hold = hold
        self.size = size
    }

    /// Cells grow by at least this factor from rung to rung, as far as fingers are concerned.
    private static let leastGrowth = log(1.2)

    var growth: Double {
        let growth = target?.growth ?? 0
        return step < 0 ? max(growth, Self.leastGrowth) : min(growth, -Self.leastGrowth)
    }

    /// How far the fingers have led, from 0 to 1; beyond, they ask for another rung.
    var share: Double { amount / growth }

    var progress: Double { min(max(release ?? share, 0), 1) }

    /// The elements in between, in content coordinates of the source.
    func elements() -> [LayoutAttributes] {
        guard let target else { return [] }
        return target.transition.elements.map { element($0, target) }
    }

    private func element(_ element: LayoutTransition.Element, _ target: Target) -> LayoutAttributes {
        var attributes = element.attributes(at: progress)
        // Near an end of the content the item gives way, and most of it late.
        let give = (target.place - place) * progress * progress * progress
        attributes.frame = attributes.frame.moved(by: give, along: target.snapshot.scrollAxis)
        return attributes
    }

    /// An element that one of the layouts shows; nil if neither does.
    func element(_ kind: LayoutAttributes.Kind, named name: String?, at path: ItemIndexPath?) -> LayoutAttributes? {
        guard let target else { return nil }
        let found = target.transition.elements.first {
            $0.target.kind == kind && $0.target.elementKind == name && $0.target.indexPath == path
        }
        return found.map { element($0, target) }
    }

    /// Reads the target, away from the main thread.
    ///
    /// - Parameters:
    ///   - layout: The layout that is shown.
    ///   - snapshot: The state that is shown: another one of the data cannot be led to.
    /// - Returns: nil if the data has changed, or the item is gone.
    nonisolated static func read(
        from layout: StoredLayout, _ snapshot: LayoutSnapshot, to rung: StoredLayout, holding hold: ScrollAnchor,
        size: LayoutSize
    ) async throws -> Target? {
        let sized = try await rung.sized(for: size)
        return try await Task.detached {
            let transition = try layout.transition(to: sized, from: (hold, size), to: (hold, size)) { found, _, _ in
                found
            }
            guard transition.source.held != nil, transition.target.held != nil else { return nil }
            let next = try sized.snapshot()
            guard next.hasSameData(as: snapshot) else {
                next.close()
                return nil
            }
            return Target(layout: sized, snapshot: next, transition: transition)
        }.value
    }
}
#endif
