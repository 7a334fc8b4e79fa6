internal import LayoutCSQLite
internal import LayoutCSQLiteShim

extension Connection {
    /// The row id of the last successful insertion.
    public var lastInsertRowID: Int64 {
        unsafe sqlite3_last_insert_rowid(handle)
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed, without those that triggers changed.
    public var changes: Int {
        Int(unsafe sqlite3_changes64(handle))
    }

    /// How many rows were changed since the connection was opened, by triggers too.
    public var totalChanges: Int {
        Int(unsafe sqlite3_total_changes64(handle))
    }

    /// Whether the file cannot be written through this connection.
    public var isReadOnly: Bool {
        unsafe sqlite3_db_readonly(handle, "main") == 1
    }

    /// The file's absolute path, or nil for a temporary or in-memory database.
    public var path: String? {
        unsafe SQLiteError.path(of: handle)
    }

    /// Forbids SQL that could corrupt the file, such as writes to shadow tables
    /// (`SQLITE_DBCONFIG_DEFENSIVE`).
    public func setDefensive(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_DEFENSIVE, isOn)
    }

    /// Lets views and triggers use functions and virtual tables that may have side effects
    /// (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
    public func setTrustedSchema(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn)
    }

    /// Whether the last connection to close moves the write-ahead log into the file
    /// (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`, turned round).
    public func setCheckpointsOnClose(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn)
    }

    private func setSwitch(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
        try check(unsafe layout_set_switch(handle, option, isOn ? 1 : 0))
    }
}

extension Connection {
    /// Has the thread sleep, before a lock is tried for again.
    func pause(milliseconds: Int32) {
        sqlite3_sleep(milliseconds)
    }
}

/// How far a checkpoint goes.
public enum CheckpointMode: Sendable {
    /// Moves what it can without waiting for anybody.
    case passive
    /// Waits for writers, then moves everything that no reader still needs.
    case full
    /// Like full, and waits until the next writer can begin the log anew.
    case restart
    /// Like restart, and cuts the log file to nothing.
    case truncate

    fileprivate var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .full: SQLITE_CHECKPOINT_FULL
        case .restart: SQLITE_CHECKPOINT_RESTART
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

extension Connection {
    /// Moves the pages of the write-ahead log into the file.
    ///
    /// - Returns: How many frames the log holds and how many of them have been moved; −1 for both
    ///   where there is no write-ahead log.
    /// - Throws: ``ResultCode/busy`` where a reader or a writer stood in the way of more than a
    ///   passive checkpoint.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode = .passive
    ) throws(SQLiteError) -> (logFrames: Int, checkpointed: Int) {
        var logFrames: Int32 = -1
        var checkpointed: Int32 = -1
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode.code, &logFrames, &checkpointed))
        return (Int(logFrames), Int(checkpointed))
    }

    /// Has every commit that leaves this many pages in the log try a passive checkpoint; 0 for never.
    public func setAutocheckpoint(pages: Int) throws(SQLiteError) {
        try check(unsafe sqlite3_wal_autocheckpoint(handle, Int32(clamping: pages)))
    }
}
