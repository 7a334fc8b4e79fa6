internal import LayoutText

/// The snapping of a layout after a scroll gesture.
public struct SnapDefinition: Sendable, Hashable {
    /// The edge of an item that meets the same edge of the container.
    public enum Alignment: String, Sendable, CaseIterable {
        /// The beginning of the item aligns with the beginning of the container.
        case leading
        /// The middle of the item aligns with the middle of the container.
        case center
        /// The end of the item aligns with the end of the container.
        case trailing
    }

    /// The stops of the layout.
    public enum Mode: String, Sendable, CaseIterable {
        /// On items.
        case item
        /// On multiples of the container's length.
        case page
    }

    /// The edges that meet.
    public var alignment: Alignment
    /// The place of the aligned edges, as a fraction of an item and of the container; `nil`: by ``alignment``.
    public var fraction: Double?
    /// The number of items to a stop. `nil`: scrolling may rest on each.
    public var items: Int?
    /// The distance between the container's edge and the item that rests there, in points.
    public var padding: Double
    /// The speed up to which a gesture counts as none, as scroll views report it (points per millisecond).
    public var velocityThreshold: Double
    /// The stops of the layout.
    public var mode: Mode

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        alignment: Alignment = .leading, padding: Double = 16, velocityThreshold: Double = 0.3, mode: Mode = .item,
        fraction: Double? = nil, items: Int? = nil
    ) {
        self.alignment = alignment
        self.padding = padding
        self.velocityThreshold = velocityThreshold
        self.mode = mode
        self.fraction = fraction
        self.items = items
    }

    static let keys = DefinitionObject(
        name: "snap",
        meaning:
            "The snapping of a layout after a scroll gesture: to the nearest stop, or the nearest in the gesture’s "
            + "direction, however far. A slow gesture to an end of the content rests there if `alignment` is a word.",
        prototype: SnapDefinition(),
        keys: [
            DefinitionKey(
                "alignment", \.writtenAlignment, .snapAlignment,
                "The edge of an item that meets the same one of the container, or the fraction of both."),
            DefinitionKey(
                "padding", \.padding, .length,
                "The distance between the container’s edge and the resting item, in points."),
            DefinitionKey(
                "velocityThreshold", \.velocityThreshold, .length,
                "The greatest speed that counts as none, in points per millisecond."),
            DefinitionKey(
                "mode", \.mode, .choice(.item),
                "The stops of the layout: items, or multiples of the container’s length."),
            DefinitionKey(
                "items", \.items, .integer(1...Int(NumberRange.limit)), "The number of items to a stop. Default: 1."),
        ])

    /// The place of the aligned edges, as a fraction of an item and of the container.
    var place: Double {
        if let fraction { return fraction }
        return switch alignment {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }

    /// The edges that meet, as the one value that they are in JSON.
    fileprivate struct WrittenAlignment: Sendable, Equatable {
        var edge = Alignment.leading
        var fraction: Double?
    }

    fileprivate var writtenAlignment: WrittenAlignment {
        get { WrittenAlignment(edge: alignment, fraction: fraction) }
        set { (alignment, fraction) = (newValue.edge, newValue.fraction) }
    }
}

extension DefinitionValue where Value == SnapDefinition.WrittenAlignment {
    /// One of three words, or an object with a fraction.
    fileprivate static var snapAlignment: Self {
        let fraction = DefinitionObject(
            name: "snapFraction", meaning: "A place as a fraction of an item and of the container.", prototype: 0.0,
            keys: [
                DefinitionKey(
                    "fraction", \Double.self, .number(.between(0, 1)), isRequired: true,
                    "The fraction: 0 is the beginning of both, 1 the end.")
            ])
        return .either(
            DefinitionValue<SnapDefinition.Alignment>.choice(.leading).mapped(
                to: { SnapDefinition.WrittenAlignment(edge: $0) }, from: { $0.edge }),
            DefinitionValue<Double>.object(fraction).mapped(
                to: { SnapDefinition.WrittenAlignment(fraction: $0) }, from: { $0.fraction ?? 0 }),
            isFirst: { $0.fraction == nil })
    }
}

extension SnapDefinition {
    /// The snapping of a layout that scrolls along one axis.
    ///
    /// It rests on a stop whenever there is one: a slow gesture on the nearest, another on the nearest in its
    /// direction, however far. Beyond the last one it rests on the last. Stops are clamped to the range of offsets
    /// before they are compared, as scroll snapping in browsers does
    /// (https://www.w3.org/TR/css-scroll-snap-1/#snap-overflow).
    package struct Rule: Sendable, Hashable {
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
        ///   - reach: The distance from the proposal up to which stops are looked for; infinite if they may be
        ///     anywhere.
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

        /// The nearest multiple of the container's length, or the next one in the gesture's direction. Beyond an end,
        /// the next one is that end.
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

        /// The end of the scrollable range at which an offset lies, or beyond it; nil between the ends. A slow gesture
        /// to there rests there, though no item's stop is there.
        private func end(at offset: Double) -> Double? {
            if offset >= greatestOffset - sumTolerance { return greatestOffset }
            return offset <= leastOffset + sumTolerance ? leastOffset : nil
        }

        private func clamped(_ offset: Double) -> Double { min(max(offset, leastOffset), greatestOffset) }
    }
}
