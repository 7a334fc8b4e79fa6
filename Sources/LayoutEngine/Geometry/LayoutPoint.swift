package import LayoutText

/// A point in the coordinate space of a layout's content, in points; y grows downwards.
public struct LayoutPoint: Sendable, Hashable, Codable {
    /// The distance to the right of the origin, in points.
    public var x: Double
    /// The distance below the origin, in points.
    public var y: Double

    /// Makes a point from its coordinates, in points.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = LayoutPoint(x: 0, y: 0)

    /// The coordinate on the given axis.
    @inlinable public subscript(axis: LayoutAxis) -> Double {
        get { axis == .vertical ? y : x }
        set { if axis == .vertical { y = newValue } else { x = newValue } }
    }

    /// The coordinates as answers name them.
    package static let values: [NamedValue<LayoutPoint>] = [
        NamedValue("x") { .number($0.x) },
        NamedValue("y") { .number($0.y) },
    ]
}
