package import LayoutCore
public import LayoutEngine

/// The part of a content that a scroll view can hold, for contents of any length.
///
/// ```swift
/// var window = ContentWindow(span: 4_000_000)
/// window.setLengths(content: snapshot.contentSize.height, viewport: view.height)
/// view.contentLength = window.scrollLength
/// // While the view scrolls:
/// window.scroll(to: view.offset.y)
/// for element in try snapshot.layoutAttributesForElements(in: window.contentRect(visible)) {
///     place(element, at: window.viewRect(element.frame))
/// }
/// // When it has come to rest:
/// if let offset = window.rebase() { view.offset.y = offset }
/// ```
///
/// Scroll views lose their precision long before a content of hundreds of millions of points ends. A window is a part
/// of the content as long as ``span``, which the view shows as its whole. Its place in the content is ``origin``. A
/// view that moves by some points moves the content by the same points, at any length of the content. The window is
/// moved on only when the view is at rest, and the view's offset with it. So the visible part stays in place to the
/// last bit. A scroll bar's thumb moves by fractions of the content instead.
///
/// All numbers are points along the scroll axis. A content that is no longer than the span is shown directly.
public struct ContentWindow: Sendable, Hashable {
    /// The longest that the scroll view may become.
    public let span: Double
    /// The axis along which the content scrolls.
    public let axis: LayoutAxis
    /// How far the content can be scrolled.
    package private(set) var extent = Extent()
    /// The place of the content that is at the scroll view's coordinate 0.
    public private(set) var origin = 0.0
    /// The scroll view's offset.
    public private(set) var viewOffset = 0.0

    /// Beyond this, numbers of 32 bits lose points.
    private static let longestSpan = 16_777_216.0

    /// Makes a window at the beginning of a content whose length is not known yet.
    ///
    /// - Parameters:
    ///   - span: The longest that the scroll view may become. A value above 2²⁴, beyond which numbers of 32 bits lose
    ///     points, counts as 2²⁴. A value that is not a positive number counts as the default, 2²².
    ///   - axis: The axis along which the content scrolls.
    public init(span: Double = 4_194_304, axis: LayoutAxis = .vertical) {
        self.span = span > 0 ? min(span, Self.longestSpan) : 4_194_304
        self.axis = axis
    }

    /// The length of the content along the scroll axis, in points.
    public var contentLength: Double { extent.contentLength }

    /// True if the content is longer than the scroll view may be.
    public var isNeeded: Bool { contentLength > span }

    /// The length of the scroll view's content.
    public var scrollLength: Double { min(contentLength, span) }

    /// The place of the content at the beginning of what is visible.
    public var place: Double { origin + viewOffset }

    /// The fraction of the scrollable length at which the place is, from 0 to 1.
    public var fraction: Double {
        let maximum = contentLength - extent.viewport
        return maximum > 0 ? min(max(place / maximum, 0), 1) : 0
    }

    /// Sets the length of the content and of its visible part.
    ///
    /// The place stays the same, and no offset has to be written. Lengths that are not finite, or negative, count as 0.
    public mutating func setLengths(content: Double, viewport: Double) {
        extent.contentLength = content.isFinite ? max(content, 0) : 0
        extent.viewport = viewport.isFinite ? max(viewport, 0) : 0
    }

    /// Sets how far the content can be scrolled. Lengths count as in ``setLengths(content:viewport:)``, and what bars
    /// cover counts as 0 if it is not finite.
    mutating func setExtent(_ extent: Extent) {
        self.extent = extent
        setLengths(content: extent.contentLength, viewport: extent.viewport)
        if !extent.start.isFinite { self.extent.start = 0 }
        if !extent.end.isFinite { self.extent.end = 0 }
    }

    // MARK: Moving

    /// Moves the content by the distance that the user scrolled. Call this when the user scrolls.
    public mutating func scroll(to viewOffset: Double) {
        guard viewOffset.isFinite else { return }
        self.viewOffset = viewOffset
    }

    /// Takes a scroll of the view by its scroll bar: the content goes to the same fraction of its length.
    public mutating func scrollThumb(to viewOffset: Double) {
        guard viewOffset.isFinite else { return }
        self.viewOffset = viewOffset
        guard isNeeded else { return }
        let maximum = span - extent.viewport
        let fraction = maximum > 0 ? min(max(viewOffset / maximum, 0), 1) : 0
        guard fraction > 0 else { return origin = 0 }
        guard fraction < 1 else { return origin = contentLength - span }
        origin = (fraction * (contentLength - extent.viewport) - viewOffset).rounded()
    }

