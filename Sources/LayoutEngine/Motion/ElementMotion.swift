/// The motion of a band's cells: on which axis they scroll, and in which direction.
///
/// A cell's place in the viewport decides how it is drawn. The formulas are the same as in the view `visible`, in the
/// same order, so that both give the same numbers. Both use core arithmetic only, because stock shells may lack
/// trigonometric functions.
package struct ElementMotion: Sendable, Hashable {
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

    /// A cell as it is drawn.
    package struct Drawing: Sendable, Hashable {
        package var transform = LayoutTransform.identity
        package var alpha = 1.0
        /// The box around the drawn cell.
        package var box: LayoutRect

        /// Whether something of it shows in a rectangle.
        package func isVisible(in rect: LayoutRect) -> Bool { alpha > 0 && box.overlaps(rect) }

        /// A cell that is drawn in its frame.
        init(_ frame: LayoutRect) { box = frame }
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

    /// From −1 for a cell that has just left the viewport at its beginning, to 1 at its end; 0 in the middle.
    private static func progress(_ place: Double, _ length: Double, _ view: Double) -> Double {
        max(-1, min(1, (2 * place + length - view) / (view + length)))
    }

    /// The area of a cell's frame, and of what turning it may cover beyond. Moving it comes on top.
    package func swept(_ frame: LayoutRect) -> LayoutRect {
        // Half of an extent times the sine of the greatest angle, which is less than the angle.
        guard motion == .wheel, frame.width >= 0 else { return frame }
        return LayoutRect(
            x: frame.x - 0.25 * frame.height, y: frame.y - 0.25 * frame.width,
            width: frame.width + 0.5 * frame.height, height: frame.height + 0.5 * frame.width)
    }
}

extension ElementMotion {
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
    /// The box around a frame that is drawn with the transform.
    package func box(of frame: LayoutRect) -> LayoutRect {
        // Series of the sine and the cosine, exact to a billionth up to the greatest angle of a motion.
        let square = rotation * rotation
        let sine =
            abs(rotation) * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
        let width = scale * (frame.width * cosine + frame.height * sine)
        let height = scale * (frame.height * cosine + frame.width * sine)
        return LayoutRect(
            x: frame.x + translation.x + (frame.width - width) / 2,
            y: frame.y + translation.y + (frame.height - height) / 2, width: width, height: height)
    }
}
