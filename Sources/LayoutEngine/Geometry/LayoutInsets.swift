/// Distances from the four edges of a box inwards, in points; leading is the left edge until a
/// right-to-left layout mirrors it.
public struct LayoutInsets: Sendable, Hashable {
    /// The inset at the top, in points.
    public var top: Double
    /// The inset at the beginning of lines, in points.
    public var leading: Double
    /// The inset at the bottom, in points.
    public var bottom: Double
    /// The inset at the end of lines, in points.
    public var trailing: Double

    /// Makes insets from the four sides, in points.
    @inlinable public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// The same distance from all four edges.
    @inlinable public init(_ distance: Double) {
        self.init(top: distance, leading: distance, bottom: distance, trailing: distance)
    }

    /// Nothing is kept free.
    public static let zero = LayoutInsets()

    /// The inset at the beginning of the given axis: top or leading.
    @inlinable package func start(_ axis: LayoutAxis) -> Double { axis == .vertical ? top : leading }

    /// The inset at the end of the given axis: bottom or trailing.
    @inlinable package func end(_ axis: LayoutAxis) -> Double { axis == .vertical ? bottom : trailing }

    /// Both insets of the given axis together.
    @inlinable package func total(_ axis: LayoutAxis) -> Double { start(axis) + end(axis) }
}
