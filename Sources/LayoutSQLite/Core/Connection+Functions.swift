internal import LayoutCSQLite

/// The arguments of one call of a function made with
/// ``Connection/createFunction(_:argumentCount:isDeterministic:_:)``, read without copying.
@safe
public struct FunctionArguments: ~Copyable {
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    /// How many there are.
    public let count: Int

    fileprivate init(values: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
        unsafe self.values = unsafe values
        self.count = Int(count)
    }

    /// An argument as a number; NaN for NULL.
    public subscript(index: Int) -> Double {
        precondition(index >= 0 && index < count, "There is no argument \(index).")
        guard let value = unsafe values?[index], unsafe sqlite3_value_type(value) != SQLITE_NULL else {
            return .nan
        }
        return unsafe sqlite3_value_double(value)
    }
}

/// Gives a closure an address that SQLite can hand back.
private final class ScalarFunction {
    let body: (borrowing FunctionArguments) -> Double

    init(_ body: @escaping (borrowing FunctionArguments) -> Double) {
        self.body = body
    }
}

extension Connection {
    /// Adds a function of numbers to this connection's SQL.
    ///
    /// It is marked innocuous, so it must be pure but for its speed. Do not name it in a schema:
    /// other programs would not know it.
    ///
    /// - Parameters:
    ///   - argumentCount: How many arguments it takes; −1 for any number.
    ///   - isDeterministic: Whether the same arguments always give the same result.
    ///   - body: NaN as a result becomes NULL.
    public func createFunction(
        _ name: String,
        argumentCount: Int,
        isDeterministic: Bool = true,
        _ body: @escaping (borrowing FunctionArguments) -> Double
    ) throws(SQLiteError) {
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let box = unsafe Unmanaged.passRetained(ScalarFunction(body)).toOpaque()
        // SQLite releases the box when the connection closes, and also when this very call fails.
        try check(
            unsafe sqlite3_create_function_v2(
                handle, name, Int32(argumentCount), flags, box,
                { context, count, values in
                    let box = unsafe Unmanaged<ScalarFunction>.fromOpaque(sqlite3_user_data(context))
                    let arguments = unsafe FunctionArguments(values: values, count: count)
                    unsafe sqlite3_result_double(context, box.takeUnretainedValue().body(arguments))
                },
                nil, nil,
                { box in
                    if let box = unsafe box {
                        unsafe Unmanaged<ScalarFunction>.fromOpaque(box).release()
                    }
                }
            )
        )
    }
}
