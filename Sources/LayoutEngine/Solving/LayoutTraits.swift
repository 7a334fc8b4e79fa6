/// The properties of a prepared layout beside its bands: how it scrolls and mirrors, its pinned parts, and the
/// distances between its parts.
///
/// A value, made from a definition in a container and kept with what was prepared, so that readers need
/// neither. Lengths are in points.
package struct LayoutTraits: Sendable, Hashable {
    /// The axis on which sections stack and the content scrolls.
    package var axis: LayoutAxis
    /// Whether coordinates along the scroll axis count from the content's far end (right-to-left layouts
    /// that scroll horizontally).
    package var isMirrored: Bool
    /// Whether elements have absolute frames on one plane rather than bands that stack (canvas).
    package var isFree: Bool
    /// The distance between consecutive sections; not before the first nor after the last.
    package var sectionSpacing: Double
    /// The content's extent across the scroll axis, if it is known beforehand; `nil` if it is the furthest edge of the
    /// elements.
    package var contentCrossLength: Double?
    /// Whether the content is as wide as its elements, independent of the container (spreadsheets).
    package var scrollsBothWays = false
    /// Whether the content repeats endlessly in both directions.
    package var wraps: Bool
    /// The distance that a wrapped layout keeps between its last and its first element.
    package var wrapSpacing: Double
    /// Whether the content repeats endlessly across the scroll axis (spreadsheets).
    package var wrapsAcross = false
    /// The distance between the last and the first element where the content repeats across the scroll axis.
    package var crossWrapSpacing = 0.0
    /// The distance of pinned elements from the beginning of the visible rectangle, and from its end: the extent of the
    /// layout's content insets.
    package var pinStart: Double
    package var pinEnd: Double
    /// The growth of a z-index from one section to the next in card stacks, where later elements cover earlier ones.
    /// From one item to the next it grows by 1. In other layouts 0.
    package var zIndexStride: Int
    /// Whether a section without items takes no room, nor any spacing beside it.
    package var hidesEmptySections = false
    /// Whether frames are mirrored across the scroll axis, so that what stays visible of a sheet is at the right.
    package var isMirroredAcross = false
    /// How items with a sticky level stick; nil: they do not.
    package var stickyRule: StickyRule?
    /// The greatest distance by which cells move by their place in the viewport, as a part of the viewport's longer
    /// side; nil: none moves.
    package var motionReach: Double?
    /// Whether items are rows of their section's background.
    package var groupsRows = false
    /// Whether each item is a separate line, so that branches of an outline can be collapsed.
    package var stacksItems = false

    package init(
        axis: LayoutAxis, isMirrored: Bool = false, isFree: Bool = false, sectionSpacing: Double = 0,
        contentCrossLength: Double?, wraps: Bool = false, wrapSpacing: Double = 0, pinStart: Double = 0,
        pinEnd: Double = 0, zIndexStride: Int = 0
    ) {
        self.axis = axis
        self.isMirrored = isMirrored
        self.isFree = isFree
        self.sectionSpacing = sectionSpacing
        self.contentCrossLength = contentCrossLength
        self.wraps = wraps
        self.wrapSpacing = wrapSpacing
        self.pinStart = pinStart
        self.pinEnd = pinEnd
        self.zIndexStride = zIndexStride
    }

    /// The classic carousel: several sets of the same items one after another. The offset jumps back by whole sets when
    /// it strays too far from the middle.
    ///
    /// It moves only when it is more than one set away from the middle. Then it keeps its distance from the middle
    /// modulo one set. The remainder has the sign of the distance, as C's `fmod` has it. An empty data set moves
    /// nothing.
    ///
    /// - Parameter length: The length of a set, in points, without the spacing after it.
    package func recentered(_ offset: Double, inSets sets: Int, of length: Double) -> (offset: Double, moved: Bool) {
        let setLength = length + wrapSpacing
        let contentLength = Double(sets) * setLength - wrapSpacing
        let center = contentLength / 2
        let distance = offset - center
        guard length > 0, sets > 0, setLength > 0, contentLength > 0, abs(distance) > setLength else {
            return (offset, false)
        }
        return (center + distance.truncatingRemainder(dividingBy: setLength), true)
    }

    /// When whole lines of a section keep their frames with other items in them, as in a grid.
    package enum LineRepetition: Sendable {
        case never
        /// If the summaries of the bands state that the items are alike: ``SectionMeasure/Summary``.
        case ofEqualItems
        /// For any items.
        case always
    }

    /// The two ends of a layout's whole content.
    package enum BoundaryEdge: Sendable {
        case start
        case end
    }
}

/// The treatment of a sticky item when the next one comes.
public enum StickyRule: String, Sendable, Hashable, CaseIterable {
    /// The next one pushes it out.
    case push
    /// Items of different levels are stacked; one pushes items of its level and of inner ones.
    case stack
}

/// The settings of a definition beside its kind that the kind's plan needs.
struct PlanOptions: Sendable, Hashable {
    var grid = PixelGrid()
    var rightToLeft = false
    /// Whether a section without items takes no room.
    var hidesEmptySections = false
    var wraps = false
    /// The sections' overrides, each text once: see ``SectionOverride``.
    var sections: [String] = []
}

/// The inner content of a section that scrolls at a right angle to its layout.
///
/// Frames are stored for an inner offset of 0; these values are the section's scroll range and stops.
package struct OrthogonalContent: Sendable, Hashable {
    /// A group's place on the inner axis, leading inset included, at inner offset 0.
    package struct GroupExtent: Sendable, Hashable {
        package var start: Double
        package var length: Double
    }

    package var behavior: OrthogonalScrollingBehavior
    /// The length of the inner content: leading inset, groups with their spacing, trailing inset.
    package var contentLength: Double
    /// The length of the inner scroller's viewport: the container's full extent.
    package var viewportLength: Double
    /// The section's inset at the leading end of the inner axis.
    package var leadingInset: Double
    package var groups: ContiguousArray<GroupExtent>
    /// How its cells move by their place in the inner viewport; nil: they do not.
    package var motion: LayoutMotion?

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

/// The scrolling of a section at a right angle to its layout, and its stops: UIKit's six behaviours.
public enum OrthogonalScrollingBehavior: String, Sendable, CaseIterable {
    /// It scrolls with its layout.
    case none
    /// It rests anywhere.
    case continuous
    /// It rests where a group begins.
    case continuousGroupLeadingBoundary
    /// It rests at multiples of the container's extent, one at a time.
    case paging
    /// It rests where a group begins, one at a time.
    case groupPaging
    /// It rests where a group is in the middle of the container, one at a time.
    case groupPagingCentered
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
