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
            let state = try file.read(state)
            return LayoutSnapshot(of: name, in: file, state)
        } catch let error as SQLiteError where .busy ~= error.code {
            throw LayoutError(.busy, error.message, advice: "Close snapshots that are no longer shown.")
        } catch {
            throw LayoutError(explaining: error) ?? error
        }
    }

    private func state(_ connection: Connection) throws -> LayoutSnapshot.State {
        try LayoutSnapshot.State(of: name, in: connection, cache: store.sumCache, growing: store.growingRows)
    }
}
