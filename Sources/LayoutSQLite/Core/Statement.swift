internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// A prepared statement: bind, step, read, again.
///
/// ```swift
/// let statement = try connection.cached("SELECT id, height FROM item WHERE section_id = ?1")
/// statement.bind(section, at: 1)
/// while try statement.step() {
///     sum += statement.double(1)
/// }
/// ```
///
/// It is always in one of two states. *Ready*: parameters may be bound. *On a row*: columns may be
/// read. Past the last row, and after a failure, it is ready again by itself.
///
/// Wrong indices are the program's mistakes, and trap. Parameters count from 1 and columns from 0,
/// as in SQLite.
@safe @usableFromInline package final class Statement {
    /// Finalized with the statement. SQLite lets it outlive the connection.
    let handle: OpaquePointer

    /// The SQL text, without what followed it in the text that it was made from.
    package let sql: String

    /// How many parameters it has, or the highest number among `?1`, `?2`, …
    @usableFromInline package let parameterCount: Int

    private let interruption: Connection.InterruptHandle
    private let patience: Connection.LockPatience?
    /// How many columns the current row has; 0 unless on a row, so that one test catches both a
    /// wrong column and a missing row.
    private(set) var rowWidth = 0
    /// The first binding that failed for want of memory: the next step reports it, so that `bind`
    /// need not throw.
    private var bindingFailure = SQLITE_OK
    /// Set by a failed step: the cache drops such a statement.
    private(set) var hasFailed = false

    init(_ handle: OpaquePointer, interruption: Connection.InterruptHandle, patience: Connection.LockPatience?) {
        unsafe self.handle = unsafe handle
        self.patience = patience
        self.interruption = interruption
        sql = unsafe String(cString: sqlite3_sql(handle))
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(handle))
    }

    deinit {
        // Answers with the error of the last step, which has been reported.
        unsafe sqlite3_finalize(handle)
    }

    /// Goes to the next row; returns whether there is one.
    ///
    /// - Throws: ``SQLiteError``; the statement is then ready to be executed afresh.
    package func step() throws(SQLiteError) -> Bool {
        if interruption.isCancelled || bindingFailure != SQLITE_OK { throw refusal() }
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW {
            if rowWidth == 0 {
                // Not known before: a change of the schema may have widened a `SELECT *`.
                rowWidth = Int(unsafe sqlite3_column_count(handle))
            }
            return true
        }
        rowWidth = 0
        if code == SQLITE_DONE {
            // Answers with the code of the last step, a success. Without it, parameters could not
            // be bound again.
            unsafe sqlite3_reset(handle)
            return false
        }
        throw failure(code)
    }

    /// Executes the statement to its end, ignoring rows; its bindings stay.
    package func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Makes the statement ready for another execution, with all parameters NULL.
    package func reset() {
        rewind()
        bindingFailure = SQLITE_OK
        // Never fails.
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Makes the statement ready for another execution with the same bindings.
    package func rewind() {
        rowWidth = 0
        // Answers with the error of the last step, which has been reported.
        unsafe sqlite3_reset(handle)
    }

    /// Whether the statement is on a row: its reading keeps a snapshot open until it is reset.
    package var isOnRow: Bool { rowWidth > 0 }

    /// Checks the result of a `sqlite3_bind_` function.
    func checkBinding(_ code: Int32, at index: Int) {
        guard code != SQLITE_OK else { return }
        precondition(code != SQLITE_RANGE, "There is no parameter \(index): the statement has \(parameterCount).")
        precondition(code != SQLITE_MISUSE, "A statement that is on a row must be reset before it is bound.")
        bindingFailure = code
    }

    private func refusal() -> SQLiteError {
        let code = interruption.isCancelled ? SQLITE_INTERRUPT : bindingFailure
        rewind()
        return SQLiteError(
            code: ResultCode(rawValue: code), message: SQLiteError.name(of: code), sql: sql,
            path: unsafe Connection.path(of: sqlite3_db_handle(handle)))
    }

    private func failure(_ code: Int32) -> SQLiteError {
        let code = patience?.translated(code) ?? code
        // Taken before the reset, which may change the connection's message.
        let error = unsafe SQLiteError(code: code, connection: sqlite3_db_handle(handle), sql: sql)
        hasFailed = true
        unsafe sqlite3_reset(handle)
        return error
    }
}

/// A statement belongs to its connection, which one thread uses at a time.
@available(*, unavailable, message: "A statement is used by the one thread that uses its connection")
extension Statement: Sendable {}

