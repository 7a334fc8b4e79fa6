internal import LayoutCore
internal import LayoutSQLite

/// A query of a layout by a table-valued function.
protocol LayoutQuestion {
    associatedtype Answer

    static var name: String { get }
    /// Its arguments after the layout, each with its type, as ``columns``.
    static var arguments: [String] { get }
    static var columns: [AnswerColumn<Answer>] { get }

    /// Nil for no row.
    static func answer(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> Answer?

    /// How many rows an answer has.
    static func count(_ answer: Answer) -> Int
}

extension LayoutQuestion {
    static func count(_ answer: Answer) -> Int { 1 }

    /// A table of the answer.
    static var function: TableFunction {
        let arguments = (["layout TEXT"] + arguments).map { "in_" + $0 }
        let columns = columns
        return TableFunction(
            columns: columns.map(\.declaration), arguments: arguments, optionalArgument: KnownLayouts.schemaArgument
        ) { connection in
            let layouts = KnownLayouts(connection, argumentCount: arguments.count)
            return { arguments in
                try layouts.read(name, arguments) { layout, arguments in
                    guard let answer = try answer(layout, arguments) else { return (0, { _, _ in .null }) }
                    return (count(answer), { row, column in try columns[column].value(answer, row) })
                }
            }
        }
    }
}

/// A column of an answer: its name and type in SQL, and its value in a row.
struct AnswerColumn<Answer>: Sendable {
    let declaration: String
    let value: @Sendable (Answer, _ row: Int) throws -> FunctionValue

    init(_ declaration: String, _ value: @escaping @Sendable (Answer, _ row: Int) throws -> FunctionValue) {
        self.declaration = declaration
        self.value = value
    }
}

extension FunctionValue {
    init(_ text: String?) { self = text.map(FunctionValue.text) ?? .null }
    init(_ integer: Int64?) { self = integer.map(FunctionValue.integer) ?? .null }
    init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}
