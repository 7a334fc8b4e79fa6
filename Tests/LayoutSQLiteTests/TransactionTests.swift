import LayoutSQLite
import Testing

@Suite struct TransactionTests {
    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(a);
            CREATE TABLE parent(id INTEGER PRIMARY KEY);
            CREATE TABLE child(parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            """)
    }

    private func rows() throws -> String? { try connection.text("SELECT group_concat(a) FROM t") }

    private func expectUndone(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try !connection.isInTransaction && rows() == nil, sourceLocation: sourceLocation)
    }

    private func insert(_ value: Int) throws { try connection.run("INSERT INTO t VALUES (?1)", value) }

    @Test("A commit that fails is undone, and its error is thrown")
    func failedCommit() throws {
        let failure = failure {
            try connection.transaction {
                try insert(1)
                try connection.run("INSERT INTO child VALUES (7)")
            }
        }
        #expect(failure == "787 FOREIGN KEY constraint failed in COMMIT")
        try expectUndone()
        // And the connection is as good as before.
        try connection.transaction { try insert(2) }
        #expect(try rows() == "2")
    }

    @Test("A transaction that SQLite rolled back by itself is not rolled back twice")
    func automaticRollback() throws {
        try connection.execute("CREATE TABLE u(a UNIQUE ON CONFLICT ROLLBACK); INSERT INTO u VALUES (1)")
        func fail() throws {
            try insert(1)
            try connection.run("INSERT INTO u VALUES (1)")
        }
        #expect(errorCode { try connection.transaction(.immediate, fail) }?.primary == .constraint)
        try expectUndone()
    }

    @Test("A transaction inside a transaction traps")
    func nestedTransaction() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection.inMemory()
            try connection.transaction { try connection.transaction {} }
        }
    }
}
