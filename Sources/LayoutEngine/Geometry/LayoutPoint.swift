/// A point in the coordinate space of a layout's content, in points; y grows downwards.
public struct LayoutPoint: Sendable, Hashable {
    public var x: Double
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = LayoutPoint(x: 0, y: 0)

    /// The coordinate on the given axis.
    @inlinable public subscript(axis: LayoutAxis) -> Double {
        get { axis == .vertical ? y : x }
        set { if axis == .vertical { y = newValue } else { x = newValue } }
    }
}
