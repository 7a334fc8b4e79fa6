internal import LayoutSQLite

extension LayoutStore {
    /// Reports changes in the store from now on by any process: by this process at once, by another one within 100
    /// milliseconds.
    ///
    /// ```swift
    /// for await change in store.changes() where change.layouts.contains("wall") {
    ///     show(try wall.layoutAttributesForElements(in: visibleRect, preparing: .visible))
    /// }
    /// ```
    ///
    /// Changes that were not read yet are joined into one, so that a slow listener misses nothing and gets nothing
    /// twice. It ends when the store is closed, when its object is gone, and with the task that listens. Without a
    /// listener it costs nothing; a listener costs a connection and a check of the file, of some microseconds, 20 times
    /// a second. While the store is suspended nothing is reported, and changes from that time are reported afterwards.
    public func changes() -> AsyncStream<StoreChange> {
        let observation = StoreObservation()
        do {
            observation.keep(
                try pool.watchCommits(
                    every: StoreObservation.interval,
                    { [weak observation] in observation?.check($0, generation: $1) },
                    end: { [weak observation] in observation?.finish() }))
        } catch {
            // A store that cannot be read any more, such as one that was closed, does not change.
            observation.finish()
        }
        // The observation goes with the last use of the stream.
        return AsyncStream(unfolding: { await observation.next() }, onCancel: { observation.cancel() })
    }
}
