/// The lengths that cells, headers and footers on the screen may give themselves.
public enum SelfSizing: String, Sendable, Hashable, CaseIterable {
    /// None: a view shows the layout's sizes.
    case never
    /// Lengths that are not stored, or that a view measured before.
    case unmeasured
    /// All lengths that the layout takes from its items and sections, stored ones included.
    case always
}
