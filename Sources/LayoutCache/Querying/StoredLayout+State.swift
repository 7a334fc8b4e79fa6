internal import LayoutSQLite

extension StoredLayout {
    /// How what is stored of a layout stands to its data.
    public enum PreparationState: Sendable, Hashable {
        /// Nothing was laid out yet.
        case never
        /// The first laying out was interrupted: readers see the beginning.
        case beginning
        /// Something changed since.
        case stale
        /// Preparing would change nothing.
        case current
    }

    /// Tells whether the layout is prepared and up to date, without changing anything.
    public func preparationState() throws -> PreparationState {
        try store.pool.read { connection in
            let layout = try LayoutSnapshot(name, in: connection, cache: store.sumCache)
            guard layout.isPrepared else { return .never }
            guard layout.isComplete else { return .beginning }
            return layout.isStale ? .stale : .current
        }
    }
}
