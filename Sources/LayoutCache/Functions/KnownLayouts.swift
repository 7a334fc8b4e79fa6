internal import LayoutSQLite

/// What a table-valued function knows of the layouts of the connection that calls it, for as long as nobody changes
/// anything.
final class KnownLayouts {
    private let connection: Connection
    private var isStore = false
    /// What is known, and when that was.
    private var known: [String: LayoutFacts] = [:]
    private var moment: FileMoment?

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Answers from a layout, whose name is the first argument of the call.
    ///
    /// - Throws: ``FunctionFailure`` for whatever fails.
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

    /// What is known of a layout.
    ///
    /// In a transaction of the caller's nothing is remembered, for it may be undone, which no count tells.
    private func facts(of name: String) throws -> LayoutFacts {
        if connection.isInTransaction {
            known.removeAll()
            return try LayoutFacts(name, in: connection)
        }
        let moment = try connection.moment
        if moment != self.moment {
            known.removeAll()
            self.moment = moment
        }
        if let facts = known[name] { return facts }
        let facts = try LayoutFacts(name, in: connection)
        known[name] = facts
        return facts
    }
}
