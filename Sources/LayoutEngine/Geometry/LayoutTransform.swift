/// A difference between an element as drawn and its frame: scaled and turned around its center, then moved.
///
/// The frame stays where the layout put it, as with `UICollectionViewLayoutAttributes`.
public struct LayoutTransform: Sendable, Hashable, Codable {
    /// The factor of both lengths. Default: 1.
    public var scale: Double
    /// The angle in radians, clockwise. Default: 0.
    public var rotation: Double
    /// The distance in points. Default: zero.
    public var translation: LayoutPoint

    /// Creates a transform; omitted parts change nothing.
    @inlinable public init(scale: Double = 1, rotation: Double = 0, translation: LayoutPoint = .zero) {
        self.scale = scale
        self.rotation = rotation
        self.translation = translation
    }

    /// The transform that changes nothing.
    public static let identity = LayoutTransform()
}
