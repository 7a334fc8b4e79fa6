import LayoutSQLite
import Testing

@Suite struct StatementCacheTests {
    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    }

    private let sql = "SELECT id, name FROM t WHERE id >= ?1 ORDER BY id"

    @Test("The same text gives the same statement")
    func sameText() throws {
        // The address is not enough: a new statement may get the address of one that is gone.
        var seen: Set<ObjectIdentifier> = []
        for other in 0..<400 {
            seen.insert(ObjectIdentifier(try connection.cached(sql)))
            _ = try connection.cached("SELECT \(other)")
        }
        #expect(seen.count == 1)
    }

    @Test("A statement comes back without its bindings")
    func clearedBindings() throws {
        try connection.cached(sql).bind(1, at: 1)
        #expect(try connection.cached(sql).step() == false)
        #expect(try connection.first(sql, 2, as: Int.self) == 2)
        #expect(try connection.first(sql, 3, as: Int.self) == 3)
    }

    @Test("Rows of an outer use are not disturbed by an inner use of the same text")
    func nestedUse() throws {
        var seen: [[Int]] = []
        try connection.forEachRow(sql, 1) { outer in
            let id = outer.int(0)
            try connection.forEachRow(sql, 2) { inner in seen.append([id, inner.int(0)]) }
            #expect(outer.int(0) == id)
        }
        #expect(seen == [[1, 2], [1, 3], [2, 2], [2, 3], [3, 2], [3, 3]])
    }

    @Test("A change of the schema between two uses is noticed")
    func changedSchema() throws {
        let sql = "SELECT * FROM t WHERE id = ?1"
        #expect(try connection.first(sql, 1, as: Int.self) == 1)
        try connection.execute("ALTER TABLE t ADD COLUMN colour TEXT DEFAULT 'red'")
        try connection.forEachRow(sql, 1) { row in #expect(row.columnCount == 3 && row.string(2) == "red") }
    }

    @Test("A dropped table is an error at the next use, and a new one heals it")
    func droppedTable() throws {
        #expect(try connection.first(sql, 1, as: Int.self) == 1)
        try connection.execute("DROP TABLE t")
        for _ in 0..<2 {
            #expect(failure { try connection.first(sql, 1, as: Int.self) } == "1 no such table: t in \(sql)")
        }
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (7, 'g')")
        #expect(try connection.first(sql, 1, as: Int.self) == 7)
    }

    @Test("Resetting statements ends the reading of those left on a row")
    func resetStatements() throws {
        _ = try connection.cached("SELECT id FROM t").step()
        // A table cannot be dropped while it is being read.
        #expect(errorCode { try connection.execute("DROP TABLE t") }?.primary == .locked)
        connection.resetStatements()
        try connection.execute("DROP TABLE t")
    }
}
