internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// A table-valued function's knowledge of the calling connection's layouts, until the file changes.
final class KnownLayouts {
    /// The argument by which a function reads an attached database.
    static let schemaArgument = "in_schema TEXT"

    private let connection: Connection
    /// How many arguments the function has without the schema.
    private let argumentCount: Int
    private var isStore = false
    /// The known facts, and the state in which they were read.
    private var known: [String: LayoutFacts] = [:]
    private var state: FileState?
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
    /// - Throws: ``FunctionFailure`` for any error.
    func read<T>(
        _ function: String, _ arguments: borrowing FunctionArguments,
        _ body: (LayoutReader, borrowing FunctionArguments) throws -> T
    ) throws -> T {
        do {
            closeDetached()
            if arguments.count > argumentCount {
                guard case .text(let schema) = arguments.value(argumentCount) else {
                    throw FunctionFailure("the schema must be text", function: function)
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
            throw FunctionFailure(error, function: function)
        }
    }

    /// Answers from this connection's main database.
    private func readOwn<T>(
        _ function: String, _ arguments: borrowing FunctionArguments,
        _ body: (LayoutReader, borrowing FunctionArguments) throws -> T
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
    private func facts(of name: String) throws -> LayoutFacts {
        if connection.isBorrowed, connection.isInTransaction {
            known.removeAll()
            return try LayoutFacts(name, in: connection)
        }
        let state = try connection.fileState
        if state != self.state {
            known.removeAll()
            self.state = state
        }
        if let facts = known[name] { return facts }
        let facts = try LayoutFacts(name, in: connection)
        known[name] = facts
        return facts
    }
}
