internal import LayoutCSQLite

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
@safe
@usableFromInline package final class Statement {
    /// Finalized with the statement. SQLite lets it outlive the connection.
    let handle: OpaquePointer

    /// The SQL text, without what followed it in the text that it was made from.
    package let sql: String

    /// How many parameters it has, or the highest number among `?1`, `?2`, …
    @usableFromInline package let parameterCount: Int

    private let interruption: InterruptHandle
    private let patience: LockPatience?
    /// How many columns the current row has; 0 unless on a row, so that one test catches both a
    /// wrong column and a missing row.
    private(set) var rowWidth = 0
    /// The first binding that failed for want of memory: the next step reports it, so that `bind`
    /// need not throw.
    private var bindingFailure = SQLITE_OK
    /// Set by a failed step: the cache drops such a statement.
    private(set) var hasFailed = false

    init(_ handle: OpaquePointer, interruption: InterruptHandle, patience: LockPatience?) {
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
        if interruption.isCancelled || bindingFailure != SQLITE_OK {
            throw refusal()
        }
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
    package var isOnRow: Bool {
        rowWidth > 0
    }

    /// Checks the result of a `sqlite3_bind_` function.
    func checkBinding(_ code: Int32, at index: Int) {
        guard code != SQLITE_OK else {
            return
        }
        precondition(code != SQLITE_RANGE, "There is no parameter \(index): the statement has \(parameterCount).")
        precondition(code != SQLITE_MISUSE, "A statement that is on a row must be reset before it is bound.")
        bindingFailure = code
    }

    private func refusal() -> SQLiteError {
        let code = interruption.isCancelled ? SQLITE_INTERRUPT : bindingFailure
        rewind()
        return SQLiteError(
            code: ResultCode(rawValue: code),
            message: SQLiteError.name(of: code),
            sql: sql,
            path: unsafe SQLiteError.path(of: sqlite3_db_handle(handle))
        )
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
    package var columnCount: Int {
        Int(unsafe sqlite3_column_count(handle))
    }

    /// The name of a column, as the query or the schema spells it.
    package func columnName(_ column: Int) -> String {
        precondition(column >= 0 && column < columnCount, "There is no column \(column).")
        guard let name = unsafe sqlite3_column_name(handle, Int32(column)) else {
            return ""  // memory ran out
        }
        return unsafe String(cString: name)
    }
}
