extension ConnectionPool {
    /// Has the connections that no one is using give back the memory that is only kept to be quick.
    ///
    /// It waits for no one: what is at work keeps what it has. The next calls read from the file again what
    /// they need.
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
