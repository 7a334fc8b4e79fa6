internal import LayoutSQLite

/// A table-valued function's knowledge of the calling connection's layouts, until the file changes.
final class KnownLayouts {
    private let connection: Connection
    private var isStore = false
    /// The known facts, and the state in which they were read.
    private var known: [String: LayoutFacts] = [:]
    private var state: FileState?

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Answers from a layout, whose name is the first argument of the call.
    ///
    /// - Throws: ``FunctionFailure`` for any error.
    func read<T>(
        _ function: String, _ arguments: borrowing FunctionArguments,
        _ body: (LayoutReader, borrowing FunctionArguments) throws -> T
    ) throws -> T {
        do {
            if !isStore {
                try LayoutStore.inspect(
                    connection, connection.path ?? "the database", .readOnly, UserSchema.migrator, .whole)
                isStore = true
            }
            let name = try arguments.layoutName(0, of: function)
            defer { connection.resetStatements() }
            return try body(LayoutReader(try facts(of: name), in: connection), arguments)
        } catch {
            throw FunctionFailure(error, function: function)
        }
    }

    /// The facts about a layout.
    ///
    /// In the caller's transaction nothing is remembered, since it may be undone, which no count shows.
    private func facts(of name: String) throws -> LayoutFacts {
        if connection.isInTransaction {
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
