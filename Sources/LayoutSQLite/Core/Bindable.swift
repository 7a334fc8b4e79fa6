internal import LayoutCSQLite

/// A value that can be an argument of a statement.
///
/// The conformances bind by static dispatch: nothing is boxed.
@usableFromInline package protocol Bindable {
    /// Binds the value to a parameter, counted from 1.
    func bind(to statement: Statement, at index: Int)
}

extension Statement {
    /// A value that can be read from a column.
    ///
    /// NULL reads as 0, false, empty text or no bytes; ask for an optional to distinguish it.
    @usableFromInline package protocol Readable {
        /// Reads a column of the statement's current row, counted from 0.
        static func read(from statement: Statement, column: Int) -> Self
    }
}

extension Int64: Bindable, Statement.Readable {
    @usableFromInline package func bind(to statement: Statement, at index: Int) {
        statement.checkBinding(unsafe sqlite3_bind_int64(statement.handle, Int32(index), self), at: index)
    }

    @usableFromInline
    package static func read(from statement: Statement, column: Int) -> Int64 { statement.int64(column) }
}

extension Int: Bindable, Statement.Readable {
    @usableFromInline
    package func bind(to statement: Statement, at index: Int) { Int64(self).bind(to: statement, at: index) }
    @usableFromInline package static func read(from statement: Statement, column: Int) -> Int { statement.int(column) }
}

extension Int32: Bindable {
    @usableFromInline
    package func bind(to statement: Statement, at index: Int) { Int64(self).bind(to: statement, at: index) }
}

extension Bool: Bindable, Statement.Readable {
    @usableFromInline
    package func bind(to statement: Statement, at index: Int) { (self ? 1 : 0).bind(to: statement, at: index) }
    @usableFromInline
    package static func read(from statement: Statement, column: Int) -> Bool { statement.bool(column) }
}

/// NaN is bound as NULL, since SQLite cannot represent it.
extension Double: Bindable, Statement.Readable {
    @usableFromInline package func bind(to statement: Statement, at index: Int) {
        statement.checkBinding(unsafe sqlite3_bind_double(statement.handle, Int32(index), self), at: index)
    }

    @usableFromInline
    package static func read(from statement: Statement, column: Int) -> Double { statement.double(column) }
}

extension String: Bindable, Statement.Readable {
    @usableFromInline package func bind(to statement: Statement, at index: Int) {
        var text = self
        text.withUTF8 { bytes in unsafe statement.bindText(bytes: UnsafeRawBufferPointer(bytes), at: index) }
    }

    @usableFromInline
    package static func read(from statement: Statement, column: Int) -> String { statement.stringOrEmpty(column) }
}

/// Bytes are bound as a blob.
extension [UInt8]: Bindable, Statement.Readable {
    @usableFromInline
    package func bind(to statement: Statement, at index: Int) { statement.bindBlob(bytes: span, at: index) }
    @usableFromInline
    package static func read(from statement: Statement, column: Int) -> [UInt8] { statement.bytes(column) ?? [] }
}

/// Nil is bound as NULL.
extension Optional: Bindable where Wrapped: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) {
        if let self { self.bind(to: statement, at: index) } else { statement.bindNull(at: index) }
    }
}

extension Optional: Statement.Readable where Wrapped: Statement.Readable {
    @inlinable
    package static func read(from statement: Statement, column: Int) -> Wrapped? {
        statement.isNull(column) ? nil : Wrapped.read(from: statement, column: column)
    }
}
