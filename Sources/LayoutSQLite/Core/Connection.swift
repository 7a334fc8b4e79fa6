internal import LayoutCSQLite
internal import LayoutCSQLiteShim
internal import Synchronization

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
    /// The access to the file, with SQLite's flags for it (<https://sqlite.org/c3ref/c_open_autoproxy.html>).
    package enum Mode: Int32, Sendable {
        /// Reads an existing file.
        case readOnly = 0x1
        /// Reads and writes an existing file.
        case readWrite = 0x2
        /// Reads and writes a file, and creates it if it does not exist.
        case create = 0x6
    }

    /// Lets other threads stop what this connection is doing.
    package let interruptHandle: InterruptHandle

    private var openHandle: OpaquePointer?
    /// Whether the handle belongs to the caller: see ``init(borrowing:)``.
    package let isBorrowed: Bool
    var statements = Statement.Cache()
    var progressHandler: Box<() -> Bool>?
    var memory = Memory()
    /// The actions that run once the open transaction is committed.
    var commitActions: [() -> Void] = []
    var logWatcher: Box<(Int) -> Void>?
    /// Made before it is needed: where memory has run out it could not be made any more.
    var rollbackStatement: Statement?
    /// How long a statement waits for a lock; nil leaves a borrowed handle's own rule alone.
    ///
    /// ``InterruptHandle/interrupt()`` ends a wait at once, and so does the cancellation of the task that waits; the
    /// statement then fails with ``ResultCode/interrupt``.
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
        try self.init(name: name, path: path, flags: mode.rawValue, busyTimeout: busyTimeout)
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
            default: name.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        try SQLiteError.requireFile(at: path)
        try self.init(
            name: name + "?" + parameter, path: path, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
            busyTimeout: busyTimeout)
    }

    private init(name: String, path: String, flags: Int32, busyTimeout: Duration) throws(SQLiteError) {
        var opened: OpaquePointer?
        var code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        if code == SQLITE_OK { code = unsafe Self.registerColumnBatch(on: opened) }
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
        isBorrowed = false
        interruptHandle = unsafe InterruptHandle(handle)
        let patience = LockPatience(timeout: busyTimeout, interruption: interruptHandle)
        unsafe patience.install(on: handle)
        self.patience = patience
    }

    /// Works on a connection of the caller, from inside a function that it called.
    ///
    /// The handle keeps its settings, handlers and hooks, and the transactions on it are its owner's: see
    /// ``transaction(_:_:)``. Close this object before the owner closes the handle, which statements in the
    /// cache would keep from closing.
    package init(borrowing handle: OpaquePointer) {
        unsafe openHandle = unsafe handle
        isBorrowed = true
        interruptHandle = unsafe InterruptHandle(handle)
    }

    deinit { close() }

    /// Closes the connection now rather than with its last reference; a second call does nothing.
    ///
    /// Statements that are still referenced stay usable, and keep the file open until they are gone.
    package func close() {
        guard let handle = unsafe openHandle else { return }
        interruptHandle.disarm()
        statements.removeAll()
        memory = Memory()
        rollbackStatement = nil
        progressHandler = nil
        logWatcher = nil
        unsafe openHandle = nil
        guard !isBorrowed else { return }
        unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        unsafe sqlite3_wal_hook(handle, nil, nil)
        unsafe sqlite3_busy_handler(handle, nil, nil)
        // The "v2" never fails: it waits for the last statement instead.
        unsafe sqlite3_close_v2(handle)
    }

    /// SQLite's own handle.
    var handle: OpaquePointer {
        guard let handle = unsafe openHandle else { preconditionFailure("The connection is closed.") }
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
                path: path)
        }
    }
}

/// A connection has state that two threads must not touch at once: use ``ConnectionPool``.
@available(*, unavailable, message: "A connection is used by one thread at a time; share a ConnectionPool instead")
extension Connection: Sendable {}

