/// The motion of cells while the content scrolls: they are drawn differently from their frames, by their place.
///
/// Frames stay as they are. A badge moves as if it were painted on its cell. Headers, backgrounds and items that stick
/// are drawn in their frames.
public enum LayoutMotion: String, Sendable, Hashable, CaseIterable {
    /// A cell that reaches the beginning of the viewport stays there. It shrinks and fades until the content has
    /// scrolled on by half the viewport.
    case stack
    /// Cells shrink towards both ends of the viewport, and draw nearer to its middle.
    case coverFlow
    /// Cells turn like the rim of a wheel, whose axle lies beyond the trailing edge, or below where the content
    /// scrolls horizontally.
    case wheel
    /// Cells fade towards both ends of the viewport.
    case fade

    /// The greatest distance by which it moves a cell, as a part of the viewport's longer side.
    package var reach: Double {
        switch self {
        case .stack: 0.5
        case .coverFlow, .wheel: 0.125
        case .fade: 0
        }
    }

    /// The least scale at which it draws a cell.
    var leastScale: Double {
        switch self {
        case .stack: 0.8
        case .coverFlow: 0.5
        case .wheel, .fade: 1
        }
    }

    static let meaning =
        "An effect by position in the viewport. Frames do not change; a centered cell is drawn in its frame, and "
        + "badges move with their cells. `stack`: a cell stays at the beginning, shrinks by up to a fifth and fades, "
        + "while the content scrolls on by half the viewport. `coverFlow`: cells shrink by up to a half towards both "
        + "ends, and move to the middle by up to an eighth of the viewport. `wheel`: cells turn by up to half a "
        + "radian, and move by up to an eighth of the viewport. They move down, or away from the leading edge. "
        + "`fade`: cells fade towards both ends. Default: none."
}

