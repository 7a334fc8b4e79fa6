import Testing
@testable import LayoutSQLite

/// The numbers of results, which are SQLite's.
@Suite struct ResultCodeTests {
    @Test(
        "Results have the numbers that SQLite documents",
        // https://sqlite.org/rescode.html
        arguments: [
            (ResultCode.error, 1), (.permission, 3), (.abort, 4), (.busy, 5), (.locked, 6), (.outOfMemory, 7),
            (.readOnly, 8), (.interrupt, 9), (.inputOutput, 10), (.corrupt, 11), (.full, 13), (.cannotOpen, 14),
            (.lockingProtocol, 15), (.schema, 17), (.constraint, 19), (.mismatch, 20), (.misuse, 21), (.range, 25),
            (.notADatabase, 26), (.row, 100), (.busySnapshot, 517), (.cannotOpenDirectory, 526),
            (.constraintCheck, 275), (.constraintForeignKey, 787), (.constraintNotNull, 1299),
            (.constraintPrimaryKey, 1555), (.constraintUnique, 2067), (.corruptVirtualTable, 267),
            (.inputOutputShortRead, 522), (.inputOutputRead, 266), (.inputOutputSharedMemoryOpen, 4618),
            (.inputOutputSharedMemorySize, 4874), (.inputOutputSharedMemoryMap, 5386), (.readOnlyRollback, 776),
        ] as [(ResultCode, Int32)])
    func numbers(code: ResultCode, number: Int32) {
        #expect(code.rawValue == number && code.primary.rawValue == number & 0xFF)
    }

    @Test("A primary code matches its extensions, and not the other way round")
    func matching() {
        #expect(.constraint ~= ResultCode.constraintUnique)
        #expect(!(.constraintUnique ~= ResultCode.constraint))
        #expect(!(.constraintUnique ~= ResultCode.constraintCheck))
        #expect(.busy ~= ResultCode(rawValue: 5 | 99 << 8))
        #expect(!(.busy ~= ResultCode.locked))
    }

    @Test("An error's text has SQLite's number and words, and the statement and the file if there are some")
    func description() {
        let alone = SQLiteError(code: .full, message: "database or disk is full")
        #expect("\(alone)" == "SQLite error 13: database or disk is full")
        let whole = SQLiteError(code: .busySnapshot, message: "locked", sql: "DELETE FROM t", path: "/a/b.db")
        #expect("\(whole)" == "SQLite error 517: locked - while executing `DELETE FROM t` - in /a/b.db")
    }
}
