internal import LayoutSQLite

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
            let file = try store.pool.snapshot()
            return try LayoutSnapshot(of: name, in: file, file.read(state))
        } catch {
            throw Self.explained(error)
        }
    }

    /// The present state of the layout and its data, taken on another thread.
    public func snapshot() async throws -> LayoutSnapshot {
        do {
            let file = try await store.pool.snapshot()
            return try await LayoutSnapshot(of: name, in: file, file.read(state))
        } catch {
            throw Self.explained(error)
        }
    }

    private static func explained(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError, .busy ~= error.code else {
            return LayoutError(explaining: error) ?? error
        }
        return LayoutError(.busy, error.message, advice: "Close snapshots that are no longer shown.")
    }

    private func state(_ connection: Connection) throws -> LayoutSnapshot.State {
        try LayoutSnapshot.State(of: name, in: connection, cache: store.sumCache, growing: store.growingRows)
    }
}
