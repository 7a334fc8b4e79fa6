public import LayoutCore
public import LayoutEngine

/// The change from one layout of a data set to another, around an item that stays in place.
///
/// For a pinch between column counts, or any other animated change of layout: ``attributes(at:)`` interpolates between
/// the elements that the two layouts show. All frames are in content coordinates of the source. The viewport stays at
/// ``sourceOffset`` throughout; after progress 1, show the target at ``targetOffset``.
///
/// A transition is a value: it reads nothing more, and later changes of the store do not change it.
public struct LayoutTransition: Sendable {
    /// An element that at least one of the layouts shows.
    public struct Element: Sendable, Hashable {
        /// Its attributes at progress 0.
        package internal(set) var source: LayoutAttributes
        /// Its attributes at progress 1, in content coordinates of the source.
        package internal(set) var target: LayoutAttributes
        /// True if the source does not show it, so that it fades in.
        public internal(set) var isEntering: Bool
        /// True if the target does not show it, so that it fades out.
        public internal(set) var isLeaving: Bool
    }

    package let source: TransitionPlace
    package let target: TransitionPlace
    /// The elements that at least one of the layouts shows, in no particular order.
    public private(set) var elements: [Element] = []

    /// The content offset of the source at which the anchor's item is in place, in points.
    public var sourceOffset: LayoutPoint { source.offset }

    /// The content offset of the target at which the anchor's item is in place, in points.
    ///
    /// Near an end of the content, the target cannot be scrolled that far, and the offset is clamped. The item stays in
    /// place during the transition, and moves by the difference afterwards.
    public var targetOffset: LayoutPoint { target.offset }

    /// How far the target's content is from its place in the source. The offsets may be clamped; the held place itself
    /// stays.
    package var shift: LayoutPoint {
        LayoutPoint(x: source.fixed.x - target.fixed.x, y: source.fixed.y - target.fixed.y)
    }

    init(from source: TransitionSide, to target: TransitionSide) {
        (self.source, self.target) = (source.place, target.place)
        let shift = shift
        // As the item that stays grows or shrinks, so does everything around it that only one layout has.
        let (start, end) = (source.place.held ?? source.place.visible, target.place.held ?? target.place.visible)
        elements.reserveCapacity(source.elements.count / 3 + target.elements.count / 3)
        for key in Set(source.elements.keys).union(target.elements.keys) {
            let (old, new) = (source.elements[key], target.elements[key])
            let isLeaving = new.map { !$0.frame.overlaps(target.place.visible) } ?? true
            let isEntering = old.map { !$0.frame.overlaps(source.place.visible) } ?? true
            guard var first = old ?? new, var last = new ?? old, !isLeaving || !isEntering else { continue }
            if old == nil { first.frame = first.frame.mapped(from: end, to: start) }
            if new == nil { last.frame = last.frame.mapped(from: start, to: end) }
            if isEntering { first.alpha = 0 }
            if isLeaving { last.alpha = 0 }
            last.frame = last.frame.offsetBy(x: shift.x, y: shift.y)
            elements.append(Element(source: first, target: last, isEntering: isEntering, isLeaving: isLeaving))
        }
    }

    /// The attributes of all ``elements`` between the layouts.
    ///
    /// Frames, transforms and opacities are interpolated linearly, and elements of only one layout fade. Elements keep
    /// one z-index throughout: the target's, or the source's for elements that leave.
    ///
    /// - Parameter progress: 0 is the source, 1 the target. Values beyond follow a gesture that overshoots.
    /// - Complexity: O(elements).
    public func attributes(at progress: Double) -> [LayoutAttributes] { elements.map { $0.attributes(at: progress) } }
}

extension LayoutTransition.Element {
    /// The attributes between the layouts.
    ///
    /// - Parameter progress: 0 is the source, 1 the target. Values beyond follow a gesture that overshoots.
    public func attributes(at progress: Double) -> LayoutAttributes {
        let progress = progress.isFinite ? progress : 0
        func value(_ number: (LayoutAttributes) -> Double) -> Double {
            // Exact at both ends, where a sum of differences would round.
            number(source) * (1 - progress) + number(target) * progress
        }
        var attributes = isLeaving ? source : target
        attributes.frame = LayoutRect(
            x: value(\.frame.x), y: value(\.frame.y), width: max(value(\.frame.width), 0),
            height: max(value(\.frame.height), 0))
        attributes.transform = LayoutTransform(
            scale: max(value(\.transform.scale), 0), rotation: value(\.transform.rotation),
            translation: LayoutPoint(x: value(\.transform.translation.x), y: value(\.transform.translation.y)))
        attributes.alpha = min(max(value(\.alpha), 0), 1)
        attributes.isStale = source.isStale || target.isStale
        return attributes
    }
}

extension LayoutRect {
    /// The place beside a rectangle that corresponds to this one's beside another.
    fileprivate func mapped(from: LayoutRect, to: LayoutRect) -> LayoutRect {
        // A cell without extent has no ratio.
        let ratioX = from.width > 0 && to.width > 0 ? to.width / from.width : 1
        let ratioY = from.height > 0 && to.height > 0 ? to.height / from.height : 1
        return LayoutRect(
            x: to.x + (x - from.x) * ratioX, y: to.y + (y - from.y) * ratioY, width: width * ratioX,
            height: height * ratioY)
    }
}
