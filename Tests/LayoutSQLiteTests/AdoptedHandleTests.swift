import LayoutCSQLite
import LayoutSQLite
import Testing

@Suite struct AdoptedHandleTests {
    private func open() throws -> OpaquePointer {
        var opened: OpaquePointer?
        #expect(unsafe sqlite3_open(":memory:", &opened) == SQLITE_OK)
        return try unsafe #require(opened)
    }

    @Test("An app's own handle is used and left open")
    func openHandle() throws {
        let handle = try unsafe open()
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
        let handle = try unsafe open()
        let connection = unsafe Connection(unsafeHandle: handle)
        defer {
            connection.close()
            unsafe sqlite3_close(handle)
        }
        let insertion = "CREATE TABLE t(a NOT NULL); INSERT INTO t VALUES (NULL)"
        #expect(errorCode { try connection.execute(insertion) } == .constraintNotNull)
    }
}
