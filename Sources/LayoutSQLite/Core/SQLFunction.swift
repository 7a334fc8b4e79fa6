internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// A table-valued function: `SELECT * FROM name(argument, …)`. Other functions have the same arguments and values.
package final class SQLFunction {
    /// The answer to a call: how many rows it has, and a value of one. SQLite asks only for the columns that a
    /// statement uses: columns that are costly are computed there. An error's description becomes the statement's
    /// error message.
    package typealias Answer = (count: Int, value: (_ row: Int, _ column: Int) throws -> Value)
    /// Answers the calls of a connection. An error's description becomes the statement's error message.
    package typealias Calls = (borrowing Arguments) throws -> Answer

    let declaration: String
    let columnCount: Int
    /// How many arguments a call has to give, and their names, for a message.
    let argumentCount: Int
    let argumentNames: String
    let begin: ((Connection) -> Calls)?

    /// - Parameters:
    ///   - columns: Each with its type, such as `section INTEGER`: by it SQLite compares a text with a number.
    ///   - arguments: The arguments, which are hidden columns, in the same form.
    ///   - optionalArgument: An argument that a call may add.
    ///   - begin: Is called when a connection first uses it. The result is kept until the connection closes. Nil
    ///     for ``columnBatch``.
    package init(
        columns: [String], arguments: [String], optionalArgument: String? = nil,
        begin: ((Connection) -> Calls)?
    ) {
        let hidden = (arguments + (optionalArgument.map { [$0] } ?? [])).map { $0 + " HIDDEN" }
        declaration = "CREATE TABLE x(\((columns + hidden).joined(separator: ", ")))"
        columnCount = columns.count
        argumentCount = arguments.count
        // The hidden columns are called otherwise than the others: “in_x”.
        argumentNames = arguments.map { argument in
            let name = argument.prefix { $0 != " " }
            return name.hasPrefix("in_") ? name.dropFirst(3) : name
        }.joined(separator: ", ")
        self.begin = begin
    }

    /// The table `column_batch`, whose optional argument is a bound ``ColumnBatch``.
    nonisolated(unsafe) static let columnBatch = SQLFunction(
        columns: (0..<ColumnBatch.columnLimit).map { "c\($0)" }, arguments: [], optionalArgument: "batch",
        begin: nil)

    /// The arguments of one call of a function made with
    /// ``Connection/createFunction(_:argumentCount:_:)``, read without copying.
    @safe
    package struct Arguments: ~Copyable {
        private let values: UnsafeMutablePointer<OpaquePointer?>?
        package let count: Int

        init(values: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
            unsafe self.values = unsafe values
            self.count = Int(count)
        }

        package func value(_ index: Int) -> Value {
            precondition(index >= 0 && index < count, "There is no argument \(index).")
            guard let value = unsafe values?[index] else { return .null }
            switch unsafe sqlite3_value_type(value) {
            case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(value))
            case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(value))
            case SQLITE_TEXT:
                let bytes = unsafe UnsafeBufferPointer(
                    start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
                return .text(unsafe String(decoding: bytes, as: UTF8.self))
            case SQLITE_BLOB: return .blob
            default: return .null
            }
        }
    }

    /// A value that a function was given, or that it answers.
    package enum Value: Sendable, Hashable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        /// A blob, whose bytes no function of ours takes.
        case blob

        /// Makes it the result of a call.
        func setResult(of context: OpaquePointer?) {
            switch self {
            case .null, .blob: unsafe sqlite3_result_null(context)
            case .integer(let integer): unsafe sqlite3_result_int64(context, integer)
            case .real(let real): unsafe sqlite3_result_double(context, real)
            case .text(var text):
                text.withUTF8 { bytes in
                    unsafe layout_result_text_copying(context, bytes.baseAddress, Int32(clamping: bytes.count))
                }
            }
        }
    }
}

private typealias BoxedFunction = Connection.Box<
    (Connection, borrowing SQLFunction.Arguments) throws -> SQLFunction.Value
>

