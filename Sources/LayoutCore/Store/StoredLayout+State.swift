internal import LayoutSQLite

extension StoredLayout {
    /// The state of a stored layout against its data.
    public enum PreparationState: Sendable, Hashable {
        /// Nothing was laid out yet.
        case never
        /// Some bands were never laid out: their lengths are estimates.
        case beginning
        /// Something changed since.
        case stale
        /// Preparing would change nothing.
        case current
    }

    /// Returns whether the layout is prepared and up to date, without changing anything.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands).
    public func preparationState() throws -> PreparationState {
        try store.pool.read { try Freshness(name, in: $0).preparationState }
    }
}

extension Freshness {
    /// How what is stored stands to the data.
    package var preparationState: StoredLayout.PreparationState {
        guard preparationID != nil else { return .never }
        guard isComplete else { return .beginning }
        return isStale ? .stale : .current
    }
}
