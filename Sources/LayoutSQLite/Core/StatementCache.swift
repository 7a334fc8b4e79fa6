/// The prepared statements of one connection, by their SQL text.
///
/// Only programs write SQL text, so there are as many entries as there are places in the program
/// that use the cache: nothing needs to be thrown out. Text made at run time, such as a query with
/// a table name in it, goes through ``Connection/prepare(_:)``.
struct StatementCache {
    private var statements: [String: Statement] = [:]

    /// The statement for a text, unless there is none or somebody is still holding it.
    ///
    /// Somebody who holds it may be in the middle of its rows or have bound its parameters; a
    /// second user of the same text must not disturb that.
    mutating func idle(_ sql: String) -> (statement: Statement?, isKnown: Bool) {
        guard let index = statements.index(forKey: sql) else {
            return (nil, false)
        }
        guard isKnownUniquelyReferenced(&statements.values[index]) else {
            return (nil, true)
        }
        return (statements.values[index], true)
    }

    mutating func insert(_ statement: Statement, for sql: String) {
        statements[sql] = statement
    }

    mutating func remove(_ sql: String) {
        statements[sql] = nil
    }

    /// Ends the reading of every statement that was left in the middle of its rows.
    func resetAll() {
        for statement in statements.values {
            statement.reset()
        }
    }

    mutating func removeAll() {
        statements.removeAll()
    }
}
