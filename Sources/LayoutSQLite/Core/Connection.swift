internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// One connection to one database file.
///
/// ```swift
/// let connection = try Connection(path: "wall.db", mode: .create)
/// try connection.run("INSERT INTO item(id, height) VALUES (?1, ?2)", 1, 44.5)
/// let count = try connection.first("SELECT count(*) FROM item", as: Int.self)
/// ```
///
/// A connection is used by one thread at a time; ``ConnectionPool`` sees to that. It was opened
/// without SQLite's own mutexes, which would be taken millions of times for nothing.
@safe
package final class Connection {
    /// The access to the file.
    package enum Mode: Sendable {
        /// Reads an existing file.
        case readOnly
        /// Reads and writes an existing file.
        case readWrite
        /// Reads and writes a file, and creates it if it does not exist.
        case create
    }

    /// Lets other threads stop what this connection is doing.
    package let interruptHandle: InterruptHandle

    private var openHandle: OpaquePointer?
    private let isOwner: Bool
    /// Whether the handle belongs to the caller: see ``init(borrowing:)``.
    package let isBorrowed: Bool
    var statements = StatementCache()
    var progressHandler: ProgressHandler?
    var memory = ConnectionMemory()
    /// The actions that run once the open transaction is committed.
    var commitActions: [() -> Void] = []
    var logWatcher: LogWatcher?
    /// Made before it is needed: where memory has run out it could not be made any more.
    var rollbackStatement: Statement?
    private(set) var patience: LockPatience?
    /// Whether a transaction could neither be ended nor undone: the connection must be closed, which
    /// undoes it. Until then every statement is refused.
    var isUnusable = false
    /// Whether triggers run with what it writes: ``setFiresTriggers(_:)``.
    package internal(set) var firesTriggers = true

    /// Opens a database file.
    ///
    /// SQLite does not read the file until the first statement does: a file that is not a database is
    /// found out there, as ``ResultCode/notADatabase``.
    ///
    /// - Parameters:
    ///   - path: A path, or `:memory:`. It is not a URI.
    ///   - busyTimeout: How long a statement waits for a lock before it fails as ``ResultCode/busy``.
    /// - Throws: ``SQLiteError`` with ``ResultCode/cannotOpen``, whose message reports whether the file is missing, a
    ///   directory or forbidden.
    package convenience init(path: String, mode: Mode, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
        // A relative path that begins with `file:` would be taken for a URI by a library built with
        // SQLITE_USE_URI, as Debian's is.
        let name = path.hasPrefix("file:") ? "./" + path : path
        try SQLiteError.requireFile(at: path)
        try self.init(name: name, path: path, flags: mode.flags, busyTimeout: busyTimeout)
    }

    /// Opens a file to read it only, in a way that SQLite's URIs have a word for.
    ///
    /// - Parameter parameter: Such as `immutable=1`: see <https://sqlite.org/uri.html>.
    convenience init(
        readOnlyPath path: String, uriParameter parameter: String, busyTimeout: Duration
    ) throws(SQLiteError) {
        var name = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
                // Two digits: none of them is less than 16.
                name += "%" + String(byte, radix: 16)
            default:
                name.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        try SQLiteError.requireFile(at: path)
        try self.init(
            name: name + "?" + parameter,
            path: path,
            flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
            busyTimeout: busyTimeout
        )
    }

    private init(name: String, path: String, flags: Int32, busyTimeout: Duration) throws(SQLiteError) {
        var opened: OpaquePointer?
        var code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        if code == SQLITE_OK {
            code = unsafe layout_register_batch(opened)
        }
        if code == SQLITE_OK {
            // By default a commit moves the log once it has a thousand pages, without what
            // ``checkpoint(_:pinnedBy:)`` guards against.
            code = unsafe sqlite3_wal_autocheckpoint(opened, 0)
        }
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let error = unsafe SQLiteError(code: code, connection: opened, sql: nil, path: path)
            // A handle is made even when opening fails, except where memory ran out.
            unsafe sqlite3_close_v2(opened)
            throw error.explained(opening: path)
        }
        unsafe openHandle = unsafe handle
        isOwner = true
        isBorrowed = false
        interruptHandle = unsafe InterruptHandle(handle)
        patience = LockPatience(timeout: busyTimeout, interruption: interruptHandle)
        unsafe patience?.install(on: handle)
    }

    /// Adopts a connection that the app has opened itself.
    ///
    /// For an app that brings its own SQLite or an encrypted one. Two copies of the library in one process must never
    /// open the same file. Closing it in one drops the locks of the other (<https://sqlite.org/howtocorrupt.html>,
    /// section 2.2.1).
    ///
    /// The handle must stay open for as long as this object and its statements live, and is not
    /// closed by it. It gains the table `column_batch`, and extended result codes.
    package init(unsafeHandle: OpaquePointer) {
        unsafe openHandle = unsafe unsafeHandle
        isOwner = false
        isBorrowed = false
        interruptHandle = unsafe InterruptHandle(unsafeHandle)
        // Both can only fail for want of memory; then `column_batch` is an unknown table, which the
        // first statement that names it reports.
        unsafe sqlite3_extended_result_codes(unsafeHandle, 1)
        _ = unsafe layout_register_batch(unsafeHandle)
    }

    /// Works on a connection of the caller, from inside a function that it called.
    ///
    /// The handle keeps its settings, handlers and hooks, and the transactions on it are its owner's: see
    /// ``transaction(_:_:)``. Close this object before the owner closes the handle, which statements in the
    /// cache would keep from closing.
    package init(borrowing handle: OpaquePointer) {
        unsafe openHandle = unsafe handle
        isOwner = false
        isBorrowed = true
        interruptHandle = unsafe InterruptHandle(handle)
    }

    deinit {
        close()
    }

    /// How long a statement waits for a lock; nil leaves an adopted handle's own rule alone.
    ///
    /// ``InterruptHandle/interrupt()`` ends a wait at once, and so does the cancellation of the task that
    /// waits; the statement then fails with ``ResultCode/interrupt``.
    package var busyTimeout: Duration? {
        get { patience?.timeout }
        set {
            if let newValue, let patience {
                patience.timeout = newValue
            } else if let newValue {
                let made = LockPatience(timeout: newValue, interruption: interruptHandle)
                unsafe made.install(on: handle)
                patience = made
            }
        }
    }

    /// Closes the connection now rather than with its last reference; a second call does nothing.
    ///
    /// Statements that are still referenced stay usable, and keep the file open until they are gone.
    package func close() {
        guard let handle = unsafe openHandle else {
            return
        }
        interruptHandle.disarm()
        statements.removeAll()
        memory = ConnectionMemory()
        if !isBorrowed {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
            unsafe sqlite3_wal_hook(handle, nil, nil)
        }
        progressHandler = nil
        logWatcher = nil
        rollbackStatement = nil
        if patience != nil {
            unsafe sqlite3_busy_handler(handle, nil, nil)
            patience = nil
        }
        unsafe openHandle = nil
        if isOwner {
            // The "v2" never fails: it waits for the last statement instead.
            unsafe sqlite3_close_v2(handle)
        }
    }

    /// SQLite's own handle.
    var handle: OpaquePointer {
        guard let handle = unsafe openHandle else {
            preconditionFailure("The connection is closed.")
        }
        return unsafe handle
    }

    /// Turns a result code into an error: the one place for calls that concern no statement.
    func check(_ code: Int32, sql: String? = nil) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError(code: patience?.translated(code) ?? code, connection: handle, sql: sql)
        }
    }

    /// Refuses all work once a transaction could not be undone.
    func requireUsable() throws(SQLiteError) {
        guard !isUnusable else {
            throw SQLiteError(
                code: .abort, message: "a transaction could not be rolled back; close the connection to undo it",
                path: path
            )
        }
    }
}

/// A connection has state that two threads must not touch at once: use ``ConnectionPool``.
@available(*, unavailable, message: "A connection is used by one thread at a time; share a ConnectionPool instead")
extension Connection: Sendable {}

extension Connection.Mode {
    fileprivate var flags: Int32 {
        switch self {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }
}
