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
        let arguments = type.arguments + (type.optionalArgument.map { [$0] } ?? [])
        let columns = (type.columns + arguments.map { $0 + " HIDDEN" }).joined(separator: ", ")
        // The hidden columns are called otherwise than the others: “in_x”.
        let names = type.arguments.map { argument in
            let name = argument.prefix { $0 != " " }
            return name.hasPrefix("in_") ? name.dropFirst(3) : name
        }.joined(separator: ", ")
        let box = unsafe Unmanaged.passRetained(TableFunctionBox(type)).toOpaque()
        // Made without generics, which a C function cannot have.
        var function = unsafe LayoutTableFunction()
        unsafe function.context = box
        unsafe function.columnCount = Int32(type.columns.count)
        unsafe function.argumentCount = Int32(type.arguments.count)
        unsafe function.connect = { context, handle in
            guard let context = unsafe context, let handle = unsafe handle else { return nil }
            let box = unsafe Unmanaged<TableFunctionBox>.fromOpaque(context).takeUnretainedValue()
            let instance = box.make(unsafe Connection(borrowing: handle))
            return unsafe Unmanaged.passRetained(instance).toOpaque()
        }
        unsafe function.disconnect = { instance in
            if let instance = unsafe instance { unsafe Unmanaged<TableFunctionInstance>.fromOpaque(instance).release() }
        }
        unsafe function.open = { instance, values, count, message in
            guard let instance = unsafe instance else { return nil }
            let opened = unsafe Unmanaged<TableFunctionInstance>.fromOpaque(instance).takeUnretainedValue()
            do {
                let arguments = unsafe FunctionArguments(values: values, count: count)
                return unsafe Unmanaged.passRetained(OpenRows(try opened.open(arguments))).toOpaque()
            } catch {
                unsafe message?.pointee = unsafe layout_message("\(error)")
                return nil
            }
        }
        unsafe function.close = { rows in
            if let rows = unsafe rows { unsafe Unmanaged<OpenRows>.fromOpaque(rows).release() }
        }
        unsafe function.next = { rows, message in
            guard let rows = unsafe rows else { return 0 }
            do {
                return unsafe try Unmanaged<OpenRows>.fromOpaque(rows).takeUnretainedValue().value.next() ? 1 : 0
            } catch {
                unsafe message?.pointee = unsafe layout_message("\(error)")
                return -1
            }
        }
        unsafe function.column = { rows, column, context in
            guard let rows = unsafe rows else { return }
            let open = unsafe Unmanaged<OpenRows>.fromOpaque(rows).takeUnretainedValue()
            do {
                unsafe try open.value.value(ofColumn: Int(column)).setResult(of: context)
            } catch {
                unsafe sqlite3_result_error(context, "\(error)", -1)
            }
        }
        unsafe function.destroy = { box in
            if let box = unsafe box { unsafe Unmanaged<TableFunctionBox>.fromOpaque(box).release() }
        }
        let code: Int32 = unsafe "CREATE TABLE x(\(columns))".withCString { declaration in
            unsafe function.declaration = unsafe declaration
            return unsafe names.withCString { names in
                unsafe function.argumentNames = unsafe names
                return unsafe layout_create_table_function(handle, name, &function)
            }
        }
        try check(code)
    }
}

/// Makes instances of one type of function, under an address that SQLite can hand back.
private final class TableFunctionBox {
    let make: (Connection) -> TableFunctionInstance

    init<Function: TableFunction>(_ type: Function.Type) {
        make = { connection in
            let function = Function(connection: connection)
            return TableFunctionInstance(connection) { arguments in try function.rows(arguments) }
        }
    }
}

/// A function in use by a connection.
private final class TableFunctionInstance {
    private let connection: Connection
    let open: (borrowing FunctionArguments) throws -> any TableFunctionRows

    init(_ connection: Connection, _ open: @escaping (borrowing FunctionArguments) throws -> any TableFunctionRows) {
        self.connection = connection
        self.open = open
    }

    deinit {
        // Its statements would keep the handle from closing.
        connection.close()
    }
}

private typealias OpenRows = Box<any TableFunctionRows>