extension LayoutMotion {
    /// The motion of a band's cells: on which axis they scroll, and in which direction.
    ///
    /// A cell's place in the viewport decides how it is drawn. The formulas are the same as in the view `visible`, in
    /// the same order, so that both give the same numbers. Both use core arithmetic only, because stock shells may lack
    /// trigonometric functions. A badge moves as if it were painted on its cell.
    package struct Directed: Sendable, Hashable {
        package var motion: LayoutMotion
        /// The axis on which the cells scroll.
        package var axis: LayoutAxis
        /// Whether the layout is mirrored, so that content begins at the right.
        package var isMirrored: Bool

        package init(_ motion: LayoutMotion, axis: LayoutAxis, isMirrored: Bool) {
            self.motion = motion
            self.axis = axis
            self.isMirrored = isMirrored
        }

        /// An element in its drawn form.
        package struct Drawing: Sendable, Hashable {
            package var transform = LayoutTransform.identity
            package var alpha = 1.0
            /// The box around the drawn element.
            package var box: LayoutRect

            /// Whether something of it shows in a rectangle.
            package func isVisible(in rect: LayoutRect) -> Bool { alpha > 0 && box.overlaps(rect) }

            /// An element that is drawn in its frame.
            init(_ frame: LayoutRect) { box = frame }

            /// Something that is painted on the element, by the frames of both.
            package func carrying(_ frame: LayoutRect, on host: LayoutRect) -> Drawing {
                let x = frame.x + frame.width / 2 - (host.x + host.width / 2)
                let y = frame.y + frame.height / 2 - (host.y + host.height / 2)
                let (sine, cosine) = transform.sineAndCosine
                var drawing = self
                drawing.transform.translation.x += transform.scale * (x * cosine - y * sine) - x
                drawing.transform.translation.y += transform.scale * (x * sine + y * cosine) - y
                drawing.box = drawing.transform.box(of: frame)
                return drawing
            }
        }

        /// Draws a cell, by its frame and the viewport in the same coordinates. Without area, neither of them moves it.
        package func drawing(of frame: LayoutRect, in viewport: LayoutRect) -> Drawing {
            var drawing = Drawing(frame)
            guard viewport.width > 0, viewport.height > 0, frame.width > 0, frame.height > 0 else { return drawing }
            let view = viewport.length(axis)
            let length = frame.length(axis)
            let place = frame.min(axis) - viewport.min(axis)
            var along = 0.0
            var across = 0.0
            switch motion {
            case .stack:
                let isReversed = isMirrored && axis == .horizontal
                let passed = isReversed ? place + length - view : -place
                let progress = max(0, min(1, 2 * passed / view))
                drawing.transform.scale = 1 - 0.2 * progress
                drawing.alpha = 1 - progress
                along = (isReversed ? -0.5 : 0.5) * view * progress
            case .coverFlow:
                let progress = Self.progress(place, length, view)
                drawing.transform.scale = 1 - 0.5 * abs(progress)
                along = -0.125 * view * progress * abs(progress)
            case .wheel:
                let progress = Self.progress(place, length, view)
                drawing.transform.rotation = (axis == .vertical && !isMirrored ? -0.5 : 0.5) * progress + 0
                across = (axis == .vertical && isMirrored ? -0.125 : 0.125) * view * progress * progress
            case .fade:
                let progress = Self.progress(place, length, view)
                drawing.alpha = 1 - progress * progress
            }
            // Adding 0 turns −0 into 0.
            drawing.transform.translation[axis] = along + 0
            drawing.transform.translation[axis.cross] = across + 0
            drawing.box = drawing.transform.box(of: frame)
            return drawing
        }

        /// Draws a cell, or what it carries.
        ///
        /// - Parameter host: The frame of the cell that carries it; nil for a cell.
        package func drawing(of frame: LayoutRect, on host: LayoutRect?, in viewport: LayoutRect) -> Drawing {
            guard let host else { return drawing(of: frame, in: viewport) }
            return drawing(of: host, in: viewport).carrying(frame, on: host)
        }

        /// From −1 for a cell that has just left the viewport at its beginning, to 1 at its end; 0 in the middle.
        private static func progress(_ place: Double, _ length: Double, _ view: Double) -> Double {
            max(-1, min(1, (2 * place + length - view) / (view + length)))
        }

        /// The area of an element's frame, and of what turning or shrinking it may cover beyond. Moving it comes on
        /// top.
        ///
        /// - Parameter host: The frame of the cell that a badge moves with; nil for a cell.
        package func swept(_ frame: LayoutRect, on host: LayoutRect? = nil) -> LayoutRect {
            guard frame.width >= 0 else { return frame }
            guard motion == .wheel else {
                guard let host, motion.leastScale < 1 else { return frame }
                // Shrinking leads it straight towards the middle of its cell.
                var least = Drawing(host)
                least.transform.scale = motion.leastScale
                let box = least.carrying(frame, on: host).box
                let (x, y) = (min(frame.x, box.x), min(frame.y, box.y))
                return LayoutRect(
                    x: x, y: y, width: max(frame.maxX, box.maxX) - x, height: max(frame.maxY, box.maxY) - y)
            }
            let middle = (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
            let distance = host.map {
                (x: abs($0.x + $0.width / 2 - middle.x), y: abs($0.y + $0.height / 2 - middle.y))
            }
            // The sine of an angle is less than the angle, and 1 less its cosine is less than half of its square.
            let x = 0.25 * frame.height + (distance.map { 0.5 * $0.y + 0.125 * $0.x } ?? 0)
            let y = 0.25 * frame.width + (distance.map { 0.5 * $0.x + 0.125 * $0.y } ?? 0)
            return LayoutRect(x: frame.x - x, y: frame.y - y, width: frame.width + 2 * x, height: frame.height + 2 * y)
        }
    }
}

extension LayoutMotion.Directed {
    /// The motion as one number: the kind in the lowest three bits, 8 if cells scroll along x, 16 in a mirrored layout.
    package var stored: Int {
        1 + (LayoutMotion.allCases.firstIndex(of: motion) ?? 0) + (axis == .horizontal ? 8 : 0) + (isMirrored ? 16 : 0)
    }

    /// nil for a number that names no motion.
    package init?(stored: Int) {
        let kind = stored & 7
        guard (1...LayoutMotion.allCases.count).contains(kind), (0..<32).contains(stored) else { return nil }
        self.init(
            LayoutMotion.allCases[kind - 1], axis: stored & 8 == 0 ? .vertical : .horizontal,
            isMirrored: stored & 16 != 0)
    }
}

extension LayoutTransform {
    /// The sine and the cosine of the rotation. Both are series, exact to a billionth up to the greatest angle of a
    /// motion.
    var sineAndCosine: (sine: Double, cosine: Double) {
        let square = rotation * rotation
        return (
            rotation * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))),
            1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
        )
    }

    /// The box around a frame that is drawn with the transform.
    package func box(of frame: LayoutRect) -> LayoutRect {
        let (sine, cosine) = sineAndCosine
        let width = scale * (frame.width * cosine + frame.height * abs(sine))
        let height = scale * (frame.height * cosine + frame.width * abs(sine))
        return LayoutRect(
            x: frame.x + translation.x + (frame.width - width) / 2,
            y: frame.y + translation.y + (frame.height - height) / 2, width: width, height: height)
    }
}