extension Statement {
    /// How many columns its rows have; 0 for a statement that returns none.
    package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    /// The name of a column, as the query or the schema spells it.
    package func columnName(_ column: Int) -> String {
        precondition(column >= 0 && column < columnCount, "There is no column \(column).")
        guard let name = unsafe sqlite3_column_name(handle, Int32(column)) else {
            return ""  // memory ran out
        }
        return unsafe String(cString: name)
    }
}

// Bindings last until they are replaced or the statement is reset. None of these functions can
// fail, except for want of memory, which the next step reports.
extension Statement {
    /// Binds a value to a parameter, counted from 1.
    @inlinable
    package func bind<Value: Bindable>(_ value: Value, at index: Int) { value.bind(to: self, at: index) }

    @usableFromInline package func bindNull(at index: Int) {
        checkBinding(unsafe sqlite3_bind_null(handle, Int32(index)), at: index)
    }

    /// Executes the statement with copies of the values of another one's row, in their stored types.
    package func run(rowOf row: Statement) throws(SQLiteError) {
        bind(rowOf: row)
        try run()
    }

    /// Binds copies of the values of another statement's row, after the parameter with an index.
    package func bind(rowOf row: Statement, after index: Int = 0) {
        for column in 0..<row.columnCount {
            let value = unsafe sqlite3_column_value(row.handle, Int32(column))
            let place = index + column + 1
            checkBinding(unsafe sqlite3_bind_value(handle, Int32(place), value), at: place)
        }
    }

    /// Binds a copy of a text in UTF-8, which is not checked.
    package func bindText(bytes: Span<UInt8>, at index: Int) {
        unsafe bytes.withUnsafeBytes { bytes in unsafe bindText(bytes: bytes, at: index) }
    }

    func bindText(bytes: UnsafeRawBufferPointer, at index: Int) {
        // Without an address SQLite would bind NULL.
        let code =
            unsafe bytes.count == 0
            ? layout_bind_text_copying(handle, Int32(index), "", 0)
            : layout_bind_text_copying(handle, Int32(index), bytes.baseAddress, Self.length(bytes))
        checkBinding(code, at: index)
    }

    /// Binds a copy of some bytes.
    func bindBlob(bytes: Span<UInt8>, at index: Int) {
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.count == 0
                ? sqlite3_bind_zeroblob(handle, Int32(index), 0)
                : layout_bind_blob_copying(handle, Int32(index), bytes.baseAddress, Self.length(bytes))
        }
        checkBinding(code, at: index)
    }

    /// SQLite's lengths are 32 bits wide; more than it could hold anyway is refused by SQLite.
    private static func length(_ bytes: UnsafeRawBufferPointer) -> Int32 { Int32(clamping: bytes.count) }
}

