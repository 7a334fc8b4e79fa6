import LayoutCSQLite
import LayoutSQLite
import Testing

@Suite struct AdoptedHandleTests {
    @Test("An app's own handle is used and left open")
    func openHandle() throws {
        var opened: OpaquePointer?
        #expect(unsafe sqlite3_open(":memory:", &opened) == SQLITE_OK)
        let handle = try unsafe #require(opened)
        do {
            let connection = unsafe Connection(unsafeHandle: handle)
            try connection.execute("CREATE TABLE t(a UNIQUE)")
            try connection.run(
                "INSERT INTO t SELECT c0 FROM column_batch(?1)",
                batch: ColumnBatch(rowCount: 3, columns: [.sequence(start: 1)])
            )
            #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (1)") }
            connection.setProgressHandler(everyInstructions: 1) { true }
        }
        // The app's own code sees the rows, and a handle without statements that were forgotten.
        #expect(unsafe sqlite3_exec(handle, "INSERT INTO t SELECT count(*) + 10 FROM t", nil, nil, nil) == SQLITE_OK)
        #expect(unsafe sqlite3_changes(handle) == 1)
        #expect(unsafe sqlite3_close(handle) == SQLITE_OK)
    }

    @Test("An adopted connection reports extended codes")
    func extendedCodes() throws {
        var opened: OpaquePointer?
        #expect(unsafe sqlite3_open(":memory:", &opened) == SQLITE_OK)
        let handle = try unsafe #require(opened)
        let connection = unsafe Connection(unsafeHandle: handle)
        defer {
            connection.close()
            unsafe sqlite3_close(handle)
        }
        let error = try #require(throws: SQLiteError.self) {
            try connection.execute("CREATE TABLE t(a NOT NULL); INSERT INTO t VALUES (NULL)")
        }
        #expect(error.code == .constraintNotNull)
    }
}
