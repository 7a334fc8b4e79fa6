/// Where something narrower than its line lies in it.
public enum LineAlignment: String, Sendable, Hashable, CaseIterable {
    /// Where lines begin.
    case leading
    /// In the middle.
    case center
    /// Where lines end.
    case trailing

    /// The share of what is left over that lies before it.
    var fraction: Double {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
}
