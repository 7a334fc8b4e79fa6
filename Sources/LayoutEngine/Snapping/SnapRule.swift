/// The snapping of a layout that scrolls along one axis.
///
/// Ask `candidatePage` for the part of the content to search, fetch the cells that overlap it, and pass their frames to
/// `target`. This takes one query of the index, at any size of the data set.
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

    /// The part of the axis whose cells are candidates: the page at the proposed offset, or, for a gesture backwards,
    /// the page just before it. `nil` if no cells are needed.
    package func candidatePage(proposed: Double, velocity: Double) -> Range<Double>? {
        guard definition.mode == .item else { return nil }
        let start = gesture(velocity) == .backward ? proposed - containerLength : proposed
        guard start.isFinite, containerLength > 0, start < start + containerLength else { return nil }
        return start..<start + containerLength
    }

    /// The offset to rest at, clamped to the scrollable range; the clamped proposal itself if there is no candidate.
    /// Linear in the number of frames.
    package func target(proposed: Double, velocity: Double, candidates: some Sequence<LayoutRect>) -> Double {
        switch definition.mode {
        case .page:
            return clamped(page(proposed: proposed, velocity: velocity))
        case .item:
            if let end = end(at: proposed), gesture(velocity) == .slow, definition.fraction == nil { return end }
            guard let page = candidatePage(proposed: proposed, velocity: velocity) else { return clamped(proposed) }
            let frames = candidates.lazy.filter { [axis] frame in
                frame.min(axis) < page.upperBound && frame.max(axis) > page.lowerBound
            }
            guard let frame = choose(from: frames, proposed: proposed, velocity: velocity) else {
                return clamped(proposed)
            }
            return clamped(stop(at: frame))
        }
    }

    /// The offset at which an item rests.
    private func stop(at frame: LayoutRect) -> Double { anchor(of: frame) - containerAnchor - edgePadding }

    /// Whether the places at which items would really rest are compared, rather than their edges: at the beginning and
    /// at the end they differ.
    private var comparesStops: Bool { definition.fraction != nil || definition.items != nil }

    private func choose(
        from frames: some Sequence<LayoutRect>, proposed: Double, velocity: Double
    ) -> LayoutRect? {
        // The edge of the container at the proposal that the same edge of an item will meet.
        let reference = proposed + containerAnchor
        switch gesture(velocity) {
        case .slow:
            if comparesStops {
                // Of two that are equally near the later one.
                return first(of: frames, tiesToLater: true) { abs(clamped(stop(at: $0)) - proposed) }
            }
            if proposed + containerLength + definition.padding > end { return furthest(of: frames) }
            return first(of: frames) { abs(anchor(of: $0) - reference) }
        case .forward:
            return first(of: frames.lazy.filter { anchor(of: $0) > reference }) { anchor(of: $0) }
        case .backward:
            return furthest(of: frames)
        }
    }

    /// The frame with the greatest centre, the first of equal ones.
    private func furthest(of frames: some Sequence<LayoutRect>) -> LayoutRect? {
        first(of: frames) { -($0.min(axis) + $0.max(axis)) }
    }

    /// The frame with the least value, the first of equal ones.
    private func first(
        of frames: some Sequence<LayoutRect>, tiesToLater: Bool = false, by value: (LayoutRect) -> Double
    ) -> LayoutRect? {
        var best: (frame: LayoutRect, value: Double)?
        for frame in frames {
            let value = value(frame)
            if value < best?.value ?? .infinity || tiesToLater && value == best?.value { best = (frame, value) }
        }
        return best?.frame
    }

    private func anchor(of frame: LayoutRect) -> Double {
        if let fraction = definition.fraction { return frame.min(axis) + fraction * frame.length(axis) }
        return switch definition.alignment {
        case .leading: frame.min(axis)
        case .center: frame.min(axis) + frame.length(axis) / 2
        case .trailing: frame.max(axis)
        }
    }

    private var containerAnchor: Double {
        if let fraction = definition.fraction { return fraction * containerLength }
        return switch definition.alignment {
        case .leading: 0
        case .center: containerLength / 2
        case .trailing: containerLength
        }
    }

    /// The padding is between the aligned edges; centres have none between them.
    private var edgePadding: Double {
        if let fraction = definition.fraction { return definition.padding * (1 - 2 * fraction) }
        return switch definition.alignment {
        case .leading: definition.padding
        case .center: 0
        case .trailing: -definition.padding
        }
    }

    /// The nearest multiple of the container's length, or the next one in the gesture's direction.
    private func page(proposed: Double, velocity: Double) -> Double {
        guard containerLength > 0 else { return proposed }
        let pages = proposed / containerLength
        let index =
            switch gesture(velocity) {
            case .slow: pages.rounded(.toNearestOrAwayFromZero)
            case .forward: pages.rounded(.down) + 1
            case .backward: pages.rounded(.up) - 1
            }
        return index * containerLength
    }

    /// The far end of the part that can be scrolled to.
    private var end: Double { contentLength + trailingContentInset }

    private var leastOffset: Double { -leadingContentInset }
    private var greatestOffset: Double { max(0, end - containerLength) }

    /// The end of the scrollable range at which an offset lies, or beyond it; nil between the ends. A slow gesture to
    /// there rests there, though no item's stop is there.
    private func end(at offset: Double) -> Double? {
        // Computed lengths lose this much.
        let tolerance = 1e-6
        if offset >= greatestOffset - tolerance { return greatestOffset }
        return offset <= leastOffset + tolerance ? leastOffset : nil
    }

    private func clamped(_ offset: Double) -> Double { min(max(offset, leastOffset), greatestOffset) }
}
