/// A direction: of scrolling, of a group's subitems, of a line's items.
public enum LayoutAxis: String, Sendable, Hashable, CaseIterable {
    /// Downwards.
    case vertical
    /// To the right.
    case horizontal

    /// The axis at a right angle to this one.
    @inlinable public var cross: LayoutAxis { self == .vertical ? .horizontal : .vertical }
}
