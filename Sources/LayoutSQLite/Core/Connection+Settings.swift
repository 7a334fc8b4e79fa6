internal import LayoutCSQLite
internal import LayoutCSQLiteShim

extension Connection {
    /// The row id of the last successful insertion.
    package var lastInsertRowID: Int64 {
        unsafe sqlite3_last_insert_rowid(handle)
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed, without rows changed by triggers.
    package var changes: Int {
        Int(unsafe sqlite3_changes64(handle))
    }

    /// How many rows were changed since the connection was opened, by triggers too.
    package var totalChanges: Int {
        Int(unsafe sqlite3_total_changes64(handle))
    }

    /// The file's absolute path, or nil for a temporary or in-memory database.
    package var path: String? {
        unsafe SQLiteError.path(of: handle)
    }

    /// An attached database's absolute path: empty for one in memory or a temporary one, nil if none has that name.
    package func path(ofDatabase name: String) -> String? {
        guard let path = unsafe sqlite3_db_filename(handle, name) else { return nil }
        return unsafe String(cString: path)
    }

    /// Whether the open transaction has written to an attached database.
    package func hasWritten(toDatabase name: String) -> Bool {
        unsafe sqlite3_txn_state(handle, name) == SQLITE_TXN_WRITE
    }

    /// Whether SQLite refuses every write to the file: for lack of permission, or because its header forbids it.
    ///
    /// It is known once the header has been read (https://sqlite.org/c3ref/db_readonly.html).
    package var isReadOnly: Bool {
        unsafe sqlite3_db_readonly(handle, "main") == 1
    }

    /// Forbids SQL that could corrupt the file, such as writes to shadow tables
    /// (`SQLITE_DBCONFIG_DEFENSIVE`).
    package func setDefensive(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_DEFENSIVE, isOn)
    }

    /// Lets views and triggers use functions and virtual tables that may have side effects
    /// (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
    package func setTrustedSchema(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn)
    }

    /// Has triggers fire with what this connection writes, or rest (`SQLITE_DBCONFIG_ENABLE_TRIGGER`).
    ///
    /// They fire again when a transaction is undone. Unlike dropping them, it does not change the schema, which every
    /// other connection would have to read again.
    package func setFiresTriggers(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn)
        firesTriggers = isOn
    }

    /// Whether the last connection to close moves the write-ahead log into the file
    /// (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`, turned round).
    func setCheckpointsOnClose(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn)
    }

    private func setSwitch(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
        try check(unsafe layout_set_switch(handle, option, isOn ? 1 : 0))
    }
}

extension Connection {
    /// The version of the SQLite library in use, such as `3.40.1`.
    package static var libraryVersion: String {
        unsafe String(cString: sqlite3_libversion())
    }

    /// Whether the SQLite library in use has the WAL-reset bug (<https://sqlite.org/wal.html>), by its version: a
    /// vendor may have mended an older one.
    package static var hasWALResetBug: Bool { hasWALResetBug(version: Int(sqlite3_libversion_number())) }

    /// Whether a version such as 3040001 has it: from 3.7.0 to 3.51.2, except two older releases that were mended.
    static func hasWALResetBug(version: Int) -> Bool {
        switch version {
        case 3_044_006..<3_045_000, 3_050_007..<3_051_000: false
        default: (3_007_000..<3_051_003).contains(version)
        }
    }
}

/// A state of a file: it differs after a change by another connection, or by this one.
package struct FileState: Equatable, Sendable {
    private let version: Int64?
    private let changes: Int

    fileprivate init(version: Int64?, changes: Int) {
        self.version = version
        self.changes = changes
    }
}

extension Connection {
    /// The state that the connection sees: equal to an earlier one as long as no row has changed.
    ///
    /// An undone change counts as a change of this connection’s (<https://sqlite.org/c3ref/total_changes.html>), and no
    /// further one.
    package var fileState: FileState {
        get throws(SQLiteError) {
            FileState(version: try first("PRAGMA data_version", as: Int64.self), changes: totalChanges)
        }
    }
}
