internal import LayoutCore
package import LayoutEngine

/// The state of a collection view: its offset, its size, the parts that bars cover, and whether it moves.
package struct ViewState: Sendable, Hashable {
    /// The parts that bars and the keyboard cover.
    package struct Insets: Sendable, Hashable {
        package var top = 0.0
        package var left = 0.0
        package var bottom = 0.0
        package var right = 0.0

        package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
        }

        package func start(_ axis: LayoutAxis) -> Double { axis == .vertical ? top : left }
        package func end(_ axis: LayoutAxis) -> Double { axis == .vertical ? bottom : right }
    }

    /// The origin of what it shows.
    package var offset: LayoutPoint
    package var size: LayoutSize
    package var insets: Insets
    /// Whether a gesture or an animation moves it. Writing an offset would end that.
    package var isMoving: Bool
    /// Whether it is a finger that moves it, or has.
    package var isTouched: Bool

    package init(
        offset: LayoutPoint, size: LayoutSize, insets: Insets = Insets(), isMoving: Bool = false,
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
            x: offset.x + insets.left, y: offset.y + insets.top,
            width: max(0, size.width - insets.left - insets.right),
            height: max(0, size.height - insets.top - insets.bottom))
    }
}
