internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// The arguments of one call of a function made with
/// ``Connection/createFunction(_:argumentCount:isDirectOnly:_:)``, read without copying.
@safe
package struct FunctionArguments: ~Copyable {
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    package let count: Int

    init(values: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
        unsafe self.values = unsafe values
        self.count = Int(count)
    }

    package func value(_ index: Int) -> FunctionValue {
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
package enum FunctionValue: Sendable, Hashable {
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

private typealias BoxedFunction = Box<(Connection, borrowing FunctionArguments) throws -> FunctionValue>

extension Connection {
    /// Adds a function that may read and write the database to this connection's SQL.
    ///
    /// - Parameters:
    ///   - argumentCount: How many arguments it takes; −1 for any number.
    ///   - isDirectOnly: Whether views and triggers cannot call it, so that opening a foreign file does nothing.
    ///   - body: Is given the connection that called, borrowed, which is closed afterwards. An error's
    ///     description becomes the error of the call.
    package func createFunction(
        _ name: String, argumentCount: Int, isDirectOnly: Bool = true,
        _ body: @escaping (Connection, borrowing FunctionArguments) throws -> FunctionValue
    ) throws(SQLiteError) {
        let flags = SQLITE_UTF8 | (isDirectOnly ? SQLITE_DIRECTONLY : 0)
        let box = unsafe Unmanaged.passRetained(BoxedFunction(body)).toOpaque()
        // SQLite releases the box when the connection closes, and also when this very call fails.
        try check(
            unsafe sqlite3_create_function_v2(
                handle, name, Int32(argumentCount), flags, box,
                { context, count, values in
                    guard let handle = unsafe sqlite3_context_db_handle(context) else { return }
                    let box = unsafe Unmanaged<BoxedFunction>.fromOpaque(sqlite3_user_data(context))
                    let arguments = unsafe FunctionArguments(values: values, count: count)
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
}

/// A table-valued function: `SELECT * FROM name(argument, …)`.
package protocol TableFunction: AnyObject {
    associatedtype Rows: TableFunctionRows

    /// Called when a connection first uses it; kept until the connection closes.
    init(connection: Connection)

    /// Begins a call.
    ///
    /// - Throws: An error whose description becomes the statement's error message.
    func rows(_ arguments: borrowing FunctionArguments) throws -> Rows

    /// The columns, each with its type, such as `section INTEGER`: by it SQLite compares a text with a number.
    static var columns: [String] { get }
    /// The arguments, which are hidden columns, in the same form.
    static var arguments: [String] { get }
    /// An argument that a call may add.
    static var optionalArgument: String? { get }
}

/// The rows of one call of a ``TableFunction``.
package protocol TableFunctionRows: AnyObject {
    /// Moves to the next row, the first time to the first; false at the end.
    func next() throws -> Bool

    /// A value of the row. SQLite asks only for the columns that a statement uses: columns that are costly are computed
    /// here.
    ///
    /// - Throws: An error whose description becomes the statement's error message.
    func value(ofColumn column: Int) throws -> FunctionValue
}

extension Connection {
    /// Adds a table-valued function to this connection's SQL.
    ///
    /// It works on the same connection, borrowed: see ``init(borrowing:)``.
    package func createTableFunction<Function: TableFunction>(_ name: String, _ type: Function.Type) throws(SQLiteError)
    {
        let box = unsafe Unmanaged.passRetained(TableFunctionBox(type)).toOpaque()
        // SQLite releases the box when the connection closes, and also when this very call fails.
        try check(
            unsafe sqlite3_create_module_v2(
                handle, name, tableFunctionModule, box,
                { box in if let box = unsafe box { unsafe Unmanaged<TableFunctionBox>.fromOpaque(box).release() } }))
    }
}

/// A function for SQLite's callbacks, without generics, which a C function cannot have.
private final class TableFunctionBox {
    let declaration: String
    let columnCount: Int
    /// How many arguments a call has to give, and their names, for a message.
    let argumentCount: Int
    let argumentNames: String
    let begin: (Connection) -> (borrowing FunctionArguments) throws -> any TableFunctionRows

    init<Function: TableFunction>(_ type: Function.Type) {
        let arguments = type.arguments + (type.optionalArgument.map { [$0] } ?? [])
        let columns = (type.columns + arguments.map { $0 + " HIDDEN" }).joined(separator: ", ")
        declaration = "CREATE TABLE x(\(columns))"
        columnCount = type.columns.count
        argumentCount = type.arguments.count
        // The hidden columns are called otherwise than the others: “in_x”.
        argumentNames = type.arguments.map { argument in
            let name = argument.prefix { $0 != " " }
            return name.hasPrefix("in_") ? name.dropFirst(3) : name
        }.joined(separator: ", ")
        begin = { connection in
            let function = Function(connection: connection)
            return { arguments in try function.rows(arguments) }
        }
    }
}

/// A function in use by a connection. SQLite sees its beginning.
@safe
private struct FunctionTable {
    var base = unsafe sqlite3_vtab()
    let function: TableFunctionBox
    let connection: Connection
    let begin: (borrowing FunctionArguments) throws -> any TableFunctionRows

    static func pointer(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> UnsafeMutablePointer<FunctionTable> {
        guard let table = unsafe table else { preconditionFailure("SQLite names no table.") }
        return unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: FunctionTable.self)
    }
}

/// A call, at one of its rows. SQLite sees its beginning.
@safe
private struct FunctionCursor {
    var base = unsafe sqlite3_vtab_cursor()
    var rows: (any TableFunctionRows)?
    var isAtEnd = true
    var row: Int64 = 0

    static func pointer(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<FunctionCursor> {
        guard let cursor = unsafe cursor else { preconditionFailure("SQLite names no cursor.") }
        return unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: FunctionCursor.self)
    }

    /// Moves on by what a closure does with the function's table. Its error becomes that of the statement.
    mutating func move(_ next: (FunctionTable, inout FunctionCursor) throws -> Bool) -> Int32 {
        let table = unsafe FunctionTable.pointer(base.pVtab)
        do {
            isAtEnd = unsafe try !next(table.pointee, &self)
            row += 1
            return SQLITE_OK
        } catch {
            isAtEnd = true
            unsafe sqlite3_free(table.pointee.base.zErrMsg)
            unsafe table.pointee.base.zErrMsg = unsafe layout_message("\(error)")
            return SQLITE_ERROR
        }
    }
}

/// SQLite's callbacks for a table-valued function, which live as long as the program. Without `xCreate` it can be used
/// by its name alone, and by no CREATE VIRTUAL TABLE.
private nonisolated(unsafe) let tableFunctionModule: UnsafeMutablePointer<sqlite3_module> = {
    // A pointer to the one is a pointer to the other.
    unsafe precondition(MemoryLayout<FunctionTable>.offset(of: \.base) == 0)
    unsafe precondition(MemoryLayout<FunctionCursor>.offset(of: \.base) == 0)
    var module = sqlite3_module()
    unsafe module.xConnect = { handle, context, _, _, table, _ in
        guard let handle = unsafe handle, let context = unsafe context else { return SQLITE_MISUSE }
        let function = unsafe Unmanaged<TableFunctionBox>.fromOpaque(context).takeUnretainedValue()
        let code = unsafe sqlite3_declare_vtab(handle, function.declaration)
        guard code == SQLITE_OK else { return code }
        let connection = unsafe Connection(borrowing: handle)
        let made = UnsafeMutablePointer<FunctionTable>.allocate(capacity: 1)
        unsafe made.initialize(
            to: FunctionTable(function: function, connection: connection, begin: function.begin(connection)))
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
            unsafe sqlite3_free(made.pointee.base.zErrMsg)
            unsafe made.pointee.base.zErrMsg = unsafe layout_message(
                "it takes \(function.argumentCount) arguments: \(function.argumentNames)")
            return SQLITE_ERROR
        }
        // Some dozens are what a screen shows.
        unsafe info.pointee.estimatedCost = 100
        unsafe info.pointee.estimatedRows = 50
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
        let arguments = unsafe FunctionArguments(values: values, count: count)
        return unsafe FunctionCursor.pointer(cursor).pointee.move { table, cursor in
            (cursor.rows, cursor.row) = (nil, 0)
            let rows = try table.begin(arguments)
            cursor.rows = rows
            return try rows.next()
        }
    }
    unsafe module.xNext = { cursor in
        unsafe FunctionCursor.pointer(cursor).pointee.move { try $1.rows?.next() ?? false }
    }
    unsafe module.xEof = { unsafe FunctionCursor.pointer($0).pointee.isAtEnd ? 1 : 0 }
    unsafe module.xColumn = { cursor, context, column in
        let made = unsafe FunctionCursor.pointer(cursor)
        let function = unsafe FunctionTable.pointer(made.pointee.base.pVtab).pointee.function
        guard column < function.columnCount else { return SQLITE_OK }
        do {
            unsafe try made.pointee.rows?.value(ofColumn: Int(column)).setResult(of: context)
        } catch {
            unsafe sqlite3_result_error(context, "\(error)", -1)
        }
        return SQLITE_OK
    }
    unsafe module.xRowid = { cursor, row in
        unsafe row?.pointee = unsafe FunctionCursor.pointer(cursor).pointee.row
        return SQLITE_OK
    }
    let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe pointer.initialize(to: module)
    return unsafe pointer
}()
