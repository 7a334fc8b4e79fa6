internal import LayoutCore
package import LayoutEngine

/// The state of a collection view: its offset, its size, the parts that bars cover, and whether it moves.
package struct ViewState: Sendable, Hashable {
    package var offset: LayoutPoint
    package var size: LayoutSize
    /// The parts that bars and the keyboard cover. `leading` is at the beginning of the x axis.
    package var insets: LayoutInsets
    /// Whether a gesture or an animation moves it. Writing an offset would end that.
    package var isMoving: Bool
    /// Whether it is a finger that moves it, or has.
    package var isTouched: Bool

    package init(
        offset: LayoutPoint, size: LayoutSize, insets: LayoutInsets = .zero, isMoving: Bool = false,
        isTouched: Bool = false
    ) {
        self.offset = offset
        self.size = size
        self.insets = insets
        self.isMoving = isMoving
        self.isTouched = isTouched
    }

    /// The rectangle of the view, with what bars cover: they may be translucent.
    package var bounds: LayoutRect { LayoutRect(origin: offset, size: size) }

    /// The visible rectangle, without the covered parts.
    package var visible: LayoutRect {
        LayoutRect(
            x: offset.x + insets.leading, y: offset.y + insets.top,
            width: max(0, size.width - insets.total(.horizontal)),
            height: max(0, size.height - insets.total(.vertical)))
    }
}
