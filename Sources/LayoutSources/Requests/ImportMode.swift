/// The treatment of items that the data set holds already.
public enum ImportMode: String, Sendable, CaseIterable {
    /// The data set is new, or has no items yet.
    case create
    /// Rows are added at the ends of their sections.
    case append
    /// The data set's items are deleted first, in the same transaction. Sections whose titles
    /// come again keep their ids and their overrides.
    case replace
    /// A row whose key the data set knows changes that item; other rows are added. A key that
    /// the file repeats changes its item again: the last row wins.
    case upsert
    /// The data set becomes equal to the source, by key: items that the source does not name go. The rest change to the
    /// source's values, and move to its order. Only what differs is written, from a temporary database; memory does not
    /// grow with the data set.
    case sync
}
