/// The prepared statements of one connection, by their SQL text.
///
/// Only programs write SQL text, so there are as many entries as there are places in the program
/// that use the cache: nothing needs to be thrown out. Text made at run time, such as a query with
/// a table name in it, goes through ``Connection/prepare(_:)``.
struct StatementCache {
    // The statements lie in an array, where `isKnownUniquelyReferenced` looks at an element in place;
    // a dictionary does not promise that.
    private var places: [Key: Int] = [:]
    private var statements: [Statement] = []

    /// A text that is hashed by its length and some of its bytes: enough to tell a program's statements
    /// apart, where hashing all of a long text at each use takes longer than a short query.
    private struct Key: Hashable {
        private let sql: String

        init(_ sql: String) { self.sql = sql }

        static func == (left: Key, right: Key) -> Bool { left.sql == right.sql }

        func hash(into hasher: inout Hasher) {
            let bytes = sql.utf8
            let count = bytes.count
            var sample = UInt64(truncatingIfNeeded: count)
            for part in 1...8 where count > 0 {
                let offset = (count - 1) * part / 8
                sample = sample &* 31 &+ UInt64(bytes[bytes.index(bytes.startIndex, offsetBy: offset)])
            }
            hasher.combine(sample)
        }
    }

    /// What the cache knows of a text.
    enum Lookup {
        /// Nothing yet.
        case unknown
        /// Its statement is in use elsewhere, who may be in the middle of its rows or have bound
        /// its parameters: a second user of the same text must not disturb that.
        case inUse
        /// A failure has left its statement in a state that SQLite does not promise to mend.
        case failed
        /// Its statement is free.
        case idle(Statement)
    }

    mutating func lookUp(_ sql: String) -> Lookup {
        guard let place = places[Key(sql)] else {
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
        if let place = places[Key(sql)] {
            statements[place] = statement
        } else {
            places[Key(sql)] = statements.count
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
