internal import LayoutCSQLite
internal import LayoutCSQLiteShim

extension Connection {
    package var lastInsertRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed, without rows changed by triggers.
    package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// How many rows were changed since the connection was opened, by triggers too.
    package var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    /// The file's absolute path, or nil for a temporary or in-memory database.
    package var path: String? { unsafe Self.path(of: handle) }

    /// The absolute path of the file that a connection's handle has open; nil for a temporary or in-memory database.
    static func path(of handle: OpaquePointer) -> String? {
        guard let name = unsafe sqlite3_db_filename(handle, "main") else { return nil }
        let path = unsafe String(cString: name)
        return path.isEmpty ? nil : path
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
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Forbids SQL that could corrupt the file, such as writes to shadow tables
    /// (`SQLITE_DBCONFIG_DEFENSIVE`).
    package func setDefensive(_ isOn: Bool) throws(SQLiteError) { try setSwitch(SQLITE_DBCONFIG_DEFENSIVE, isOn) }

    /// Lets views and triggers use functions and virtual tables that may have side effects
    /// (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
    package func setTrustedSchema(_ isOn: Bool) throws(SQLiteError) {
        try setSwitch(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn)
    }

    /// Sets whether triggers fire when this connection writes (`SQLITE_DBCONFIG_ENABLE_TRIGGER`).
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

    /// The version of the SQLite library in use, such as `3.40.1`.
    package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

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

    /// How far a checkpoint goes, by SQLite's numbers (<https://sqlite.org/c3ref/c_checkpoint_full.html>).
    package enum CheckpointMode: Int32, Sendable {
        /// Moves the pages that no reader needs.
        case passive = 0
        /// Moves everything, keeping writers out until it is done, and truncates the log file.
        case truncate = 3
    }

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
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode.rawValue, &logFrames, &checkpointed))
        return (Int(logFrames), Int(checkpointed))
    }

    /// Calls a closure after each commit to the write-ahead log, with how many pages the log then holds.
    ///
    /// Commits then checkpoint no more by themselves, as they would every thousand pages. The closure must
    /// not use the connection.
    func watchLog(_ body: @escaping (_ pages: Int) -> Void) {
        let watcher = Box(body)
        // The connection keeps the watcher alive, and takes it away from SQLite when it closes.
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                if let context = unsafe context {
                    unsafe Unmanaged<Box<(Int) -> Void>>.fromOpaque(context).takeUnretainedValue().value(Int(pages))
                }
                return SQLITE_OK
            }, unsafe Unmanaged.passUnretained(watcher).toOpaque())
        logWatcher = watcher
    }

    /// The values that a connection remembers of a file until it changes.
    struct Memory {
        fileprivate var version: Int64?
        fileprivate var changes = 0
        fileprivate var values: [String: AnyObject] = [:]
    }

    /// Returns the remembered result of `compute` if the file is unchanged since then; otherwise computes and remembers
    /// it.
    ///
    /// For small things that every read needs. It costs one `PRAGMA data_version`
    /// (<https://sqlite.org/pragma.html#pragma_data_version>), which reports the commits of all other connections and
    /// processes, and within a transaction the commits that the snapshot holds. It is silent about the connection's own
    /// changes, which are counted (<https://sqlite.org/c3ref/total_changes.html>). A borrowed connection
    /// remembers nothing in its owner's transaction: no count shows whether that is undone.
    ///
    /// - Parameters:
    ///   - key: A name for the value; each is of one type.
    ///   - compute: Must not keep a statement or the connection in the value.
    package func remembered<Value: AnyObject>(_ key: String, _ compute: () throws -> Value) throws -> Value {
        guard isBorrowed != isInTransaction else {
            precondition(isBorrowed, "Without a transaction a value could be of another moment than its version.")
            memory = Memory()
            return try compute()
        }
        let version = try first("PRAGMA data_version", as: Int64.self)
        if (memory.version, memory.changes) != (version, totalChanges) {
            memory.values.removeAll(keepingCapacity: true)
            (memory.version, memory.changes) = (version, totalChanges)
        }
        if let value = memory.values[key] as? Value { return value }
        let value = try compute()
        memory.values[key] = value
        return value
    }

    /// Gives back the memory that is only kept to be quick: pages of the file and compiled statements.
    package func releaseMemory() {
        statements.removeAll()
        memory = Memory()
        // Always succeeds: https://sqlite.org/c3ref/db_release_memory.html
        _ = unsafe sqlite3_db_release_memory(handle)
    }

    /// How many pages this connection has written to files since it was opened, temporary ones included.
    package var writtenPages: Int {
        var current: Int32 = 0
        var highest: Int32 = 0
        let code = unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return code == SQLITE_OK ? Int(current) : 0
    }

    /// Switches off SQLite's counting of memory, a lock for every allocation: a fifth of the time to read a schema.
    ///
    /// To be called by a program, not by a library, before anything else of SQLite's; afterwards it does nothing.
    /// Apple's SQLite does not count as it comes (https://sqlite.org/compile.html#default_memstatus).
    package static func countNoMemory() { _ = layout_count_no_memory() }
}