    /// Goes to a place of the content, at once; returns the new offset of the view.
    public mutating func move(to place: Double) -> Double {
        guard place.isFinite else { return viewOffset }
        origin = 0
        viewOffset = extent.clamped(place)
        _ = rebase()
        return viewOffset
    }

    /// Moves on with a content of which something in front of the view came, went or was measured. The visible part
    /// stays in place, and no offset has to be written until ``rebase()`` returns one.
    ///
    /// - Parameter distance: How far what is visible has moved towards the content's end.
    public mutating func shift(by distance: Double) {
        guard distance.isFinite else { return }
        origin += distance
    }

    // MARK: Resting

    /// True if the view should be given another offset when it is at rest. It should if its own end is near and
    /// the content's is not, or if its scroll bar shows another place than the content's.
    public var shouldRebase: Bool { wantedOrigin != origin }

    /// Moves the window on while the view is at rest; returns the new offset of the view, or nil if nothing has to
    /// change.
    ///
    /// The place stays the same, except one beyond an end of the content, which becomes that end.
    public mutating func rebase() -> Double? {
        let wanted = wantedOrigin
        guard wanted != origin else { return nil }
        viewOffset = extent.clamped(place) - wanted
        origin = wanted
        return viewOffset
    }

    /// The wanted origin of the window. The view has the same fraction before it as the content, with room for some
    /// screens in each direction. At an end of the content, the window is at its own.
    private var wantedOrigin: Double {
        guard isNeeded else { return 0 }
        let place = place
        let maximum = span - extent.viewport
        let contentMaximum = contentLength - extent.viewport
        guard maximum > 0 else { return min(max(place, 0), contentMaximum).rounded() }
        let margin = min(32 * extent.viewport, maximum / 4)
        if place <= margin { return 0 }
        if contentMaximum - place <= margin { return contentLength - span }
        let offset = min(max(place / contentMaximum * maximum, margin), maximum - margin)
        // Near enough: each offset that is written takes the scroll view by surprise.
        let isRoomy = viewOffset >= margin / 2 && viewOffset <= maximum - margin / 2
        if isRoomy, abs(viewOffset - offset) <= margin { return origin }
        // A whole number: then computing the place from it rounds nothing.
        return (place - offset).rounded()
    }

    // MARK: Coordinates

    /// A frame of the content in the coordinates of the scroll view.
    public func viewRect(_ rect: LayoutRect) -> LayoutRect { rect.moved(by: -origin, along: axis) }

    /// A rectangle of the scroll view in the coordinates of the content.
    public func contentRect(_ rect: LayoutRect) -> LayoutRect { rect.moved(by: origin, along: axis) }

    /// How far a view can be scrolled through a content.
    package struct Extent: Sendable, Hashable {
        package var contentLength = 0.0
        package var viewport = 0.0
        /// The parts that bars cover of the view at its beginning, and at its end.
        package var start = 0.0
        package var end = 0.0
        /// Whether the content begins at its far end.
        package var isMirrored = false
        package var isEndless = false

        package var least: Double { -start }
        package var most: Double { max(contentLength - viewport + end, -start) }

        /// The nearest place at which a view can rest, also in a content that repeats: the view has one lap of it.
        package func clamped(_ place: Double) -> Double { min(max(place, least), most) }

        /// The place of a view that shows an end of the content.
        package func limit(_ edge: ScrollAnchor.Edge) -> Double { (edge == .start) != isMirrored ? least : most }

        /// Whether a view shows an end of the content; less than half a pixel is no distance.
        package func isAtLimit(_ edge: ScrollAnchor.Edge, _ place: Double) -> Bool {
            guard !isEndless else { return false }
            return (edge == .start) != isMirrored ? place <= least + 0.25 : place >= most - 0.25
        }
    }
}

extension LayoutRect {
    package func moved(by distance: Double, along axis: LayoutAxis) -> LayoutRect {
        axis == .vertical ? offsetBy(x: 0, y: distance) : offsetBy(x: distance, y: 0)
    }

    /// The rectangle with more of what is before it along an axis, and of what is behind.
    func widened(along axis: LayoutAxis, before: Double = 0, behind: Double = 0) -> LayoutRect {
        LayoutRect(
            axis: axis, along: min(axis) - before, cross: min(axis.cross),
            alongLength: Swift.max(0, length(axis) + before + behind), crossLength: length(axis.cross))
    }
}
