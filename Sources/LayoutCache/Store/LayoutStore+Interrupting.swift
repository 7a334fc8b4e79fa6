internal import LayoutSQLite

extension LayoutStore {
    /// Ends what the store is doing now with `cancelled`, and everything that begins later, from any thread.
    ///
    /// What a transaction has written is rolled back, and a wait for a lock ends.
    package func interrupt() {
        pool.suspend()
    }
}
