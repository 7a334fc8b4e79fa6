/// The prepared statements of one connection, by their SQL text.
///
/// Only programs write SQL text, so there are as many entries as there are places in the program that use the cache.
/// Nothing needs to be thrown out. Text made at run time, such as a query with a table name in it, goes through
/// ``Connection/prepare(_:)``.
struct StatementCache {
    /// In order of use; ``places`` finds the entry of a text.
    private var entries: [(sql: String, statement: Statement)] = []
    /// An open-addressing hash table of indices in ``entries``, -1 in free slots. Its size is a power of two, and more
    /// than a third of it stays free. Every statement that the program executes is looked up here. A dictionary, with a
    /// hash that withstands an attacker, would take as long as some statements.
    private var places: [Int] = Array(repeating: -1, count: 256)

    /// The slot of a text in ``places``, or the free slot for it.
    private func place(of sql: String) -> Int {
        var place = Self.sample(sql) & (places.count - 1)
        while places[place] >= 0, entries[places[place]].sql != sql { place = (place + 1) & (places.count - 1) }
        return place
    }

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

    /// The result of looking up a text in the cache.
    enum Lookup {
        /// Nothing yet.
        case unknown
        /// Its statement is in use elsewhere, maybe in the middle of its rows or with bound parameters. A second user
        /// of the same text must not disturb that.
        case inUse
        /// A failure has left its statement in a state that SQLite does not promise to mend.
        case failed
        /// Its statement is free.
        case idle(Statement)
    }

    mutating func lookUp(_ sql: String) -> Lookup {
        let index = places[place(of: sql)]
        guard index >= 0 else { return .unknown }
        guard isKnownUniquelyReferenced(&entries[index].statement) else { return .inUse }
        let statement = entries[index].statement
        return statement.hasFailed ? .failed : .idle(statement)
    }

    /// Keeps a statement under a text, in the place of the one that was there.
    mutating func insert(_ statement: Statement, for sql: String) {
        let place = place(of: sql)
        if places[place] >= 0 { return entries[places[place]].statement = statement }
        places[place] = entries.count
        entries.append((sql, statement))
        guard entries.count * 3 > places.count * 2 else { return }
        places = Array(repeating: -1, count: 2 * places.count)
        for (index, entry) in entries.enumerated() { places[self.place(of: entry.sql)] = index }
    }

    /// Ends the reading of every statement that was left in the middle of its rows.
    func resetAll() {
        for entry in entries where entry.statement.isOnRow { entry.statement.reset() }
    }

    mutating func removeAll() {
        places = Array(repeating: -1, count: places.count)
        entries.removeAll()
    }
}
