/// The place of an item's row in its section, in a table with a background: which of its corners are round.
public enum RowPosition: String, Sendable, Hashable, CaseIterable {
    /// The first of several rows.
    case first
    /// A row between others.
    case middle
    /// The last of several rows.
    case last
    /// The section's only row.
    case only
}
