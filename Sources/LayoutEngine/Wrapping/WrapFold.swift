/// Folds the endless axis of a wrapped layout onto the one set of elements that is stored.
///
/// Lap 0 is the set where it is stored; lap `k` is the same set, moved by `k` wrap lengths. Ask for the
/// laps that a rectangle touches, query the set once for each with the rectangle moved back, and move
/// the frames that are found forward again.
public struct WrapFold: Sendable, Hashable {
    public var axis: LayoutAxis
    /// The stored set's extent along the axis, in points.
    public var contentLength: Double
    /// What lies between the last element of a lap and the first of the next.
    public var spacing: Double
    /// How far elements stick out of the content at its beginning and its end.
    public var overhangBefore: Double
    public var overhangAfter: Double

    public init(
        axis: LayoutAxis, contentLength: Double, spacing: Double, overhangBefore: Double = 0, overhangAfter: Double = 0
    ) {
        self.axis = axis
        self.contentLength = contentLength
        self.spacing = spacing
        self.overhangBefore = overhangBefore
        self.overhangAfter = overhangAfter
    }

    /// The distance from one lap to the next; 0 for an empty data set, which has no laps.
    public var wrapLength: Double { contentLength > 0 ? contentLength + spacing : 0 }

    /// Beyond this many laps neighbouring doubles are further apart than elements.
    private static let furthestLap = 0x1p53

    /// The laps with elements that can overlap the rectangle, in ascending order; empty where there
    /// are no elements, and where the rectangle has no length or lies further away than doubles count.
    public func laps(overlapping rect: LayoutRect) -> Range<Int> {
        guard wrapLength > 0, rect.length(axis) > 0 else { return 0..<0 }
        // Lap k covers more than nothing of the rectangle when k·L − before < max and k·L + length + after > min.
        let first = ((rect.min(axis) - contentLength - overhangAfter) / wrapLength).rounded(.down) + 1
        let end = ((rect.max(axis) + overhangBefore) / wrapLength).rounded(.up)
        guard first > -Self.furthestLap, end < Self.furthestLap, first < end else { return 0..<0 }
        return Int(first)..<Int(end)
    }

    /// A rectangle of the endless axis in the coordinates of the stored set, for the given lap.
    public func fold(_ rect: LayoutRect, from lap: Int) -> LayoutRect {
        moved(rect, by: -Double(lap) * wrapLength)
    }

    /// A stored frame where it lies in the given lap.
    public func unfold(_ frame: LayoutRect, into lap: Int) -> LayoutRect {
        moved(frame, by: Double(lap) * wrapLength)
    }

    private func moved(_ rect: LayoutRect, by distance: Double) -> LayoutRect {
        axis == .vertical ? rect.offsetBy(x: 0, y: distance) : rect.offsetBy(x: distance, y: 0)
    }

    /// Whether a container of the given length can show an element in two laps at once.
    public func showsElementsTwice(inContainerOf length: Double) -> Bool {
        wrapLength > 0 && wrapLength < length
    }
}
