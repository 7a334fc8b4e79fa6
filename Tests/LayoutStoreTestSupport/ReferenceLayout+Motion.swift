import Foundation
package import LayoutTestSupport
package import LayoutCore

extension ReferenceLayout {
    /// How a cell moves by its place in the viewport, written straight from the reference's sentences.
    package struct Motion {
        package var kind: LayoutMotion
        package var isAlongX: Bool
        package var isRightToLeft: Bool

        /// Draws a cell, or something that is painted on one; returns whether something of it shows in a rectangle.
        package func draw(
            _ row: inout ElementRow, on host: LayoutRect, in eye: LayoutRect, showingIn rect: LayoutRect
        ) -> Bool {
            guard rect.width > 0, rect.height > 0 else { return false }
            if eye.width <= 0 || eye.height <= 0 || host.width <= 0 || host.height <= 0 {
                return row.frame.overlaps(rect)
            }
            let frame = host
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
            case .fade: opacity = 1 - middle * middle
            }
            let (dx, dy) = isAlongX ? (along, across) : (across, along)
            // Each corner goes where the cell takes it.
            let (cosine, sine) = (cos(angle), sin(angle))
            let pivot = LayoutPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
            func moved(_ x: Double, _ y: Double) -> LayoutPoint {
                let (right, down) = (scale * (x - pivot.x), scale * (y - pivot.y))
                return LayoutPoint(
                    x: pivot.x + dx + right * cosine - down * sine, y: pivot.y + dy + right * sine + down * cosine)
            }
            let own = row.frame
            let corners = [own.x, own.maxX].flatMap { x in [own.y, own.maxY].map { moved(x, $0) } }
            let (x, y) = (own.x + own.width / 2, own.y + own.height / 2)
            let place = moved(x, y)
            row.draw([scale, angle, opacity, place.x - x, place.y - y])
            let (xs, ys) = (corners.map(\.x), corners.map(\.y))
            return opacity > 0 && (xs.min() ?? 0) < rect.maxX && (xs.max() ?? 0) > rect.x
                && (ys.min() ?? 0) < rect.maxY && (ys.max() ?? 0) > rect.y
        }
    }
}
