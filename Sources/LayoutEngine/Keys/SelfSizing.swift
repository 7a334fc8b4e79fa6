/// The lengths that cells, headers and footers on the screen may give themselves.
public enum SelfSizing: String, Sendable, Hashable, CaseIterable {
    /// None: a view shows the layout's sizes.
    case never
    /// Lengths that are not stored, or that a view measured before.
    case unmeasured
    /// All lengths that the layout takes from its items and sections, stored ones included.
    case always

    /// The lengths of an item that a layout must take from its row: the rest may stay unmeasured.
    package struct Lengths: Sendable, Hashable {
        package var width: Bool
        package var height: Bool

        package init(width: Bool, height: Bool) {
            self.width = width
            self.height = height
        }

        package static let none = Lengths(width: false, height: false)

        /// The lengths that are also in another set.
        package func intersection(_ other: Self) -> Self {
            Self(width: width && other.width, height: height && other.height)
        }

        /// The length along an axis alone.
        init(along axis: LayoutAxis) { self.init(width: axis == .horizontal, height: axis == .vertical) }
    }
}
