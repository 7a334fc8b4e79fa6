/// The snapping of a layout that scrolls along one axis.
///
/// It rests on a stop whenever there is one: a slow gesture on the nearest, another on the nearest in its direction,
/// however far. Beyond the last one it rests on the last. Stops are clamped to the range of offsets before they are
/// compared, as scroll snapping in browsers does (https://www.w3.org/TR/css-scroll-snap-1/#snap-overflow).
package struct SnapRule: Sendable, Hashable {
    package var definition: SnapDefinition
    package var axis: LayoutAxis
    /// The container's extent along the axis, in points.
    package var containerLength: Double
    /// The content's extent along the axis, in points.
    package var contentLength: Double
    /// The container's inset before the content: how far scrolling may go below 0.
    package var leadingContentInset: Double
    /// The container's inset after the content: how far scrolling may go beyond its end.
    package var trailingContentInset: Double

    package init(
        definition: SnapDefinition, axis: LayoutAxis, containerLength: Double, contentLength: Double,
        leadingContentInset: Double = 0, trailingContentInset: Double = 0
    ) {
        self.definition = definition
        self.axis = axis
        self.containerLength = containerLength
        self.contentLength = contentLength
        self.leadingContentInset = leadingContentInset
        self.trailingContentInset = trailingContentInset
    }

    enum Gesture {
        case slow
        case forward
        case backward
    }

    /// A speed of exactly the threshold still counts as slow.
    func gesture(_ velocity: Double) -> Gesture {
        if velocity > definition.velocityThreshold { return .forward }
        if velocity < -definition.velocityThreshold { return .backward }
        return .slow
    }

    /// The offset to rest at, clamped to the scrollable range; the clamped proposal itself if there is no stop.
    ///
    /// - Parameters:
    ///   - reach: The distance from the proposal up to which stops are looked for; infinite if they may be anywhere.
    ///   - cells: Returns the frames of the cells that overlap a range of the axis.
    /// - Complexity: Linear in the number of cells up to twice as far as the stop, or as the container is long.
    package func target(
        proposed: Double, velocity: Double, reach: Double = .infinity, cells: (Range<Double>) throws -> [LayoutRect]
    ) rethrows -> Double {
        let gesture = gesture(velocity)
        guard definition.mode == .item else { return page(proposed: proposed, gesture) }
        if let end = end(at: proposed), gesture == .slow, definition.fraction == nil { return end }
        return try stop(proposed: proposed, gesture, reach: reach, cells: cells)
            // Beyond the last stop in its direction.
            ?? (gesture == .slow ? nil : try stop(proposed: proposed, .slow, reach: reach, cells: cells))
            ?? clamped(proposed)
    }

    /// The nearest stop by the rule of a gesture; nil if there is none within reach.
    private func stop(
        proposed: Double, _ gesture: Gesture, reach: Double, cells: (Range<Double>) throws -> [LayoutRect]
    ) rethrows -> Double? {
        let target = clamped(proposed)
        guard target.isFinite, containerLength > 0 else { return nil }
        // Stops within a distance of the proposal, or clamped to an end within it. Without one, twice as far.
        var distance = containerLength
        while true {
            let low = gesture == .forward ? target : target - distance
            let high = gesture == .backward ? target : target + distance
            let isWhole =
                (low <= leastOffset || gesture == .forward) && (high >= greatestOffset || gesture == .backward)
            let far = containerLength + abs(end)
            let lower = low <= leastOffset ? -far : low + reference
            let upper = high >= greatestOffset ? 2 * far : high + reference
            guard lower < upper else { return nil }
            var best: (stop: Double, distance: Double)?
            for frame in try cells(lower..<upper) {
                let stop = clamped(anchor(of: frame) - reference)
                if gesture == .forward, stop <= proposed { continue }
                if gesture == .backward, stop >= proposed { continue }
                let distance = abs(stop - target)
                // Of two that are equally near the later one.
                if best.map({ (distance, -stop) < ($0.distance, -$0.stop) }) ?? true { best = (stop, distance) }
            }
            if let best, best.distance < distance || isWhole { return best.stop }
            guard !isWhole, distance < reach else { return best?.stop }
            distance *= 2
        }
    }

    /// The distance from the offset at which an item rests to its aligned edge. The padding is between the aligned
    /// edges; centres have none between them.
    private var reference: Double {
        definition.place * containerLength + definition.padding * (1 - 2 * definition.place)
    }

    private func anchor(of frame: LayoutRect) -> Double { frame.min(axis) + definition.place * frame.length(axis) }

    /// The nearest multiple of the container's length, or the next one in the gesture's direction. Beyond an end, the
    /// next one is that end.
    private func page(proposed: Double, _ gesture: Gesture) -> Double {
        guard containerLength > 0 else { return clamped(proposed) }
        func offset(ofPage page: Double) -> Double { clamped(page * containerLength) }
        let pages = proposed / containerLength
        let (below, above) = (pages.rounded(.down), pages.rounded(.up))
        let (start, next) = (offset(ofPage: below), offset(ofPage: below + 1))
        return switch gesture {
        case .slow: proposed - start < next - proposed ? start : next
        case .forward: start > proposed ? start : next
        case .backward: offset(ofPage: above) < proposed ? offset(ofPage: above) : offset(ofPage: above - 1)
        }
    }

    /// The far end of the part that can be scrolled to.
    private var end: Double { contentLength + trailingContentInset }

    private var leastOffset: Double { -leadingContentInset }
    private var greatestOffset: Double { max(0, end - containerLength) }

    /// The end of the scrollable range at which an offset lies, or beyond it; nil between the ends. A slow gesture to
    /// there rests there, though no item's stop is there.
    private func end(at offset: Double) -> Double? {
        if offset >= greatestOffset - sumTolerance { return greatestOffset }
        return offset <= leastOffset + sumTolerance ? leastOffset : nil
    }

    private func clamped(_ offset: Double) -> Double { min(max(offset, leastOffset), greatestOffset) }
}

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
    ///
    /// The three paging behaviours move by at most one page or group: to a neighbour of `current`.
    package func target(proposed: Double, velocity: Double, current: Double? = nil) -> Double {
        let positions = restPositions
        guard let stops = positions.stops else { return min(max(proposed, positions.minimum), positions.maximum) }
        let pages = behavior == .paging || behavior == .groupPaging || behavior == .groupPagingCentered
        guard pages, let current else { return Self.nearest(to: proposed, in: stops) }

        // A slower gesture counts as none.
        let threshold = 0.3
        let next = stops.firstIndex { $0 > current } ?? stops.count - 1
        let previous = stops.lastIndex { $0 < current } ?? 0
        if velocity > threshold { return stops[next] }
        if velocity < -threshold { return stops[previous] }
        return Self.nearest(to: proposed, in: stops[min(previous, next)...max(previous, next)])
    }

    /// The stop nearest to an offset, the first of two that are equally near.
    private static func nearest(to offset: Double, in stops: some Sequence<Double>) -> Double {
        stops.min { abs($0 - offset) < abs($1 - offset) } ?? 0
    }
}
