package import LayoutCore

/// How far a view can be scrolled through a content.
package struct ScrollExtent: Sendable, Hashable {
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

    package func clamped(_ place: Double) -> Double { isEndless ? place : min(max(place, least), most) }

    /// The place of a view that shows an end of the content.
    package func limit(_ edge: ScrollAnchor.Edge) -> Double { (edge == .start) != isMirrored ? least : most }

    /// Whether a view shows an end of the content; less than half a pixel is no distance.
    package func isAtLimit(_ edge: ScrollAnchor.Edge, _ place: Double) -> Bool {
        guard !isEndless else { return false }
        return (edge == .start) != isMirrored ? place <= least + 0.25 : place >= most - 0.25
    }
}
