internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// The arguments of one call of a function made with
/// ``Connection/createFunction(_:argumentCount:isDirectOnly:_:)``, read without copying.
@safe
package struct FunctionArguments: ~Copyable {
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    /// How many there are.
    package let count: Int

    init(values: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
        unsafe self.values = unsafe values
        self.count = Int(count)
    }

    /// An argument as what it is.
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

/// Gives a closure an address that SQLite can hand back.
private final class BoxedFunction {
    let body: (Connection, borrowing FunctionArguments) throws -> FunctionValue

    init(_ body: @escaping (Connection, borrowing FunctionArguments) throws -> FunctionValue) {
        self.body = body
    }
}

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
                        unsafe try box.takeUnretainedValue().body(connection, arguments).setResult(of: context)
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
