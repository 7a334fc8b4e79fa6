internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension LayoutFunctions {
    /// A column of an answer: its name and type in SQL, and its value in a row.
    typealias Column<Answer> = (declaration: String, value: @Sendable (Answer, _ row: Int) throws -> SQLFunction.Value)

    /// Adds a table-valued function that queries a layout.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments after the layout, each with its type, as the columns.
    ///   - count: Returns how many rows an answer has.
    ///   - answer: Returns nil for no row.
    static func addTable<Answer>(
        _ name: String, _ arguments: [String], _ columns: [Column<Answer>], to connection: Connection,
        count: @escaping (Answer) -> Int = { _ in 1 },
        _ answer: @escaping (LayoutReader, borrowing SQLFunction.Arguments) throws -> Answer?
    ) throws {
        let arguments = (["layout TEXT"] + arguments).map { "in_" + $0 }
        let function = SQLFunction(
            columns: columns.map(\.declaration), arguments: arguments, optionalArgument: KnownLayouts.schemaArgument
        ) { connection in
            let layouts = KnownLayouts(connection, argumentCount: arguments.count)
            return { arguments in
                do {
                    return try layouts.read(arguments) { layout, arguments in
                        guard let answer = try answer(layout, arguments) else { return (0, { _, _ in .null }) }
                        return (count(answer), { row, column in try columns[column].value(answer, row) })
                    }
                } catch {
                    throw Fault(error, function: name)
                }
            }
        }
        try connection.createTableFunction(name, function)
    }
}

extension SQLFunction.Value {
    init(_ text: String?) { self = text.map(SQLFunction.Value.text) ?? .null }
    init(_ integer: Int64?) { self = integer.map(SQLFunction.Value.integer) ?? .null }
    init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}

/// A table-valued function's knowledge of the calling connection's databases.
private final class KnownLayouts {
    /// The argument by which a function reads an attached database.
    static let schemaArgument = "in_schema TEXT"

    private let connection: Connection
    /// How many arguments the function has without the schema.
    private let argumentCount: Int
    private var isStore = false
    /// The attached databases that were read, by their names.
    private var attached: [String: (path: String, layouts: KnownLayouts)] = [:]

    init(_ connection: Connection, argumentCount: Int) {
        self.connection = connection
        self.argumentCount = argumentCount
    }

    /// Answers from a layout, whose name is the first argument of the call.
    ///
    /// A layout of an attached database is read by another connection, in its committed state: SQLite looks up a table
    /// by its name alone in the main database first.
    func read<T>(
        _ arguments: borrowing SQLFunction.Arguments,
        _ body: (LayoutReader, borrowing SQLFunction.Arguments) throws -> T
    ) throws -> T {
        closeDetached()
        if arguments.count > argumentCount {
            guard case .text(let schema) = arguments.value(argumentCount) else {
                throw LayoutError(.invalidArgument, "the schema must be text")
            }
            if schema.lowercased() != "main" {
                let other = try layouts(ofDatabase: schema)
                return try other.connection.transaction(.deferred) { try other.readOwn(arguments, body) }
            }
        }
        return try readOwn(arguments, body)
    }

    /// Answers from this connection's main database.
    private func readOwn<T>(
        _ arguments: borrowing SQLFunction.Arguments,
        _ body: (LayoutReader, borrowing SQLFunction.Arguments) throws -> T
    ) throws -> T {
        if !isStore {
            try LayoutStore.inspect(borrowed: connection)
            isStore = true
        }
        let name = try arguments.layoutName(0)
        defer { connection.resetStatements() }
        let facts = try connection.remembered(name) { try LayoutReader.Facts(name, in: connection) }
        return try body(LayoutReader(facts, in: connection), arguments)
    }

    /// Closes the connections to files that are not attached any more. SQLite does not report a DETACH, so that they
    /// are open until the function is called again.
    private func closeDetached() {
        for (schema, known) in attached where connection.path(ofDatabase: schema) != known.path {
            known.layouts.connection.close()
            attached[schema] = nil
        }
    }

    private func layouts(ofDatabase schema: String) throws -> KnownLayouts {
        guard let path = connection.path(ofDatabase: schema) else {
            throw LayoutError(.notFound, "there is no attached database “\(schema)”")
        }
        guard !path.isEmpty else {
            throw LayoutError(.invalidArgument, "the attached database “\(schema)” is not a file")
        }
        guard !connection.hasWritten(toDatabase: schema) else {
            throw LayoutError(
                .invalidArgument,
                "the transaction has changed “\(schema)”, which is read as it is committed; commit it first")
        }
        if let known = attached[schema] { return known.layouts }
        let opened = try Connection(path: path, mode: .readOnly)
        try LineTexts.register(on: opened)
        let layouts = KnownLayouts(opened, argumentCount: argumentCount)
        attached[schema] = (path, layouts)
        return layouts
    }
}

extension SQLFunction.Arguments {
    func layoutName(_ index: Int) throws -> String {
        guard case .text(let name) = value(index) else {
            throw LayoutError(.invalidArgument, "the layout must be text, not \(value(index).kindName)")
        }
        return name
    }

    /// An argument that is a finite number.
    func number(_ index: Int, _ name: String) throws -> Double {
        let number: Double? =
            switch value(index) {
            case .integer(let integer): Double(integer)
            case .real(let real): real
            // Programs that know no types pass numbers as text.
            case .text(let text): DecimalNumber.value(of: text)
            default: nil
            }
        guard let number else {
            throw LayoutError(.invalidArgument, "\(name) must be a number, not \(value(index).kindName)")
        }
        guard number.isFinite else { throw LayoutError(.invalidArgument, "\(name) must be a finite number") }
        return number
    }

    /// Two arguments that are a point.
    func point(_ index: Int, _ names: (String, String) = ("x", "y")) throws -> LayoutPoint {
        LayoutPoint(x: try number(index, names.0), y: try number(index + 1, names.1))
    }

    /// Four arguments that are a rectangle of some size, whose far edges are finite too.
    func rect(_ index: Int) throws -> LayoutRect {
        let origin = try point(index)
        let rect = LayoutRect(
            x: origin.x, y: origin.y, width: try number(index + 2, "width"), height: try number(index + 3, "height"))
        guard rect.width >= 0, rect.height >= 0 else {
            throw LayoutError(.invalidArgument, "width and height cannot be negative")
        }
        guard rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutError(.invalidArgument, "the rectangle must be finite")
        }
        return rect
    }
}

extension SQLFunction.Value {
    fileprivate var kindName: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a number"
        case .text: "text"
        case .blob: "a blob"
        }
    }
}