extension Connection {
    /// Adds a function that may read and write the database to this connection's SQL.
    ///
    /// - Parameters:
    ///   - argumentCount: How many arguments it takes; −1 for any number.
    ///   - body: Is given the connection that called, borrowed, which is closed afterwards. An error's
    ///     description becomes the error of the call.
    package func createFunction(
        _ name: String, argumentCount: Int,
        _ body: @escaping (Connection, borrowing SQLFunction.Arguments) throws -> SQLFunction.Value
    ) throws(SQLiteError) {
        // Views and triggers cannot call it, so that opening a foreign file does nothing.
        let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
        let box = unsafe Unmanaged.passRetained(BoxedFunction(body)).toOpaque()
        // SQLite releases the box when the connection closes, and also when this very call fails.
        try check(
            unsafe sqlite3_create_function_v2(
                handle, name, Int32(argumentCount), flags, box,
                { context, count, values in
                    guard let handle = unsafe sqlite3_context_db_handle(context) else { return }
                    let box = unsafe Unmanaged<BoxedFunction>.fromOpaque(sqlite3_user_data(context))
                    let arguments = unsafe SQLFunction.Arguments(values: values, count: count)
                    let connection = unsafe Connection(borrowing: handle)
                    defer { connection.close() }
                    do {
                        unsafe try box.takeUnretainedValue().value(connection, arguments).setResult(of: context)
                    } catch {
                        unsafe sqlite3_result_error(context, "\(error)", -1)
                    }
                },
                nil, nil,
                { box in
                    if let box = unsafe box {
                        unsafe Unmanaged<BoxedFunction>.fromOpaque(box).release()
                    }
                }
            )
        )
    }

    /// Adds a table-valued function to this connection's SQL.
    ///
    /// It works on the same connection, borrowed: see ``init(borrowing:)``.
    package func createTableFunction(_ name: String, _ function: SQLFunction) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(function).toOpaque()
        // SQLite releases the box when the connection closes, and also when this very call fails.
        try check(
            unsafe sqlite3_create_module_v2(
                handle, name, tableFunctionModule, box,
                { box in if let box = unsafe box { unsafe Unmanaged<SQLFunction>.fromOpaque(box).release() } }))
    }
}

/// A function in use by a connection. SQLite sees its beginning.
@safe
private struct FunctionTable {
    var base = unsafe sqlite3_vtab()
    let function: SQLFunction
    let connection: Connection
    /// Nil for a table of batches.
    let calls: SQLFunction.Calls?

    static func pointer(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> UnsafeMutablePointer<FunctionTable> {
        guard let table = unsafe table else { preconditionFailure("SQLite names no table.") }
        return unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: FunctionTable.self)
    }

    /// Ends the statement with a message.
    static func fail(_ table: UnsafeMutablePointer<FunctionTable>, _ message: String) -> Int32 {
        unsafe sqlite3_free(table.pointee.base.zErrMsg)
        unsafe table.pointee.base.zErrMsg = unsafe layout_message(message)
        return SQLITE_ERROR
    }
}

/// A call, at one of its rows. SQLite sees its beginning.
@safe
private struct FunctionCursor {
    var base = unsafe LayoutCursor()
    var answer: SQLFunction.Answer?

    static func pointer(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<FunctionCursor> {
        guard let cursor = unsafe cursor else { preconditionFailure("SQLite names no cursor.") }
        return unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: FunctionCursor.self)
    }
}

/// SQLite's callbacks for a table-valued function, which live as long as the program. Without `xCreate` it can be used
/// by its name alone, and by no CREATE VIRTUAL TABLE.
private nonisolated(unsafe) let tableFunctionModule = unsafe makeModule()

/// The callbacks for `column_batch`, whose values are many, and are not copied.
nonisolated(unsafe) let columnBatchModule = {
    let module = unsafe makeModule()
    unsafe module.pointee.xColumn = unsafe layout_batch_column
    return unsafe module
}()

