/// The place of a box in a wider line.
public enum LineAlignment: String, Sendable, Hashable, CaseIterable {
    /// At the beginning of lines.
    case leading
    /// In the middle.
    case center
    /// At the end of lines.
    case trailing

    /// The share of the remaining space before it.
    var fraction: Double {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
}
