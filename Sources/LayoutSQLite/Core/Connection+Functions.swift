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

/// Gives a closure an address that SQLite can hand back.
final class ProgressHandler {
    let shouldContinue: () -> Bool

    init(_ shouldContinue: @escaping () -> Bool) {
        self.shouldContinue = shouldContinue
    }
}

extension Connection {
    /// Has a closure asked, again and again while statements run, whether they should continue.
    ///
    /// Where it answers false, the running statement fails with ``ResultCode/interrupt``. The closure
    /// must not use the connection.
    ///
    /// - Parameters:
    ///   - instructions: How many steps of SQLite's virtual machine lie between two questions; a
    ///     thousand take some tens of microseconds.
    ///   - shouldContinue: Nil to be asked no more.
    public func setProgressHandler(everyInstructions instructions: Int = 1000, _ shouldContinue: (() -> Bool)?) {
        let handler = shouldContinue.map(ProgressHandler.init)
        // The connection keeps the handler alive, and takes it away from SQLite when it closes.
        let box = unsafe handler.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        if unsafe box == nil {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        } else {
            unsafe sqlite3_progress_handler(
                handle, Int32(clamping: max(1, instructions)),
                { box in
                    guard let box = unsafe box else {
                        return 0
                    }
                    let handler = unsafe Unmanaged<ProgressHandler>.fromOpaque(box).takeUnretainedValue()
                    return handler.shouldContinue() ? 0 : 1
                },
                box
            )
        }
        progressHandler = handler
    }
}
