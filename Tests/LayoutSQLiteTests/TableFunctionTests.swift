import LayoutSQLite
import Testing

/// Functions whose results SQL reads as tables.
@Suite struct TableFunctionTests {
    /// Numbers up to its argument; further arguments make a call, a row or a value fail.
    private final class Numbers: TableFunction {
        static var columns: [String] { ["number", "half"] }
        static var arguments: [String] { ["last", "wrong_column", "wrong_row"] }
        static var optionalArgument: String? { nil }

        init(connection: Connection) {}

        func rows(_ arguments: borrowing FunctionArguments) throws -> NumberRows {
            guard case .integer(let last) = arguments.value(0) else {
                throw Refusal("the last number must be a number")
            }
            var wrong: [Int64?] = [nil, nil]
            for index in wrong.indices {
                if case .integer(let number) = arguments.value(index + 1) { wrong[index] = number }
            }
            return NumberRows(last: last, wrongColumn: wrong[0], wrongRow: wrong[1])
        }
    }

    private final class NumberRows: TableFunctionRows {
        private let last: Int64
        private let wrongColumn: Int64?
        private let wrongRow: Int64?
        private var number: Int64 = 0

        init(last: Int64, wrongColumn: Int64?, wrongRow: Int64?) {
            (self.last, self.wrongColumn, self.wrongRow) = (last, wrongColumn, wrongRow)
        }

        func next() throws -> Bool {
            number += 1
            if number == wrongRow { throw Refusal("row \(number) cannot be read") }
            return number <= last
        }

        func value(ofColumn column: Int) throws -> FunctionValue {
            if number == wrongColumn { throw Refusal("column \(column) of row \(number) cannot be read") }
            return column == 0 ? .integer(number) : .real(Double(number) / 2)
        }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func connect() throws -> Connection {
        let connection = try Connection.inMemory()
        try connection.createTableFunction("numbers", Numbers.self)
        return connection
    }

    @Test("Its rows join with other tables, and its arguments may come from them")
    func rows() throws {
        let connection = try connect()
        #expect(try connection.first("SELECT sum(number) FROM numbers(4, NULL, NULL)", as: Int.self) == 10)
        #expect(try connection.first("SELECT max(half) FROM numbers(5, NULL, NULL)", as: Double.self) == 2.5)
        #expect(
            try connection.first(
                "WITH a(n) AS (VALUES (2), (3)) SELECT sum(number) FROM a, numbers(a.n, NULL, NULL)", as: Int.self) == 9
        )
        #expect(try connection.first("SELECT count(*) FROM numbers(0, NULL, NULL)", as: Int.self) == 0)
    }

    @Test(
        "A faulty call, row or value ends the statement with its message",
        arguments: [
            ("numbers(2)", "it takes 3 arguments: last, wrong_column, wrong_row"),
            ("numbers('a', NULL, NULL)", "the last number must be a number"),
            ("numbers(3, NULL, 2)", "row 2 cannot be read"),
            ("numbers(3, 2, NULL)", "column 0 of row 2 cannot be read"),
        ])
    func refusals(call: String, words: String) throws {
        let connection = try connect()
        let error = try #require(throws: SQLiteError.self) {
            try connection.forEachRow("SELECT number FROM \(call)") { _ in }
        }
        #expect(error.message == words)
        // It can be used again.
        #expect(try connection.first("SELECT count(*) FROM numbers(2, NULL, NULL)", as: Int.self) == 2)
    }
}
