internal import Synchronization

/// The read transaction behind a ``ReadTransaction``: a connection that one caller at a time uses, until it is ended.
final class HeldTransaction: Sendable {
    /// The turns of those who read: one slot, whose connection is gone once the transaction has ended.
    let turn: ConnectionSlots
    let generation: Int
    /// How many pages had been written to the log when it began.
    let pagesWritten: Int
    /// Whether its connection can serve another one afterwards: not that to a copy.
    let isReusable: Bool
    private let reason = Mutex<SQLiteError?>(nil)
    /// How many read transactions look at it.
    private let users = Mutex(1)

    init(_ slot: ConnectionSlot, generation: Int, pagesWritten: Int, isReusable: Bool = true) {
        turn = ConnectionSlots([slot])
        self.isReusable = isReusable
        self.generation = generation
        self.pagesWritten = pagesWritten
    }

    /// Counts one more user in; returns whether there still is another.
    func share() -> Bool {
        users.withLock { users in
            guard users > 0 else { return false }
            users += 1
            return true
        }
    }

    /// Counts a user out; returns whether it was the last.
    func leave() -> Bool {
        users.withLock { users in
            users -= 1
            return users == 0
        }
    }

    /// Why it cannot be read any more; nil while it can.
    var ending: SQLiteError? { reason.withLock { $0 } }

    /// Makes later calls fail; returns whether this was the first call.
    @discardableResult
    func markEnded(_ error: SQLiteError) -> Bool {
        reason.withLock { reason in
            guard reason == nil else { return false }
            reason = error
            return true
        }
    }

    /// Takes the connection away after the running call, with its transaction undone; nil if it can serve no other.
    func takeConnection() -> Connection? {
        guard let slot = try? turn.acquire(waitingAtMost: nil, isCancellable: false) else { return nil }
        defer { turn.release(slot) }
        guard let connection = slot.connection else { return nil }
        slot.connection = nil
        connection.resetStatements()
        connection.rollback()
        guard isReusable, !connection.isUnusable else {
            connection.close()
            return nil
        }
        return connection
    }

    static var closed: SQLiteError { SQLiteError(code: .misuse, message: "the snapshot is closed") }

    static var lost: SQLiteError {
        SQLiteError(code: .abort, message: "the snapshot was lost when memory or the disk failed; take another")
    }

    static var suspended: SQLiteError {
        SQLiteError(code: .abort, message: "the snapshot was ended when the store was suspended; take another")
    }

    static func outgrown(_ limit: Int) -> SQLiteError {
        SQLiteError(
            code: .abort,
            message: "the snapshot was ended because the log had grown by more than \(limit) bytes since it was taken; "
                + "take another")
    }
}
