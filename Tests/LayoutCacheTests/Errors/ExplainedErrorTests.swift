import LayoutSQLite
import Testing
@testable import LayoutCache

/// A failure of SQLite in a store's terms.
@Suite struct ExplainedErrorTests {
    struct Case: Sendable {
        var code: Int32
        var expected: LayoutError.Code
        var message: String
        var hasAdvice = false
    }

    /// SQLite's numbers are from sqlite3.h.
    static let cases = [
        Case(code: 5, expected: .busy, message: "a.db is busy: another process is writing to it", hasAdvice: true),
        Case(code: 6, expected: .busy, message: "a.db is busy: another process is writing to it", hasAdvice: true),
        Case(code: 15, expected: .busy, message: "a.db is busy: another process is writing to it", hasAdvice: true),
        Case(code: 11, expected: .corrupt, message: "a.db is damaged: words", hasAdvice: true),
        Case(
            code: 26, expected: .notAStore,
            message: "a.db is not a layout store: it is not an SQLite database; nothing was changed"),
        Case(code: 14, expected: .cannotOpen, message: "a.db cannot be opened: words"),
        Case(code: 3, expected: .cannotOpen, message: "a.db cannot be opened: words"),
        Case(
            code: 13, expected: .diskFull, message: "a.db cannot grow: the disk is full; the last step was not stored"),
        Case(
            code: 8 | 3 << 8, expected: .readOnly,
            message: "a.db holds an unfinished transaction, which has to be rolled back before it can be read",
            hasAdvice: true),
        Case(
            code: 8, expected: .readOnly,
            message: "a.db cannot be written: it, or its directory, is read-only"),
        Case(code: 10, expected: .sqlite, message: "a.db cannot be read or written: words"),
        Case(
            code: 7, expected: .outOfMemory,
            message: "out of memory while working on a.db; the last step was not stored"),
        Case(code: 9, expected: .cancelled, message: "the work was cancelled"),
        Case(code: 4, expected: .cancelled, message: "the work was cancelled"),
        Case(code: 1, expected: .corrupt, message: "a.db is damaged: words", hasAdvice: true),
        Case(code: 20, expected: .corrupt, message: "a.db is damaged: words", hasAdvice: true),
        Case(code: 25, expected: .corrupt, message: "a.db is damaged: words", hasAdvice: true),
        Case(code: 19, expected: .invalidArgument, message: "the store refused a value: words"),
        Case(code: 21, expected: .sqlite, message: "SQLite error 21: words - in a.db"),
    ]

    @Test("Each of SQLite's codes has a code of the store's, and words", arguments: cases)
    func codes(expected: Case) throws {
        let error = SQLiteError(code: ResultCode(rawValue: expected.code), message: "words", path: "a.db")
        let explained = try #require(LayoutError(explaining: error))
        #expect(explained.code == expected.expected)
        #expect(explained.message == expected.message)
        #expect((explained.advice != nil) == expected.hasAdvice)
        #expect(explained.resultCode == expected.code)
    }

    @Test(
        "A derived row that is refused indicates damage, and one of the user's does not",
        arguments: [
            ("CHECK constraint failed: lc_band", nil, true), ("no", "INSERT INTO lc_band VALUES (1)", true),
            ("no", "UPDATE lc_sum SET length = 1", true), ("no", "INSERT INTO item SELECT 1 FROM lc_band", false),
            ("no", nil, false),
        ])
    func constraints(message: String, sql: String?, isDamage: Bool) throws {
        let error = SQLiteError(code: ResultCode(rawValue: 19), message: message, sql: sql)
        let explained = try #require(LayoutError(explaining: error))
        #expect(explained.code == (isDamage ? .corrupt : .invalidArgument))
        #expect(
            explained.message
                == (isDamage ? "the store is damaged: \(message)" : "the store refused a value: \(message)"))
    }

    @Test("Errors of the caller's own stay what they are")
    func others() {
        struct OwnError: Error {}
        #expect(LayoutError(explaining: OwnError()) == nil)
        #expect(throws: OwnError.self) { try LayoutError.explaining { throw OwnError() } }
        #expect(LayoutError(explaining: CancellationError())?.code == .cancelled)
        #expect(LayoutError(explaining: LayoutError(.exists, "it is there"))?.code == .exists)
    }

    @Test("A missing name is reported with the existing ones")
    func names() {
        #expect(
            LayoutError.noLayout("w", known: []).message == "there is no layout “w”; the store has no layout yet")
        #expect(
            LayoutError.noLayout("w", known: ["a", "b"]).message == "there is no layout “w”; known layouts: a, b")
        #expect(
            LayoutError.noDataset("d", known: []).message == "there is no data set “d”; the store has no data set yet")
        #expect(
            LayoutError.noDataset("d", known: ["a", "b"]).message
                == "there is no data set “d”; known data sets: a, b")
    }
}
