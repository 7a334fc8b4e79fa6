internal import LayoutSQLite

/// A column of a table, and the property of a record that holds its value.
///
/// A record lists its columns once: by that list they are named, read, written and compared.
struct StoredColumn<Record>: Sendable {
    let name: String
    fileprivate let read: @Sendable (inout Record, Statement, _ column: Int) -> Void
    fileprivate let bind: @Sendable (Record, Statement, _ parameter: Int) -> Void
    fileprivate let isEqual: @Sendable (Record, Record) -> Bool
    /// Returns what the value is, where a store cannot have written it.
    fileprivate var fault: (@Sendable (Record) -> String?)?

    init<Value: Bindable & Statement.Readable & Equatable & Sendable>(
        _ name: String, _ value: @escaping @Sendable (Record) -> Value,
        _ set: @escaping @Sendable (inout Record, Value) -> Void
    ) {
        self.name = name
        read = { set(&$0, Value.read(from: $1, column: $2)) }
        bind = { value($0).bind(to: $1, at: $2) }
        isEqual = { value($0) == value($1) }
    }

    init<Value: Bindable & Statement.Readable & Equatable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable
    ) { self.init(name, { $0[keyPath: path] }, { $0[keyPath: path] = $1 }) }

    init<Value: FixedWidthInteger & Bindable & Statement.Readable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable, in range: ClosedRange<Int>
    ) {
        self.init(name, path)
        fault = { range.contains(Int($0[keyPath: path])) ? nil : "number \($0[keyPath: path])" }
    }

    /// A length or coordinate: not infinite, nor so great that sums of it would be.
    init(_ name: String, length path: any WritableKeyPath<Record, Double> & Sendable) {
        self.init(name, path)
        // Also false for NaN.
        fault = { $0[keyPath: path].magnitude <= 1e150 ? nil : "length \($0[keyPath: path])" }
    }
}

extension Array {
    /// Reads them, from the first column of a row on.
    ///
    /// - Throws: ``LayoutError`` `corrupt` for a value that a store cannot have written.
    func read<Record>(
        _ row: Statement, of table: StaticString, into record: inout Record
    ) throws(LayoutError) where Element == StoredColumn<Record> {
        for (index, column) in enumerated() {
            column.read(&record, row, index)
            if let fault = column.fault?(record) { throw .corrupt("\(table).\(column.name) holds the \(fault)") }
        }
    }

    /// Binds their values, from a parameter on; returns the parameter after them.
    @discardableResult
    func bind<Record>(_ record: Record, to row: Statement, at first: Int) -> Int
    where Element == StoredColumn<Record> {
        for (index, column) in enumerated() { column.bind(record, row, first + index) }
        return first + count
    }

    /// The names of those in which two records differ.
    func differences<Record>(_ one: Record, _ other: Record) -> [String] where Element == StoredColumn<Record> {
        filter { !$0.isEqual(one, other) }.map(\.name)
    }
}
