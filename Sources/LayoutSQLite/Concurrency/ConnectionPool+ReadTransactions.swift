extension ConnectionPool {
    /// The present state of the file, readable for as long as it is held. It waits for no writer.
    ///
    /// A database in memory is copied for it: O(its size).
    ///
    /// - Throws: ``SQLiteError``, with ``ResultCode/busy`` if ``Configuration/readTransactionLimit`` are held already,
    ///   ``ResultCode/interrupt`` while the pool is suspended, ``ResultCode/misuse`` if it is closed.
    package func readTransaction() throws -> ReadTransaction {
        requireNoReentrancy()
        try requireUsable()
        if isInMemory { return try copyInMemory() }
        let transaction = ReadTransaction(
            try heldTransactions.begin(
                open: { try lentReader() ?? reopened(asWriter: false) }, openWatcher: openedWatcher),
            of: self)
        // Suspended since then: this one may have come too late to be ended together with the rest.
        if occupants.isSuspended {
            heldTransactions.endAll(because: HeldTransaction.suspended)
            throw SQLiteError.suspended
        }
        return transaction
    }

    /// Takes over the connection of an idle open reader. It has read the schema, which takes longer than all queries of
    /// a first screen. Its slot opens another connection when one is needed.
    private func lentReader() -> Connection? {
        guard let slot = readers.takeIdle() else { return nil }
        defer { readers.release(slot) }
        let connection = slot.connection
        slot.connection = nil
        return connection
    }

    /// Opens the connection that reports the file's version.
    func openedWatcher() throws -> Connection {
        try configuration.openWatcher(path: path, access: access)
    }

    /// Counts the states of a database in memory: all changes to it are its one connection's own.
    static func generationInMemory(_ connection: Connection) throws -> Int {
        try connection.first("SELECT total_changes()", as: Int.self) ?? 0
    }

    private func copyInMemory() throws -> ReadTransaction {
        let (copy, changes) = try perform(with: { readers }, waitingAtMost: nil) { slot in
            guard let connection = slot.connection else { throw ConnectionSlots.closed }
            return try use(slot, connection, nil) {
                let copy = try configuration.openInMemory()
                try connection.transaction(.deferred) { try connection.copyDatabase(into: copy) }
                return (ConnectionSlot(copy), try Self.generationInMemory(connection))
            }
        }
        return ReadTransaction(try heldTransactions.begin(onCopy: copy, generation: changes), of: self)
    }
}
