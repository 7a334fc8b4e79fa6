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
        withScrollingVelocity velocity: LayoutPoint, preparing: PreparationScope = .nothing
    ) throws -> LayoutPoint {
        // A gesture backwards looks at the page before the proposal.
        func pages(_ record: LayoutRecord) -> PreparingScope {
            .visible(
                LayoutRect(
                    x: proposedContentOffset.x - record.container.width,
                    y: proposedContentOffset.y - record.container.height,
                    width: record.container.width * 3, height: record.container.height * 3))
        }
        return try read(preparing, viewing: pages) { layout in
            let definition = try LayoutDefinition(json: layout.record.definition)
            guard let snap = definition.snap, layout.isPrepared, !layout.traits.isFree else {
                return proposedContentOffset
            }
            let reading = try ReadingAxis(layout)
            let axis = reading.axis
            // What wraps has no ends to stay between.
            let isEndless = layout.view(try layout.totals).lapLength > 0
            let rule = SnapRule(
                definition: snap, axis: axis, containerLength: reading.containerLength,
                contentLength: isEndless ? .infinity : reading.contentLength,
                leadingContentInset: isEndless ? .infinity : layout.traits.pinStart
            )
            let proposed = reading.offset(proposedContentOffset[axis])
            let speed = reading.velocity(velocity[axis])
            var candidates: [LayoutRect] = []
            if let page = rule.candidatePage(proposed: proposed, velocity: speed) {
                let cross = max(layout.traits.contentCrossLength ?? 0, layout.record.container[axis.cross])
                var query = try VisibleQuery(
                    layout,
                    rect: reading.frame(
                        LayoutRect(
                            axis: axis, along: page.lowerBound, cross: 0,
                            alongLength: page.upperBound - page.lowerBound, crossLength: cross
                        )))
                // Frozen rows would always be nearest, and lead nowhere.
                query.movesFrozenCells = false
                try query.run()
                // Of cells that are equally near the first counts, and the index finds them in no order.
                candidates = query.elements.filter { $0.kind == .cell }.sorted {
                    ($0.lap, $0.section ?? 0, $0.item) < ($1.lap, $1.section ?? 0, $1.item)
                }.map { reading.frame($0.frame) }
            }
            var target = proposedContentOffset
            target[axis] = reading.offset(rule.target(proposed: proposed, velocity: speed, candidates: candidates))
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
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            guard layout.isPrepared else { return (offset, false) }
            let totals = try layout.totals
            let axis = layout.traits.axis
            let carousel = WrapRecentering(
                copiesOf: layout.view(totals).contentLength, spacing: layout.traits.wrapSpacing, sets: sets)
            let (along, isMoved) = carousel.recenter(offset[axis])
            var result = offset
            result[axis] = along
            return (result, isMoved)
        }
    }

    /// Whether a wrapped layout is shorter than its container, so that elements show more than once.
    public func showsElementsTwice() throws -> Bool {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            guard layout.isPrepared else { return false }
            let length = layout.view(try layout.totals).lapLength
            return length > 0 && length < layout.record.container[layout.traits.axis]
        }
    }
}
