/// A value that can be an argument of a statement.
///
/// The conformances bind by static dispatch: nothing is boxed.
@usableFromInline package protocol Bindable {
    /// Binds the value to a parameter, counted from 1.
    func bind(to statement: Statement, at index: Int)
}

extension Int: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(self, at: index) }
}

extension Int64: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(self, at: index) }
}

extension Int32: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(Int64(self), at: index) }
}

extension Bool: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(self, at: index) }
}

/// NaN is bound as NULL.
extension Double: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(self, at: index) }
}

extension String: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bind(self, at: index) }
}

/// Bytes are bound as a blob.
extension Array: Bindable where Element == UInt8 {
    @inlinable
    package func bind(to statement: Statement, at index: Int) { statement.bindBlob(bytes: span, at: index) }
}

/// Nil is bound as NULL.
extension Optional: Bindable where Wrapped: Bindable {
    @inlinable
    package func bind(to statement: Statement, at index: Int) {
        if let self { self.bind(to: statement, at: index) } else { statement.bindNull(at: index) }
    }
}
