import Testing
@testable import LayoutSQLite

@Suite struct ResultCodeTests {
    @Test("A primary code matches its extensions, and not the other way round")
    func matching() {
        #expect(.cannotOpen ~= ResultCode.cannotOpenDirectory)
        #expect(!(.cannotOpenDirectory ~= ResultCode.cannotOpen))
        #expect(!(.readOnlyMoved ~= ResultCode.readOnlyRollback))
        #expect(.busy ~= ResultCode(rawValue: 5 | 99 << 8))
        #expect(!(.busy ~= ResultCode.locked))
    }

    @Test("An error's text has SQLite's number and words, and the statement and the file if there are some")
    func description() {
        let alone = SQLiteError(code: .full, message: "database or disk is full")
        #expect("\(alone)" == "SQLite error 13: database or disk is full")
        let whole = SQLiteError(
            code: ResultCode(rawValue: 517), message: "locked", sql: "DELETE FROM t", path: "/a/b.db")
        #expect("\(whole)" == "SQLite error 517: locked - while executing `DELETE FROM t` - in /a/b.db")
    }
}
