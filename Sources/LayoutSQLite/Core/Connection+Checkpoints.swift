internal import LayoutCSQLite

/// How far a checkpoint goes.
package enum CheckpointMode: Sendable {
    /// Moves what no one still needs.
    case passive
    /// Moves everything, keeping writers out meanwhile, and cuts the log file to nothing.
    case truncate

    fileprivate var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

extension Connection {
    /// Moves the pages of the write-ahead log into the file.
    ///
    /// It does not wait for readers or writers: what they hold back stays for the next one.
    ///
    /// - Returns: How many frames the log holds and how many of them have been moved; −1 for both
    ///   where there is no write-ahead log.
    /// - Throws: ``ResultCode/busy`` where a reader or a writer stood in the way of more than a
    ///   passive checkpoint.
    @discardableResult
    package func checkpoint(
        _ mode: CheckpointMode = .passive
    ) throws(SQLiteError) -> (logFrames: Int, checkpointed: Int) {
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
