public import LayoutEngine

extension LayoutReader {
    func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> PrefetchPlan {
        guard isPrepared, screens > 0, screens.isFinite, rect.width > 0, rect.height > 0 else { return PrefetchPlan() }
        var velocity = LayoutPoint(x: velocity.x.isFinite ? velocity.x : 0, y: velocity.y.isFinite ? velocity.y : 0)
        let isMoving = velocity != .zero
        if !isMoving { velocity[traits.axis] = rect.length(traits.axis) }
        // Until the faster direction has gone through the given number of screens.
        let speed = max(abs(velocity.x) / rect.width, abs(velocity.y) / rect.height)
        let ahead = Sweep(
            rect: rect, distance: LayoutPoint(x: velocity.x / speed * screens, y: velocity.y / speed * screens))
        let behind = Sweep(rect: rect, distance: LayoutPoint(x: -ahead.distance.x, y: -ahead.distance.y))
        guard isMoving else { return PrefetchPlan(entering: try items(reachedBy: [ahead, behind], from: rect)) }
        let duration = screens / speed
        return PrefetchPlan(
            entering: try items(reachedBy: [ahead], from: rect, within: duration.isFinite ? duration : nil),
            toCancel: try items(reachedBy: [behind], from: rect))
    }

    /// The items that a moving rectangle reaches, in that order.
    ///
    /// - Parameter duration: How long it moves, in seconds; nil if that is not known.
    private func items(
        reachedBy sweeps: [Sweep], from rect: LayoutRect, within duration: Double? = nil
    ) throws -> [PrefetchPlan.Item] {
        var reached: [(time: Double, element: LayoutAttributes)] = []
        for sweep in sweeps {
            // Frozen cells are visible already, or show outside of the region.
            let found = try VisibleQuery(self, rect: sweep.region, viewport: rect, for: .cells).run()
            for element in found.elements where !element.frame.overlaps(rect) {
                if let time = sweep.time(of: element.frame) { reached.append((time, element)) }
            }
        }
        reached.sort {
            ($0.time, $0.element.section ?? 0, $0.element.item) < ($1.time, $1.element.section ?? 0, $1.element.item)
        }
        // An item of a layout that wraps may come twice.
        var seen: Set<Int64> = []
        return try reached.compactMap { time, element in
            guard let path = element.indexPath, let id = element.itemID, seen.insert(id).inserted else { return nil }
            return PrefetchPlan.Item(
                indexPath: path, itemID: id, key: try key(ofItem: id), frame: element.frame,
                delay: duration.map { $0 * time })
        }
    }
}

/// A rectangle in motion: from its place, a multiple of its lengths in the direction of its velocity.
private struct Sweep {
    let rect: LayoutRect
    /// The distance that it moves.
    let distance: LayoutPoint

    /// The area that it passes over, and the corners beside that.
    var region: LayoutRect {
        LayoutRect(
            x: rect.x + min(distance.x, 0), y: rect.y + min(distance.y, 0), width: rect.width + abs(distance.x),
            height: rect.height + abs(distance.y))
    }

    /// The time at which it first overlaps a frame, as a fraction of the distance; nil if it never does.
    func time(of frame: LayoutRect) -> Double? {
        var first = 0.0
        var last = 1.0
        for axis in LayoutAxis.allCases {
            let step = distance[axis]
            // It overlaps while its low edge is below the frame's high one, and its high edge above the low one.
            let enters = frame.min(axis) - rect.max(axis)
            let leaves = frame.max(axis) - rect.min(axis)
            guard step != 0 else {
                guard enters < 0, leaves > 0 else { return nil }
                continue
            }
            let times = step > 0 ? (enters / step, leaves / step) : (leaves / step, enters / step)
            first = max(first, times.0)
            last = min(last, times.1)
        }
        return first < last ? first : nil
    }
}

/// The items that become visible next, and the ones that were left behind: for a collection view's prefetching.
public struct PrefetchPlan: Sendable, Hashable {
    /// An item that is not visible.
    public struct Item: Sendable, Hashable {
        /// Its place in the layout.
        public var indexPath: ItemIndexPath
        /// Its row id.
        public var itemID: Int64
        /// Its key; nil if it has none.
        public var key: String?
        /// In content coordinates, in points.
        public var frame: LayoutRect
        /// The time until it becomes visible at the given velocity, in seconds; nil without one, and for an item that
        /// was left behind.
        public var delay: Double?
    }

    /// In the order in which they become visible.
    public var entering: [Item] = []
    /// Items equally far away in the other direction, the nearest first: work begun for these can be cancelled.
    public var toCancel: [Item] = []
}
