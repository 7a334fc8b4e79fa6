/// The prepared statements of one connection, by their SQL text.
///
/// Only programs write SQL text, so there are as many entries as there are places in the program
/// that use the cache: nothing needs to be thrown out. Text made at run time, such as a query with
/// a table name in it, goes through ``Connection/prepare(_:)``.
struct StatementCache {
    // The statements lie in an array, where `isKnownUniquelyReferenced` looks at an element in place;
    // a dictionary does not promise that.
    private var places: [String: Int] = [:]
    private var statements: [Statement] = []

    /// What the cache knows of a text.
    enum Lookup {
        /// Nothing yet.
        case unknown
        /// Its statement is in somebody's hands, who may be in the middle of its rows or have bound
        /// its parameters: a second user of the same text must not disturb that.
        case inUse
        /// A failure has left its statement in a state that SQLite does not promise to mend.
        case failed
        /// Its statement is free.
        case idle(Statement)
    }

    mutating func lookUp(_ sql: String) -> Lookup {
        guard let place = places[sql] else {
            return .unknown
        }
        guard isKnownUniquelyReferenced(&statements[place]) else {
            return .inUse
        }
        let statement = statements[place]
        return statement.hasFailed ? .failed : .idle(statement)
    }

    /// Keeps a statement under a text, in the place of the one that was there.
    mutating func insert(_ statement: Statement, for sql: String) {
        if let place = places[sql] {
            statements[place] = statement
        } else {
            places[sql] = statements.count
            statements.append(statement)
        }
    }

    /// Ends the reading of every statement that was left in the middle of its rows.
    func resetAll() {
        for statement in statements where statement.isOnRow {
            statement.reset()
        }
    }

    mutating func removeAll() {
        places.removeAll()
        statements.removeAll()
    }
}
