/// The grid that frames are rounded to, where a definition names a display scale.
///
/// Halves go up, towards greater coordinates, below zero as well. Lengths stacked along the scroll axis are rounded
/// once, so that each line begins on the grid. Frames side by side are rounded by their edges.
struct PixelGrid: Sendable, Hashable {
    /// Pixels for one point; nil if nothing is rounded.
    var scale: Double?

    /// The possible loss of sums of exact numbers, in pixels: a half that comes out a hair too small still goes up.
    private static let slack = 1e-7

    /// The length by which something may exceed its space and still fit, in points: half a pixel. Without a scale it
    /// is 1/64 point, the unit of browsers.
    ///
    /// Widths that were added up, or went through 32-bit floats, exceed their space by a hair: three thirds of 100.
    /// No frame is changed by it, so that the last one may end that much beyond the edge.
    var fitTolerance: Double { scale.map { 0.5 / $0 } ?? 1 / 64 }

    /// A length along the scroll axis.
    @inline(__always)
    func length(_ value: Double) -> Double {
        guard let scale else { return value }
        return Self.round(value, scale)
    }

    /// The insets with those along an axis rounded.
    func insets(_ insets: LayoutInsets, along axis: LayoutAxis) -> LayoutInsets {
        guard scale != nil else { return insets }
        var rounded = insets
        if axis == .vertical {
            rounded.top = length(insets.top)
            rounded.bottom = length(insets.bottom)
        } else {
            rounded.leading = length(insets.leading)
            rounded.trailing = length(insets.trailing)
        }
        return rounded
    }

    static func round(_ value: Double, _ scale: Double) -> Double {
        let rounded = (value * scale + 0.5 + slack).rounded(.down) / scale
        // Beyond what doubles hold exactly there is nothing to round.
        return rounded.isFinite ? rounded : value
    }

    /// Rounds what a mirror will turn around: halves go down, so that they go up in the mirror.
    static func roundMirrored(_ value: Double, _ scale: Double) -> Double { -round(-value, scale) }
}