extension Connection {
    /// Executes one or several statements without parameters, ignoring rows.
    ///
    /// - Throws: ``SQLiteError`` whose `sql` is the statement that failed. The ones before it have
    ///   been executed: use ``transaction(_:_:)`` if all or none should be.
    package func execute(_ sql: String) throws(SQLiteError) {
        try requireUsable()
        var offset = 0
        while let statement = try compile(sql, from: &offset, flags: 0) { try statement.run() }
    }

    /// A statement from the connection's cache, ready and without bindings.
    ///
    /// If the statement with the same text is still in use, a fresh one is made.
    package func cached(_ sql: String) throws(SQLiteError) -> Statement {
        try requireUsable()
        return try statements.statement(for: sql) { isKept throws(SQLiteError) in
            try single(sql, flags: isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0)
        }
    }

    /// Prepares a statement outside the cache.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try requireUsable()
        return try single(sql, flags: 0)
    }

    /// Ends the reading of every cached statement that was left in the middle of its rows, and with
    /// it the snapshot that it kept open.
    package func resetStatements() { statements.resetAll() }

    private func single(_ sql: String, flags: UInt32) throws(SQLiteError) -> Statement {
        var offset = 0
        guard let statement = try compile(sql, from: &offset, flags: flags) else {
            throw SQLiteError(code: .misuse, message: "there is no statement in the text", sql: sql)
        }
        if offset < sql.utf8.count, try compile(sql, from: &offset, flags: 0) != nil {
            throw SQLiteError(code: .misuse, message: "there is more than one statement in the text", sql: sql)
        }
        return statement
    }

    /// Compiles the statement that begins at a byte of the text, and moves on to its end; nil where
    /// only blanks and comments are left.
    private func compile(_ sql: String, from offset: inout Int, flags: UInt32) throws(SQLiteError) -> Statement? {
        let handle = unsafe handle
        var start = offset
        defer { offset = start }
        // A Swift string ends in a zero byte already, so nothing is copied here, nor by SQLite. It copies a text that
        // comes with a length: all of the rest for each statement of a script.
        let result: Result<Statement?, SQLiteError> = unsafe sql.withCString { text in
            while start < sql.utf8.count {
                // Blanks are kept out of the statement's own text, which errors quote.
                if unsafe Self.isBlank(text[start]) {
                    start += 1
                    continue
                }
                var compiled: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v3(handle, text + start, -1, flags, &compiled, &tail)
                let end = unsafe tail.map { unsafe $0 - text } ?? start
                guard code == SQLITE_OK else {
                    let failed = Self.statement(in: sql, from: start, stoppedAt: end)
                    // A virtual table whose declaration is interrupted fails with this text and another code.
                    let isInterrupted =
                        unsafe code == SQLITE_ERROR
                        && sqlite3_errmsg(handle).map { unsafe String(cString: $0) } == "interrupted"
                    let actual = isInterrupted ? SQLITE_INTERRUPT : code
                    let cause = patience?.translated(actual) ?? actual
                    return .failure(unsafe SQLiteError(code: cause, connection: handle, sql: failed))
                }
                guard end > start else {
                    return .failure(SQLiteError(code: .misuse, message: "there is a zero byte in the text", sql: sql))
                }
                start = end
                // A comment, or a semicolon alone, compiles to nothing.
                if let compiled = unsafe compiled {
                    return .success(unsafe Statement(compiled, interruption: interruptHandle, patience: patience))
                }
            }
            return .success(nil)
        }
        return try result.get()
    }

    /// The statement that begins at a byte: up to the first semicolon after the place where SQLite
    /// stopped reading.
    private static func statement(in sql: String, from start: Int, stoppedAt stop: Int) -> String {
        let bytes = sql.utf8.dropFirst(start)
        let read = max(0, stop - start - 1)
        let rest = bytes.dropFirst(read)
        guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes[bytes.startIndex...semicolon], as: UTF8.self)
    }

    private static func isBlank(_ byte: CChar) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

