internal import LayoutCore
internal import LayoutSQLite

/// A query of a layout by a table-valued function.
protocol LayoutQuestion {
    associatedtype Answer

    static var name: String { get }
    /// Its arguments after the layout, each with its type, as ``TableFunction/columns``.
    static var arguments: [String] { get }
    static var columns: [AnswerColumn<Answer>] { get }

    /// Nil for no row.
    static func answer(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> Answer?

    /// How many rows an answer has.
    static func count(_ answer: Answer) -> Int
}

extension LayoutQuestion {
    static func count(_ answer: Answer) -> Int { 1 }
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

/// A table of the answer to a question.
final class QuestionFunction<Question: LayoutQuestion>: TableFunction {
    static var columns: [String] { Question.columns.map(\.declaration) }
    static var arguments: [String] { (["layout TEXT"] + Question.arguments).map { "in_" + $0 } }
    static var optionalArgument: String? { KnownLayouts.schemaArgument }

    private let layouts: KnownLayouts
    private let columns = Question.columns

    init(connection: Connection) { layouts = KnownLayouts(connection, argumentCount: Self.arguments.count) }

    func rows(_ arguments: borrowing FunctionArguments) throws -> AnswerRows<Question.Answer> {
        try layouts.read(Question.name, arguments) { layout, arguments in
            let answer = try Question.answer(layout, arguments)
            return AnswerRows(answer, columns, count: answer.map(Question.count) ?? 0)
        }
    }
}

final class AnswerRows<Answer>: TableFunctionRows {
    private let answer: Answer?
    private let columns: [AnswerColumn<Answer>]
    private let count: Int
    private var row = -1

    init(_ answer: Answer?, _ columns: [AnswerColumn<Answer>], count: Int) {
        self.answer = answer
        self.columns = columns
        self.count = count
    }

    func next() -> Bool {
        row += 1
        return row < count
    }

    func value(ofColumn column: Int) throws -> FunctionValue {
        guard let answer, (0..<count).contains(row), columns.indices.contains(column) else { return .null }
        return try columns[column].value(answer, row)
    }
}

extension FunctionValue {
    init(_ text: String?) { self = text.map(FunctionValue.text) ?? .null }
    init(_ integer: Int64?) { self = integer.map(FunctionValue.integer) ?? .null }
    init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}
