/// The prepared statements of one connection, by their SQL text.
///
/// Only programs write SQL text, so there are as many entries as there are places in the program that use the cache.
/// Nothing needs to be thrown out. Text made at run time, such as a query with a table name in it, goes through
/// ``Connection/prepare(_:)``.
struct StatementCache {
    /// A text, hashed by its length and some of its bytes. A program's statements differ in these, and to hash all of a
    /// text would take as long as some statements.
    private struct Key: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(StatementCache.sample(sql)) }
    }

    private var statements: [Key: Statement] = [:]

    /// A number from the length of a text and some of its bytes: enough to distinguish a program's statements.
    private static func sample(_ sql: String) -> Int {
        func sample(_ bytes: some RandomAccessCollection<UInt8>) -> UInt64 {
            var sample = UInt64(truncatingIfNeeded: bytes.count)
            for part in 1...8 where !bytes.isEmpty {
                let offset = (bytes.count - 1) * part / 8
                sample =
                    sample &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bytes[bytes.index(bytes.startIndex, offsetBy: offset)])
            }
            return sample ^ sample >> 32
        }
        let number = unsafe sql.utf8.withContiguousStorageIfAvailable { unsafe sample($0) } ?? sample(Array(sql.utf8))
        return Int(truncatingIfNeeded: number >> 1)
    }

    /// The statement of a text, ready and without bindings, or another one if that cannot be used.
    ///
    /// - Parameter make: Makes one, which is kept or not.
    mutating func statement(
        for sql: String, _ make: (_ isKept: Bool) throws(SQLiteError) -> Statement
    ) throws(SQLiteError) -> Statement {
        let key = Key(sql: sql)
        if let index = statements.index(forKey: key) {
            // It may be in the middle of its rows, or have bound parameters. A second user must not disturb that.
            guard isKnownUniquelyReferenced(&statements.values[index]) else { return try make(false) }
            let statement = statements.values[index]
            // A failure leaves a statement in a state that SQLite does not promise to mend.
            if !statement.hasFailed {
                statement.reset()
                return statement
            }
        }
        let statement = try make(true)
        statements[key] = statement
        return statement
    }

    /// Ends the reading of every statement that was left in the middle of its rows.
    func resetAll() {
        for statement in statements.values where statement.isOnRow { statement.reset() }
    }

    mutating func removeAll() { statements.removeAll() }
}