// @inlinable so that the caller's module specialises the packs. A cached statement with two to four arguments takes 280
// to 400 ns from its text to its first row. This saves 30 to 50 of them.
extension Connection {
    /// Executes a statement with arguments to its end, ignoring rows.
    ///
    /// ```swift
    /// try connection.run("UPDATE item SET height = ?2 WHERE id = ?1", id, height)
    /// ```
    ///
    /// The statement comes from the cache. Arguments must be as many as parameters.
    @inlinable
    package func run<each Argument: Bindable>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws(SQLiteError) {
        let statement = try cached(sql)
        statement.bindAll(repeat each arguments)
        try statement.run()
    }

    /// The first column of the first row, or nil if there is no row.
    @inlinable
    package func first<Value: Statement.Readable, each Argument: Bindable>(
        _ sql: String,
        _ arguments: repeat each Argument,
        as type: Value.Type
    ) throws(SQLiteError) -> Value? {
        let statement = try cached(sql)
        statement.bindAll(repeat each arguments)
        defer { statement.rewind() }
        return try statement.step() ? Value.read(from: statement, column: 0) : nil
    }

    /// Whether a query finds a row.
    @inlinable
    package func has<each Argument: Bindable>(
        _ sql: String, _ arguments: repeat each Argument
    ) throws(SQLiteError) -> Bool { try first(sql, repeat each arguments, as: Int.self) != nil }

    /// The first row, as `read` takes it from the statement, or nil if there is no row.
    @inlinable
    package func firstRow<Value, each Argument: Bindable>(
        _ sql: String,
        _ arguments: repeat each Argument,
        read: (Statement) throws -> Value
    ) throws -> Value? {
        let statement = try cached(sql)
        statement.bindAll(repeat each arguments)
        defer { statement.rewind() }
        return try statement.step() ? try read(statement) : nil
    }

    /// All rows, each as `read` takes it from the statement.
    @inlinable
    package func rows<Value, each Argument: Bindable>(
        _ sql: String,
        _ arguments: repeat each Argument,
        read: (Statement) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, repeat each arguments) { values.append(try read($0)) }
        return values
    }

    /// Calls `body` with the statement on each row in turn.
    ///
    /// ```swift
    /// try connection.forEachRow("SELECT id, height FROM item WHERE section_id = ?1", section) { row in
    ///     heights[row.int(0)] = row.double(1)
    /// }
    /// ```
    ///
    /// The row is valid inside `body` only.
    @inlinable
    package func forEachRow<each Argument: Bindable>(
        _ sql: String,
        _ arguments: repeat each Argument,
        body: (Statement) throws -> Void
    ) throws {
        let statement = try cached(sql)
        statement.bindAll(repeat each arguments)
        defer { statement.rewind() }
        while try statement.step() { try body(statement) }
    }
}

extension Statement {
    /// Binds arguments to the parameters from `first` on, which must be as many.
    @inlinable
    package func bindAll<each Argument: Bindable>(from first: Int = 1, _ arguments: repeat each Argument) {
        var index = first
        for argument in repeat each arguments {
            argument.bind(to: self, at: index)
            index += 1
        }
        precondition(index == parameterCount + 1, "The statement has another number of parameters.")
    }
}