private func makeModule() -> UnsafeMutablePointer<sqlite3_module> {
    // A pointer to the one is a pointer to the other.
    unsafe precondition(MemoryLayout<FunctionTable>.offset(of: \.base) == 0)
    unsafe precondition(MemoryLayout<FunctionCursor>.offset(of: \.base) == 0)
    var module = sqlite3_module()
    unsafe module.xConnect = { handle, context, _, _, table, message in
        guard let handle = unsafe handle, let context = unsafe context else { return SQLITE_MISUSE }
        let function = unsafe Unmanaged<SQLFunction>.fromOpaque(context).takeUnretainedValue()
        let code = unsafe sqlite3_declare_vtab(handle, function.declaration)
        guard code == SQLITE_OK else {
            // SQLite reports an interruption here as a plain error; its text shows the cause.
            unsafe message?.pointee = unsafe layout_message(sqlite3_errmsg(handle))
            return code
        }
        // A batch is nothing but memory that its caller bound: schemas may name it even where they are not trusted.
        if function.begin == nil { unsafe layout_set_innocuous(handle) }
        let connection = unsafe Connection(borrowing: handle)
        let made = UnsafeMutablePointer<FunctionTable>.allocate(capacity: 1)
        unsafe made.initialize(
            to: FunctionTable(function: function, connection: connection, calls: function.begin?(connection)))
        unsafe table?.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
        return SQLITE_OK
    }
    unsafe module.xDisconnect = { table in
        let made = unsafe FunctionTable.pointer(table)
        // Its statements would keep the handle from closing.
        unsafe made.pointee.connection.close()
        unsafe made.deinitialize(count: 1)
        unsafe made.deallocate()
        return SQLITE_OK
    }
    unsafe module.xBestIndex = { table, info in
        guard let info = unsafe info else { return SQLITE_MISUSE }
        let made = unsafe FunctionTable.pointer(table)
        let function = unsafe made.pointee.function
        var given: Set<Int> = []
        for index in 0..<Int(unsafe info.pointee.nConstraint) {
            let constraint = unsafe info.pointee.aConstraint[index]
            let argument = Int(constraint.iColumn) - function.columnCount
            guard argument >= 0, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ, !given.contains(argument) else {
                continue
            }
            // It depends on a table that this plan would visit later: there is no such plan.
            if constraint.usable == 0 { return SQLITE_CONSTRAINT }
            unsafe info.pointee.aConstraintUsage[index].argvIndex = Int32(argument + 1)
            unsafe info.pointee.aConstraintUsage[index].omit = 1
            given.insert(argument)
        }
        guard given.isSuperset(of: 0..<function.argumentCount) else {
            return unsafe FunctionTable.fail(
                made, "it takes \(function.argumentCount) arguments: \(function.argumentNames)")
        }
        unsafe info.pointee.idxNum = Int32(given.count)
        // Some dozens are what a screen shows. A batch is dear enough that a join walks its rows once, outermost.
        let isBatch = function.begin == nil
        unsafe info.pointee.estimatedCost = isBatch ? 1e6 : 100
        unsafe info.pointee.estimatedRows = isBatch ? 100_000 : 50
        return SQLITE_OK
    }
    unsafe module.xOpen = { _, cursor in
        let made = UnsafeMutablePointer<FunctionCursor>.allocate(capacity: 1)
        unsafe made.initialize(to: FunctionCursor())
        unsafe cursor?.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
        return SQLITE_OK
    }
    unsafe module.xClose = { cursor in
        let made = unsafe FunctionCursor.pointer(cursor)
        unsafe made.deinitialize(count: 1)
        unsafe made.deallocate()
        return SQLITE_OK
    }
    unsafe module.xFilter = { cursor, _, _, count, values in
        let arguments = unsafe SQLFunction.Arguments(values: values, count: count)
        let made = unsafe FunctionCursor.pointer(cursor)
        let table = unsafe FunctionTable.pointer(made.pointee.base.base.pVtab)
        unsafe (made.pointee.answer, made.pointee.base.row, made.pointee.base.rowCount) = (nil, 0, 0)
        do {
            if let answer = unsafe try table.pointee.calls?(arguments) {
                unsafe (made.pointee.answer, made.pointee.base.rowCount) = (answer, Int64(answer.count))
            } else if count == 1, let batch = unsafe layout_bound_batch(values?[0]) {
                unsafe (made.pointee.base.batch, made.pointee.base.rowCount) = (batch, batch.pointee.rowCount)
            }
            return SQLITE_OK
        } catch {
            return unsafe FunctionTable.fail(table, "\(error)")
        }
    }
    unsafe module.xNext = { cursor in
        unsafe FunctionCursor.pointer(cursor).pointee.base.row += 1
        return SQLITE_OK
    }
    unsafe module.xEof = { cursor in
        let made = unsafe FunctionCursor.pointer(cursor)
        return unsafe made.pointee.base.row < made.pointee.base.rowCount ? 0 : 1
    }
    unsafe module.xColumn = { cursor, context, column in
        let made = unsafe FunctionCursor.pointer(cursor)
        let function = unsafe FunctionTable.pointer(made.pointee.base.base.pVtab).pointee.function
        guard column < function.columnCount else { return SQLITE_OK }
        do {
            unsafe try made.pointee.answer?.value(Int(made.pointee.base.row), Int(column)).setResult(of: context)
        } catch {
            unsafe sqlite3_result_error(context, "\(error)", -1)
        }
        return SQLITE_OK
    }
    unsafe module.xRowid = { cursor, row in
        unsafe row?.pointee = unsafe FunctionCursor.pointer(cursor).pointee.base.row
        return SQLITE_OK
    }
    let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe pointer.initialize(to: module)
    return unsafe pointer
}
