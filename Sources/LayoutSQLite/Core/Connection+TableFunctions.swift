internal import LayoutCSQLite
internal import LayoutCSQLiteShim

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
                return unsafe try Unmanaged<OpenRows>.fromOpaque(rows).takeUnretainedValue().rows.next() ? 1 : 0
            } catch {
                unsafe message?.pointee = unsafe layout_message("\(error)")
                return -1
            }
        }
        unsafe function.column = { rows, column, context in
            guard let rows = unsafe rows else { return }
            let open = unsafe Unmanaged<OpenRows>.fromOpaque(rows).takeUnretainedValue()
            do {
                unsafe try open.rows.value(ofColumn: Int(column)).setResult(of: context)
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

/// Gives rows an address.
private final class OpenRows {
    let rows: any TableFunctionRows

    init(_ rows: any TableFunctionRows) {
        self.rows = rows
    }
}
