public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// The offset at which scrolling should come to rest, as a collection view layout's method of the
    /// same name answers it.
    ///
    /// By the definition's `snap`; without one, the proposal itself. Only the scroll axis is changed. At
    /// most two queries on the index, whatever the size of the data set.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: Where scrolling would end on its own, in points.
    ///   - velocity: The speed at the end of the gesture, in points per millisecond.
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint,
        withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        try read(true) { layout in
            let definition = try LayoutDefinition(json: layout.definitionText)
            guard let snap = definition.snap, layout.isPrepared, !layout.isFree else { return proposedContentOffset }
            let axis = layout.axis
            let plan = try definition.makePlan(in: layout.container)
            let contentLength = layout.contentLength(try layout.totals)
            // What wraps has no ends to stay between.
            let isEndless = layout.wraps && contentLength + layout.wrapSpacing > 0
            let rule = SnapRule(
                definition: snap, axis: axis, containerLength: layout.container[axis],
                contentLength: isEndless ? .infinity : contentLength,
                leadingContentInset: isEndless ? .infinity : plan.contentInsets.start(axis)
            )
            var candidates: [LayoutRect] = []
            if let page = rule.candidatePage(proposed: proposedContentOffset[axis], velocity: velocity[axis]) {
                let cross = max(layout.crossLength ?? 0, layout.container[axis.cross])
                let rect = LayoutRect(
                    axis: axis, along: page.lowerBound, cross: 0, alongLength: page.upperBound - page.lowerBound, crossLength: cross
                )
                var query = try VisibleQuery(layout, rect: rect)
                // Frozen rows would always be nearest, and lead nowhere.
                query.movesFrozenCells = false
                try query.run()
                // Of cells that are equally near the first counts, and the index finds them in no order.
                candidates = query.elements.filter { $0.kind == .cell }.sorted {
                    ($0.lap, $0.section ?? 0, $0.item) < ($1.lap, $1.section ?? 0, $1.item)
                }.map(\.frame)
            }
            var target = proposedContentOffset
            target[axis] = rule.target(
                proposed: proposedContentOffset[axis], velocity: velocity[axis], candidates: candidates
            )
            return target
        }
    }

    /// The offset to which a carousel of several sets of the same items jumps when it has strayed too
    /// far from its middle, and whether it jumps at all: the classic re-centring, for scroll views that
    /// have ends. See ``WrapRecentering``.
    ///
    /// - Parameters:
    ///   - offset: The present offset in a content of `sets` copies of the layout's own.
    ///   - sets: How many copies there are.
    public func recenteredOffset(for offset: LayoutPoint, sets: Int) throws -> (offset: LayoutPoint, isMoved: Bool) {
        try read(true) { layout in
            guard layout.isPrepared else { return (offset, false) }
            let totals = try layout.totals
            let fold = WrapFold(
                axis: layout.axis, contentLength: layout.contentLength(totals), spacing: layout.wrapSpacing,
                overhangBefore: totals.overhangBefore, overhangAfter: totals.overhangAfter
            )
            let (along, isMoved) = WrapRecentering(fold, sets: sets).recenter(offset[layout.axis])
            var result = offset
            result[layout.axis] = along
            return (result, isMoved)
        }
    }

    /// Whether a wrapped layout is shorter than its container, so that elements show more than once.
    public func showsElementsTwice() throws -> Bool {
        try read(true) { layout in
            guard layout.wraps, layout.isPrepared else { return false }
            let length = layout.contentLength(try layout.totals) + layout.wrapSpacing
            return length > 0 && length < layout.container[layout.axis]
        }
    }
}
