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

    /// The content offset of the source at which the anchor's item is in place, in points.
    public let sourceOffset: LayoutPoint
    /// The content offset of the target at which the anchor's item is in place, in points.
    ///
    /// Near an end of the content, the target cannot be scrolled that far, and the offset is clamped. The item stays in
    /// place during the transition, and moves by the difference afterwards.
    public let targetOffset: LayoutPoint
    /// The elements that at least one of the layouts shows, in no particular order.
    public let elements: [Element]

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
