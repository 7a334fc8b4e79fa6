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

extension StoredLayout {
    /// The present state of the layout and its data, readable for as long as it is held.
    ///
    /// It waits for no writer. See ``LayoutSnapshot`` for what it costs.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, `busy` where 16 states are held
    ///   already.
    /// - Complexity: O(log bands); of a store in memory, O(its size).
    public func snapshot() throws -> LayoutSnapshot {
        do {
            let file = try store.pool.readTransaction()
            let state = try file.read(state)
            return LayoutSnapshot(of: name, in: file, state)
        } catch let error as SQLiteError where .busy ~= error.code {
            throw LayoutError(.busy, error.message, advice: "Close snapshots that are no longer shown.")
        } catch {
            throw LayoutError(explaining: error) ?? error
        }
    }

    private func state(_ connection: Connection) throws -> LayoutSnapshot.State {
        try LayoutSnapshot.State(of: name, in: connection, cache: store.sumCache)
    }
}
