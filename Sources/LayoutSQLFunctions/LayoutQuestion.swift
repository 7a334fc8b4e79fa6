internal import LayoutCore
internal import LayoutSQLite

/// A query of a layout by one of the table-valued functions with one row, or none.
protocol LayoutQuestion {
    static var name: String { get }
    /// Its arguments after the layout, each with its type, as ``TableFunction/columns``.
    static var arguments: [String] { get }
    static var columns: [String] { get }

    /// The values of the columns; nil for no row.
    static func row(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> [FunctionValue]?
}

/// A table of the answer to a question.
final class QuestionFunction<Question: LayoutQuestion>: TableFunction {
    static var columns: [String] { Question.columns }
    static var arguments: [String] { ["in_layout TEXT"] + Question.arguments.map { "in_" + $0 } }
    static var optionalArgument: String? { KnownLayouts.schemaArgument }

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection, argumentCount: Self.arguments.count)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> SingleRow {
        try layouts.read(Question.name, arguments) { SingleRow(try Question.row($0, $1)) }
    }
}

/// The one row of a table, or none.
final class SingleRow: TableFunctionRows {
    private let values: [FunctionValue]
    private var isDone = false

    init(_ values: [FunctionValue]?) {
        self.values = values ?? []
    }

    func next() -> Bool {
        defer { isDone = true }
        return !isDone && !values.isEmpty
    }

    func value(ofColumn column: Int) -> FunctionValue {
        values.indices.contains(column) ? values[column] : .null
    }
}
