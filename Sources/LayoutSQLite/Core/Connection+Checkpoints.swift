internal import LayoutCSQLite

/// How far a checkpoint goes.
package enum CheckpointMode: Sendable {
    /// Moves the pages that no reader needs.
    case passive
    /// Moves everything, keeping writers out until it is done, and truncates the log file.
    case truncate

    fileprivate var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

extension Connection {
    /// Moves the pages of the write-ahead log into the file, under a read transaction of a second connection.
    ///
    /// It does not wait for readers or writers: pages that they hold back stay for the next one.
    ///
    /// SQLite 3.7.0 to 3.51.2 can lose commits otherwise (<https://sqlite.org/wal.html>, "The WAL-reset bug"). It
    /// copies the log's header, and later stores how much of the log was moved. In between, a commit of another
    /// connection may begin a log again that was moved completely. While a reader looks at such a log, nothing is
    /// stored; while a reader looks at any other, none begins again. This holds against commits of every process, and
    /// where ``CheckpointMode/truncate`` cannot have the write lock and SQLite goes on as with
    /// ``CheckpointMode/passive``.
    ///
    /// - Parameter pin: A connection to the same file, outside a transaction. Without its read transaction nothing
    ///   is moved.
    /// - Returns: The number of frames in the log and how many of them have been moved; −1 for both if there is no
    ///   write-ahead log.
    /// - Throws: ``ResultCode/busy`` where a reader or a writer stood in the way of more than a
    ///   passive checkpoint.
    @discardableResult
    package func checkpoint(
        _ mode: CheckpointMode = .passive, pinnedBy pin: Connection
    ) throws(SQLiteError) -> (logFrames: Int, checkpointed: Int) {
        precondition(pin !== self && !pin.isInTransaction, "The pin is a second connection.")
        // A log that a reader looks at is cut only if all of it was moved before.
        if mode == .truncate { try checkpoint(.passive, pinnedBy: pin) }
        try pin.run("BEGIN DEFERRED")
        defer { pin.rollback() }
        // Reads the file's header, and so begins to look at the log.
        try pin.run("PRAGMA schema_version")
        var logFrames: Int32 = -1
        var checkpointed: Int32 = -1
        let timeout = patience?.timeout
        patience?.timeout = .zero
        defer { patience?.timeout = timeout ?? .zero }
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode.code, &logFrames, &checkpointed))
        return (Int(logFrames), Int(checkpointed))
    }

    /// Calls a closure after each commit to the write-ahead log, with how many pages the log then holds.
    ///
    /// Commits then checkpoint no more by themselves, as they would every thousand pages. The closure must
    /// not use the connection.
    func watchLog(_ body: @escaping (_ pages: Int) -> Void) {
        let watcher = LogWatcher(body)
        // The connection keeps the watcher alive, and takes it away from SQLite when it closes.
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                if let context = unsafe context {
                    unsafe Unmanaged<LogWatcher>.fromOpaque(context).takeUnretainedValue().body(Int(pages))
                }
                return SQLITE_OK
            },
            unsafe Unmanaged.passUnretained(watcher).toOpaque()
        )
        logWatcher = watcher
    }
}

/// Gives a closure an address that SQLite can hand back.
final class LogWatcher {
    let body: (Int) -> Void

    init(_ body: @escaping (Int) -> Void) {
        self.body = body
    }
}
