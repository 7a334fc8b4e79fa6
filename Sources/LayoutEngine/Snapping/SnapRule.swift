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
        let origin = clamped(proposed)
        guard origin.isFinite, containerLength > 0 else { return nil }
        // Stops within a distance of the proposal, or clamped to an end within it. Without one, twice as far.
        var distance = containerLength
        while true {
            let low = gesture == .forward ? origin : origin - distance
            let high = gesture == .backward ? origin : origin + distance
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
                let distance = abs(stop - origin)
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
        func rest(_ page: Double) -> Double { clamped(page * containerLength) }
        let pages = proposed / containerLength
        let (below, above) = (pages.rounded(.down), pages.rounded(.up))
        return switch gesture {
        case .slow: proposed - rest(below) < rest(below + 1) - proposed ? rest(below) : rest(below + 1)
        case .forward: rest(below) > proposed ? rest(below) : rest(below + 1)
        case .backward: rest(above) < proposed ? rest(above) : rest(above - 1)
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
