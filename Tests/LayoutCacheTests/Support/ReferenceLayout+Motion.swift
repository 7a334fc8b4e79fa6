import Foundation
import LayoutTestSupport
@testable import LayoutCache

extension ReferenceLayout {
    /// How a cell moves by its place in the viewport, written straight from the reference's sentences.
    struct Motion {
        var kind: LayoutMotion
        var isAlongX: Bool
        var isRightToLeft: Bool

        /// Draws a cell; returns whether something of it shows in a rectangle.
        func draw(_ row: inout ElementRow, in eye: LayoutRect, showingIn rect: LayoutRect) -> Bool {
            guard rect.width > 0, rect.height > 0 else { return false }
            let frame = row.frame
            if eye.width <= 0 || eye.height <= 0 { return frame.overlaps(rect) }
            let (length, view) = isAlongX ? (frame.width, eye.width) : (frame.height, eye.height)
            let (begin, end) = isAlongX ? (frame.x - eye.x, frame.maxX - eye.x) : (frame.y - eye.y, frame.maxY - eye.y)
            // From the middle, in parts of the distance at which the cell has just left.
            let middle = min(1, max(-1, ((begin + end) / 2 - view / 2) / ((view + length) / 2)))
            // Beyond the beginning, in halves of the viewport.
            let isFromRight = isAlongX && isRightToLeft
            let passed = min(1, max(0, (isFromRight ? end - view : -begin) / (view / 2)))
            var (scale, angle, opacity) = (1.0, 0.0, 1.0)
            var (along, across) = (0.0, 0.0)
            switch kind {
            case .stack:
                (scale, opacity, along) = (1 - passed / 5, 1 - passed, (isFromRight ? -1 : 1) * passed * view / 2)
            case .coverFlow:
                scale = 1 - abs(middle) / 2
                along = -view / 8 * middle * abs(middle)
            case .wheel:
                // The axle is below, at the right, or in a mirrored layout at the left.
                let side = isAlongX || !isRightToLeft ? 1.0 : -1
                angle = middle / 2 * (isAlongX ? 1 : -side)
                across = side * view / 8 * middle * middle
            case .fade:
                opacity = 1 - middle * middle
            }
            let (dx, dy) = isAlongX ? (along, across) : (across, along)
            row.draw([scale, angle, opacity, dx, dy])
            let (cosine, sine) = (cos(angle), sin(angle))
            var corners: [(x: Double, y: Double)] = []
            for (right, down) in [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)] {
                let (x, y) = (right * frame.width / 2 * scale, down * frame.height / 2 * scale)
                corners.append((x * cosine - y * sine, x * sine + y * cosine))
            }
            let (halfWidth, halfHeight) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
            let (x, y) = (frame.x + frame.width / 2 + dx, frame.y + frame.height / 2 + dy)
            return opacity > 0 && x - halfWidth < rect.maxX && x + halfWidth > rect.x && y - halfHeight < rect.maxY
                && y + halfHeight > rect.y
        }
    }
}
