internal import LayoutSQLite

extension LayoutStore {
    /// Ends what the store is doing now with `cancelled`, and everything that begins later, from any thread.
    ///
    /// An open transaction is rolled back, and a wait for a lock ends.
    package func interrupt() {
        pool.suspend()
    }

    /// Ends what the store is doing, on any thread, and refuses everything that begins later, until ``resume()``.
    ///
    /// For an app that is about to be suspended. The system then ends a process that holds a lock on a file in a shared
    /// container. Running and waiting calls throw ``LayoutError`` `cancelled`; the changes of an incomplete
    /// transaction are rolled back. A preparation carries on with the next call after ``resume()``. From any thread,
    /// but not from within a closure that the store calls, such as one for progress.
    ///
    /// - Parameter patience: How long to wait until running calls have rolled back.
    /// - Returns: Whether nothing holds a lock any more.
    @discardableResult
    public func suspend(waitingAtMost patience: Duration = .seconds(3)) -> Bool {
        pool.suspend()
        return pool.waitUntilNobodyWorks(atMost: patience)
    }

    /// Lets calls work again after ``suspend(waitingAtMost:)``.
    public func resume() {
        pool.resume()
    }

    /// Gives back the memory that is only kept to be quick: parts of the file, and what was learnt of the layouts.
    ///
    /// For a warning that memory is low. It does not wait; the next calls read again what they need.
    public func releaseMemory() {
        sumCache.removeAll()
        pool.releaseMemory()
    }
}
