internal import LayoutSQLite

extension StoredLayout {
    /// How what is stored of a layout stands to its data.
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

    /// Tells whether the layout is prepared and up to date, without changing anything.
    public func preparationState() throws -> PreparationState {
        try store.pool.read { connection in
            let freshness = try Freshness(name, in: connection)
            guard freshness.preparationID != nil else { return .never }
            guard freshness.isComplete else { return .beginning }
            return freshness.isStale ? .stale : .current
        }
    }
}