// Columns of the current row. SQLite converts where the stored type differs from the one asked for
// (<https://sqlite.org/c3ref/column_blob.html>).
extension Statement {
    /// An integer; 0 for NULL.
    @usableFromInline package func int64(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, checked(column))
    }

    /// An integer; 0 for NULL.
    @usableFromInline package func int(_ column: Int) -> Int { Int(int64(column)) }

    /// A number; 0 for NULL.
    @usableFromInline package func double(_ column: Int) -> Double {
        unsafe sqlite3_column_double(handle, checked(column))
    }

    /// A number; NaN for NULL, which is how the binding of NaN is undone.
    package func doubleOrNaN(_ column: Int) -> Double { isNull(column) ? .nan : double(column) }

    /// Whether an integer other than 0 is there; false for NULL.
    @usableFromInline package func bool(_ column: Int) -> Bool { int64(column) != 0 }

    @usableFromInline package func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, checked(column)) == SQLITE_NULL
    }

    /// A text, or nil for NULL.
    package func string(_ column: Int) -> String? {
        guard let text = unsafe sqlite3_column_text(handle, checked(column)) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// A text; empty for NULL.
    @usableFromInline package func stringOrEmpty(_ column: Int) -> String { string(column) ?? "" }

    /// Lends the bytes of a text, in UTF-8, without copying them; none for NULL.
    package func withTextBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        // The length must be asked for after the text: the conversion to UTF-8 may change it.
        let text = unsafe sqlite3_column_text(handle, checked(column))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return try unsafe body(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : count))
    }

    /// Lends a text, in UTF-8, without copying it; nothing for NULL.
    package func withUTF8<T>(_ column: Int, _ body: (Span<UInt8>) throws -> T) rethrows -> T {
        try unsafe withTextBytes(column) { bytes in try body(unsafe bytes.bindMemory(to: UInt8.self).span) }
    }

    /// The bytes of a blob, or nil for NULL.
    package func bytes(_ column: Int) -> [UInt8]? {
        if isNull(column) { return nil }
        // An empty one has no address.
        guard let bytes = unsafe sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// How the value is stored in this row.
    package func storage(_ column: Int) -> Storage {
        Storage(rawValue: unsafe sqlite3_column_type(handle, checked(column))) ?? .null
    }

    private func checked(_ column: Int) -> Int32 {
        precondition(
            UInt(bitPattern: column) < UInt(bitPattern: rowWidth),
            "There is no such column, or the statement is not on a row.")
        return Int32(truncatingIfNeeded: column)
    }

    /// Whether a column holds exactly a text, byte by byte; false for NULL.
    package func isText(_ column: Int, _ text: String) -> Bool {
        guard !isNull(column) else { return false }
        return unsafe withTextBytes(column) { bytes in
            guard bytes.count == text.utf8.count else { return false }
            // Native strings, as nearly all are, lend their bytes.
            return unsafe text.utf8.withContiguousStorageIfAvailable { other in
                unsafe bytes.elementsEqual(UnsafeRawBufferPointer(other))
            } ?? bytes.elementsEqual(text.utf8)
        }
    }

    /// How SQLite stores one value, by its numbers (<https://sqlite.org/c3ref/c_blob.html>).
    package enum Storage: Int32, Sendable { case integer = 1, real, text, blob, null }

    /// The prepared statements of one connection, by their SQL text.
    ///
    /// Only programs write SQL text, so there are as many entries as there are places in the program that use the
    /// cache. Nothing needs to be thrown out. Text made at run time, such as a query with a table name in it, goes
    /// through ``Connection/prepare(_:)``.
    struct Cache {
        /// A text, hashed by its length and some of its bytes. A program's statements differ in these, and to hash all
        /// of a text would take as long as some statements.
        private struct Key: Hashable {
            let sql: String

            func hash(into hasher: inout Hasher) { hasher.combine(Cache.sample(sql)) }
        }

        private var statements: [Key: Statement] = [:]

        /// A number from the length of a text and some of its bytes: enough to distinguish a program's statements.
        private static func sample(_ sql: String) -> Int {
            // A native string finds these bytes at once.
            let bytes = sql.utf8
            var sample = UInt64(truncatingIfNeeded: bytes.count)
            for part in 1...8 where !bytes.isEmpty {
                let index = bytes.index(bytes.startIndex, offsetBy: (bytes.count - 1) * part / 8)
                sample = sample &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bytes[index])
            }
            return Int(truncatingIfNeeded: (sample ^ sample >> 32) >> 1)
        }

        /// The statement of a text, ready and without bindings, or another one if that cannot be used.
        ///
        /// - Parameter prepare: Prepares one, which is kept or not.
        mutating func statement(
            for sql: String, _ prepare: (_ isKept: Bool) throws(SQLiteError) -> Statement
        ) throws(SQLiteError) -> Statement {
            let key = Key(sql: sql)
            if let index = statements.index(forKey: key) {
                // It may be in the middle of its rows, or have bound parameters. A second user must not disturb that.
                guard isKnownUniquelyReferenced(&statements.values[index]) else { return try prepare(false) }
                let statement = statements.values[index]
                // A failure leaves a statement in a state that SQLite does not promise to mend.
                if !statement.hasFailed {
                    statement.reset()
                    return statement
                }
            }
            let statement = try prepare(true)
            statements[key] = statement
            return statement
        }

        /// Ends the reading of every statement that was left in the middle of its rows.
        func resetAll() {
            for statement in statements.values where statement.isOnRow { statement.reset() }
        }

        mutating func removeAll() { statements.removeAll() }
    }
}

/// Names and values in SQL text.
extension Statement {
    /// Puts a name into double quotes, with those inside it doubled, so that it can only be a name.
    ///
    /// It works by code points: a quote that a combining mark follows is one `Character` with it, and a quote to SQLite
    /// all the same.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/misuse`` for a name with a zero byte, at which SQLite would
    ///   stop reading.
    /// - Complexity: O(length).
    package static func quoted(_ name: String) throws(SQLiteError) -> String {
        if name.utf8.contains(0) { throw SQLiteError(code: .misuse, message: "a name must not contain a zero byte") }
        return quoted(name, in: "\"")
    }

    /// Puts a text into single quotes, with those inside it doubled. It works by code points, as `quoted` does.
    ///
    /// - Complexity: O(length).
    package static func literal(_ text: String) -> String { quoted(text, in: "'") }

    private static func quoted(_ text: String, in quote: Unicode.Scalar) -> String {
        var quoted = String(quote).unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == quote { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append(quote)
        return String(quoted)
    }
}
