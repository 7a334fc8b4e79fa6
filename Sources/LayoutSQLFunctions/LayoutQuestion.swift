internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// A query of a layout by a table-valued function.
protocol LayoutQuestion {
    associatedtype Answer

    static var name: String { get }
    /// Its arguments after the layout, each with its type, as ``columns``.
    static var arguments: [String] { get }
    static var columns: [LayoutFunctions.Column<Answer>] { get }

    /// Nil for no row.
    static func answer(_ layout: LayoutReader, _ arguments: borrowing SQLFunction.Arguments) throws -> Answer?

    /// How many rows an answer has.
    static func count(_ answer: Answer) -> Int
}

extension LayoutQuestion {
    static func count(_ answer: Answer) -> Int { 1 }

    /// A table of the answer.
    static var function: SQLFunction {
        let arguments = (["layout TEXT"] + arguments).map { "in_" + $0 }
        let columns = columns
        return SQLFunction(
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

extension LayoutFunctions {
    /// A column of an answer: its name and type in SQL, and its value in a row.
    struct Column<Answer>: Sendable {
        let declaration: String
        let value: @Sendable (Answer, _ row: Int) throws -> SQLFunction.Value

        init(
            _ declaration: String, _ value: @escaping @Sendable (Answer, _ row: Int) throws -> SQLFunction.Value
        ) {
            self.declaration = declaration
            self.value = value
        }
    }
}

extension SQLFunction.Value {
    init(_ text: String?) { self = text.map(SQLFunction.Value.text) ?? .null }
    init(_ integer: Int64?) { self = integer.map(SQLFunction.Value.integer) ?? .null }
    init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}

/// A table-valued function's knowledge of the calling connection's layouts, until the file changes.
private final class KnownLayouts {
    /// The argument by which a function reads an attached database.
    static let schemaArgument = "in_schema TEXT"

    private let connection: Connection
    /// How many arguments the function has without the schema.
    private let argumentCount: Int
    private var isStore = false
    /// The known facts, and the state in which they were read.
    private var known: [String: LayoutReader.Facts] = [:]
    private var state: Connection.FileState?
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
    ///
    /// - Throws: ``LayoutFunctions/Fault`` for any error.
    func read<T>(
        _ function: String, _ arguments: borrowing SQLFunction.Arguments,
        _ body: (LayoutReader, borrowing SQLFunction.Arguments) throws -> T
    ) throws -> T {
        do {
            closeDetached()
            if arguments.count > argumentCount {
                guard case .text(let schema) = arguments.value(argumentCount) else {
                    throw LayoutFunctions.Fault("the schema must be text", function: function)
                }
                if schema.lowercased() != "main" {
                    let other = try layouts(ofDatabase: schema)
                    return try other.connection.transaction(.deferred) {
                        try other.readOwn(function, arguments, body)
                    }
                }
            }
            return try readOwn(function, arguments, body)
        } catch {
            throw LayoutFunctions.Fault(error, function: function)
        }
    }

    /// Answers from this connection's main database.
    private func readOwn<T>(
        _ function: String, _ arguments: borrowing SQLFunction.Arguments,
        _ body: (LayoutReader, borrowing SQLFunction.Arguments) throws -> T
    ) throws -> T {
        if !isStore {
            try LayoutStore.inspect(borrowed: connection)
            isStore = true
        }
        let name = try arguments.layoutName(0, of: function)
        defer { connection.resetStatements() }
        return try body(LayoutReader(try facts(of: name), in: connection), arguments)
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

    /// The facts about a layout.
    ///
    /// In the caller's own transaction nothing is remembered, since it may be undone, which no count shows.
    private func facts(of name: String) throws -> LayoutReader.Facts {
        if connection.isBorrowed, connection.isInTransaction {
            known.removeAll()
            return try LayoutReader.Facts(name, in: connection)
        }
        let state = try connection.fileState
        if state != self.state {
            known.removeAll()
            self.state = state
        }
        if let facts = known[name] { return facts }
        let facts = try LayoutReader.Facts(name, in: connection)
        known[name] = facts
        return facts
    }
}

extension SQLFunction.Arguments {
    func layoutName(_ index: Int, of function: String) throws -> String {
        guard case .text(let name) = value(index) else {
            throw LayoutFunctions.Fault("the layout must be text, not \(value(index).kindName)", function: function)
        }
        return name
    }

    /// An argument that is a finite number.
    func number(_ index: Int, _ name: String, of function: String) throws -> Double {
        let number: Double
        switch value(index) {
        case .integer(let integer): number = Double(integer)
        case .real(let real): number = real
        // Programs that know no types pass numbers as text.
        case .text(let text) where Double(text) != nil: number = Double(text) ?? 0
        case let other:
            throw LayoutFunctions.Fault("\(name) must be a number, not \(other.kindName)", function: function)
        }
        guard number.isFinite else {
            throw LayoutFunctions.Fault("\(name) must be a finite number", function: function)
        }
        return number
    }

    func point(_ index: Int, _ names: (String, String), of function: String) throws -> LayoutPoint {
        LayoutPoint(x: try number(index, names.0, of: function), y: try number(index + 1, names.1, of: function))
    }

    /// Four arguments that are a rectangle of some size, whose far edges are finite too.
    func rect(_ index: Int, of function: String) throws -> LayoutRect {
        let origin = try point(index, ("x", "y"), of: function)
        let rect = LayoutRect(
            x: origin.x, y: origin.y, width: try number(index + 2, "width", of: function),
            height: try number(index + 3, "height", of: function))
        guard rect.width >= 0, rect.height >= 0 else {
            throw LayoutFunctions.Fault("width and height cannot be negative", function: function)
        }
        guard rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutFunctions.Fault("the rectangle must be finite", function: function)
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
