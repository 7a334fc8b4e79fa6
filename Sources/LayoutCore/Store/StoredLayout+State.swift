public import LayoutEngine
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
    /// - Complexity: O(log bands).
    public func preparationState() throws -> PreparationState {
        try store.pool.read { try Freshness(name, in: $0).preparationState }
    }

    /// The axis along which the layout scrolls, as prepared; a canvas scrolls along both, and is
    /// vertical here.
    public func scrollAxis() throws -> LayoutAxis {
        try read { $0.traits.axis }
    }

    /// An element of an earlier state with what its item carries now.
    package func content(of element: LayoutAttributes) throws -> ElementWithContent {
        try store.pool.read { try element.withContent(from: $0) }
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
