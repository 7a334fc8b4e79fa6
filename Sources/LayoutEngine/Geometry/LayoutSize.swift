/// A width and a height, in points.
public struct LayoutSize: Sendable, Hashable {
    public var width: Double
    public var height: Double

    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = LayoutSize(width: 0, height: 0)

    /// The extent on the given axis.
    @inlinable public subscript(axis: LayoutAxis) -> Double {
        get { axis == .vertical ? height : width }
        set { if axis == .vertical { height = newValue } else { width = newValue } }
    }
}
