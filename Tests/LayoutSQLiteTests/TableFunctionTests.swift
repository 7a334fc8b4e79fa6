import LayoutSQLite
import Testing

/// Functions whose results SQL reads as tables.
@Suite struct TableFunctionTests {
    /// Numbers up to its argument; of a column it may fail.
    private static var numbers: SQLFunction {
        SQLFunction(columns: ["number", "half"], arguments: ["last", "wrong_column"]) { _ in
            { arguments in
                guard case .integer(let last) = arguments.value(0) else {
                    throw Refusal("the last number must be a number")
                }
                let wrong = arguments.value(1)
                return (
                    Int(last),
                    { row, column in
                        let number = Int64(row) + 1
                        if wrong == .integer(number) {
                            throw Refusal("column \(column) of row \(number) cannot be read")
                        }
                        return column == 0 ? .integer(number) : .real(Double(number) / 2)
                    }
                )
            }
        }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func connect() throws -> Connection {
        let connection = try Connection.inMemory()
        try connection.createTableFunction("numbers", Self.numbers)
        return connection
    }

    @Test("Its rows join with other tables, and its arguments may come from them")
    func rows() throws {
        let connection = try connect()
        #expect(try connection.first("SELECT sum(number) FROM numbers(4, NULL)", as: Int.self) == 10)
        #expect(try connection.first("SELECT max(half) FROM numbers(5, NULL)", as: Double.self) == 2.5)
        #expect(
            try connection.first(
                "WITH a(n) AS (VALUES (2), (3)) SELECT sum(number) FROM a, numbers(a.n, NULL)", as: Int.self) == 9
        )
        #expect(try connection.first("SELECT count(*) FROM numbers(0, NULL)", as: Int.self) == 0)
    }

    @Test(
        "A faulty call, row or value ends the statement with its message",
        arguments: [
            ("numbers(2)", "it takes 2 arguments: last, wrong_column"),
            ("numbers('a', NULL)", "the last number must be a number"),
            ("numbers(3, 2)", "column 0 of row 2 cannot be read"),
        ])
    func refusals(call: String, words: String) throws {
        let connection = try connect()
        let error = try #require(throws: SQLiteError.self) {
            try connection.forEachRow("SELECT number FROM \(call)") { _ in }
        }
        #expect(error.message == words)
        // It can be used again.
        #expect(try connection.first("SELECT count(*) FROM numbers(2, NULL)", as: Int.self) == 2)
    }
}