extension Connection {
    /// The collation that a column was declared with; `BINARY` if it names none.
    package func collation(ofColumn column: String, table: String) throws(SQLiteError) -> String {
        var collation: UnsafePointer<CChar>?
        try check(unsafe sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil))
        guard let name = unsafe collation else { return "BINARY" }
        return unsafe String(cString: name)
    }

    /// The names of the row id of a table.
    package static let rowIDNames = ["rowid", "_rowid_", "oid"]

    /// The names by which statements can ask for the row ids of a table; none for a table `WITHOUT ROWID`.
    ///
    /// - Parameter columns: The names of its columns, which hide those of the row id.
    package func rowIDNames(ofTable table: String, columns: some Sequence<String>) throws -> [String] {
        let hidden = Set(columns.map { $0.lowercased() })
        let names = Self.rowIDNames.filter { !hidden.contains($0) }
        // PRAGMA table_list would look at every view of the file.
        guard let name = names.first, (try? prepare("SELECT \(name) FROM main.\(Statement.quoted(table))")) != nil
        else {
            return []
        }
        return names
    }

    /// Sets a closure that is asked, again and again while statements run, whether they should continue.
    ///
    /// If it returns false, the running statement fails with ``ResultCode/interrupt``. The closure must not use the
    /// connection.
    ///
    /// - Parameters:
    ///   - instructions: The number of steps of SQLite's virtual machine between two calls; a thousand take some tens
    ///     of microseconds.
    ///   - shouldContinue: Nil to be asked no more.
    package func setProgressHandler(everyInstructions instructions: Int = 1000, _ shouldContinue: (() -> Bool)?) {
        let handler = shouldContinue.map { Box($0) }
        // The connection keeps the handler alive, and takes it away from SQLite when it closes.
        let box = unsafe handler.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        if unsafe box == nil {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        } else {
            unsafe sqlite3_progress_handler(
                handle, Int32(clamping: max(1, instructions)),
                { box in
                    guard let box = unsafe box else { return 0 }
                    let handler = unsafe Unmanaged<Box<() -> Bool>>.fromOpaque(box).takeUnretainedValue()
                    return handler.value() ? 0 : 1
                }, box)
        }
        progressHandler = handler
    }

    /// Calls `check` again and again while the statements of `body` run. An error that it throws ends them, and is
    /// thrown. It must not run statements on the connection.
    package func checking<T>(_ check: () throws -> Void, while body: () throws -> T) throws -> T {
        // Its owner may have set a handler, and can end the statement.
        if isBorrowed { return try body() }
        return try withoutActuallyEscaping(check) { check in
            var failure: (any Error)?
            setProgressHandler(everyInstructions: 10_000) {
                do { try check() } catch { failure = failure ?? error }
                return failure == nil
            }
            defer { setProgressHandler(nil) }
            do {
                return try body()
            } catch {
                // An interruption may have come first, for the same reason.
                if failure == nil, let error = error as? SQLiteError, .interrupt ~= error.code { try check() }
                throw failure ?? error
            }
        }
    }

    /// Gives a value an address that SQLite can hand back.
    final class Box<Value> {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Stops what a connection is doing, from any thread.
    ///
    /// It may outlive the connection: after the close it does nothing.
    package final class InterruptHandle: Sendable {
        /// The connection's handle as a number, 0 once closed. The mutex keeps the connection from
        /// being closed in the middle of an interruption.
        private let address: Mutex<UInt>
        private let hasBeenCancelled = Atomic<Bool>(false)
        /// How often it was interrupted: a wait for a lock ends when this changes.
        private let interruptions = Atomic<Int>(0)

        init(_ handle: OpaquePointer) { address = Mutex(UInt(bitPattern: handle)) }

        /// Makes the statements that are running now fail with ``ResultCode/interrupt``, also while they
        /// wait for a lock.
        ///
        /// A write that is stopped is undone, and with it its whole transaction. If no statement is running, nothing
        /// happens: see <https://sqlite.org/c3ref/interrupt.html>.
        package func interrupt() {
            interruptions.add(1, ordering: .relaxed)
            address.withLock { address in
                if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe sqlite3_interrupt(handle) }
            }
        }

        /// Like ``interrupt()``, and makes every later statement fail as well until ``resume()``.
        ///
        /// SQLite's own interruption is lost when it falls between two statements.
        func cancel() {
            hasBeenCancelled.store(true, ordering: .relaxed)
            interrupt()
        }

        /// Lets statements run again after ``cancel()``.
        func resume() { hasBeenCancelled.store(false, ordering: .relaxed) }

        /// Whether ``cancel()`` was called.
        package var isCancelled: Bool { hasBeenCancelled.load(ordering: .relaxed) }

        /// How often ``interrupt()`` was called.
        var interruptionCount: Int { interruptions.load(ordering: .relaxed) }

        /// Forgets the connection.
        func disarm() { address.withLock { $0 = 0 } }
    }
}
