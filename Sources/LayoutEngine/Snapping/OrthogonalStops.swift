/// The offsets at which the inner content of an orthogonal section may stop, along its inner axis.
public struct OrthogonalStops: Sendable, Hashable {
    /// The least offset in points, negative where the first group can be centred before the content's edge.
    public var minimum: Double
    /// The greatest offset, in points.
    public var maximum: Double
    /// The offsets in points, ascending, each once; `nil` if it may rest anywhere between minimum and maximum.
    public var stops: ContiguousArray<Double>?

    /// Makes one from its parts; omitted ones have their defaults.
    package init(minimum: Double, maximum: Double, stops: ContiguousArray<Double>?) {
        self.minimum = minimum
        self.maximum = maximum
        self.stops = stops
    }
}

extension OrthogonalContent {
    /// How far the content can be scrolled without extra padding.
    package var maximumOffset: Double { max(0, contentLength - viewportLength) }

    /// The offsets at which the section may stop, by its behaviour and its groups' actual places.
    ///
    /// Linear in the number of groups (or of pages).
    package var restPositions: OrthogonalStops {
        switch behavior {
        case .none: return OrthogonalStops(minimum: 0, maximum: 0, stops: [0])
        case .continuous: return OrthogonalStops(minimum: 0, maximum: maximumOffset, stops: nil)
        case .continuousGroupLeadingBoundary, .groupPaging:
            // A group rests with the leading inset visible: both have moved by the same distance.
            return stops(groups.lazy.map { min(max(0, $0.start - leadingInset), maximumOffset) })
        case .paging:
            guard viewportLength > 0 else { return stops([]) }
            let pageCount = (maximumOffset / viewportLength).rounded(.up)
            guard pageCount <= Self.mostPages else {
                return OrthogonalStops(minimum: 0, maximum: maximumOffset, stops: nil)
            }
            return stops((0...Int(pageCount)).lazy.map { min(Double($0) * viewportLength, maximumOffset) })
        case .groupPagingCentered:
            // Not clamped: the scroller pads its ends so that the first and last group reach the centre.
            return stops(groups.lazy.map { $0.start + $0.length / 2 - viewportLength / 2 })
        }
    }

    /// The most pages that are listed one by one. In a viewport so small that there are more, pages are
    /// finer than pixels, and resting on one is resting anywhere.
    private static let mostPages = 0x1p24

    private func stops(_ offsets: some Sequence<Double>) -> OrthogonalStops {
        var stops = ContiguousArray<Double>()
        for offset in offsets.sorted() where stops.last != offset { stops.append(offset) }
        if stops.isEmpty { stops = [0] }
        return OrthogonalStops(minimum: stops[0], maximum: stops[stops.count - 1], stops: stops)
    }

    /// The target offset of a gesture.
    ///
    /// - Parameters:
    ///   - proposed: where scrolling would end on its own.
    ///   - velocity: the speed at the end of the gesture, in points per millisecond.
    ///   - current: the offset before the gesture; `nil` if it is unknown, and then paging behaviours rest at the stop
    ///     nearest to the proposal.
    ///   - velocityThreshold: the speed up to which a gesture counts as none.
    ///
    /// The three paging behaviours move by at most one page or group: to a neighbour of `current`.
    package func target(
        proposed: Double, velocity: Double, current: Double? = nil, velocityThreshold: Double = 0.3
    ) -> Double {
        let positions = restPositions
        guard let stops = positions.stops else { return min(max(proposed, positions.minimum), positions.maximum) }
        let pages = behavior == .paging || behavior == .groupPaging || behavior == .groupPagingCentered
        guard pages, let current else { return Self.nearest(to: proposed, in: stops) }

        let next = stops.firstIndex { $0 > current } ?? stops.count - 1
        let previous = stops.lastIndex { $0 < current } ?? 0
        if velocity > velocityThreshold { return stops[next] }
        if velocity < -velocityThreshold { return stops[previous] }
        return Self.nearest(to: proposed, in: stops[min(previous, next)...max(previous, next)])
    }

    /// The stop nearest to an offset, the first of two that are equally near.
    private static func nearest(to offset: Double, in stops: some Sequence<Double>) -> Double {
        stops.min { abs($0 - offset) < abs($1 - offset) } ?? 0
    }
}
