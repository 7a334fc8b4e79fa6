extension ConnectionPool {
    /// Releases the cache memory of idle connections.
    ///
    /// It does not wait: connections at work keep theirs. Later calls read from the file again as needed.
    package func releaseMemory() {
        for slots in writer === readers ? [readers] : [readers, writer] {
            var idle: [ConnectionSlot] = []
            while let slot = slots.takeIdle() { idle.append(slot) }
            for slot in idle {
                slot.connection?.releaseMemory()
                slots.release(slot)
            }
        }
    }
}
