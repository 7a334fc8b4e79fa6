import LayoutSQLite
@testable import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// A failure of SQLite in a store's terms.
@Suite struct ExplainedErrorTests {
    /// SQLite's numbers are from sqlite3.h.
    private static let results: [(numbers: [Int32], code: LayoutError.Code, message: String, hasAdvice: Bool)] = [
        ([5, 6, 15], .busy, "a.db is busy: another process is writing to it", true),
        ([1, 11, 20, 25], .corrupt, "a.db is damaged: words", true),
        ([26], .notAStore, "a.db is not a layout store: it is not an SQLite database; nothing was changed", false),
        ([3, 14], .cannotOpen, "a.db cannot be opened: words", false),
        ([13], .diskFull, "a.db cannot grow: the disk is full; the last step was not stored", false),
        (
            [8 | 3 << 8], .readOnly,
            "a.db holds an unfinished transaction, which has to be rolled back before it can be read", true
        ), ([8], .readOnly, "a.db cannot be written: it, or its directory, is read-only", false),
        ([10], .sqlite, "a.db cannot be read or written: words", false),
        ([7], .outOfMemory, "out of memory while working on a.db; the last step was not stored", false),
        ([4, 9], .cancelled, "the work was cancelled", false),
        ([19], .invalidArgument, "the store refused a value: words", false),
        ([21], .sqlite, "SQLite error 21: words - in a.db", false),
    ]

    @Test("Each of SQLite's codes has a code of the store's, and words", arguments: results)
    func codes(numbers: [Int32], code: LayoutError.Code, message: String, hasAdvice: Bool) throws {
        for number in numbers {
            let error = SQLiteError(code: ResultCode(rawValue: number), message: "words", path: "a.db")
            let explained = try #require(LayoutError(explaining: error))
            #expect(explained.withCode == "\(code): \(message)" && explained.resultCode == number)
            #expect((explained.advice != nil) == hasAdvice)
        }
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
        let expected = isDamage ? "corrupt: the store is damaged" : "invalidArgument: the store refused a value"
        #expect(explained.withCode == "\(expected): \(message)")
    }

    @Test("Errors of the caller's own stay what they are")
    func others() {
        struct OwnError: Error {}
        #expect(LayoutError(explaining: OwnError()) == nil)
        #expect(throws: OwnError.self) { try LayoutError.explaining { throw OwnError() } }
        #expect(LayoutError(explaining: CancellationError())?.code == .cancelled)
        #expect(LayoutError(explaining: LayoutError(.exists, "it is there"))?.code == .exists)
    }

    @Test(
        "A missing name is reported with the existing ones",
        arguments: [
            (LayoutError.missing("layout", "w", known: []), "there is no layout “w”; the store has no layout yet"),
            (.missing("layout", "w", known: ["a", "b"]), "there is no layout “w”; known layouts: a, b"),
            (.missing("data set", "d", known: []), "there is no data set “d”; the store has no data set yet"),
            (.missing("data set", "d", known: ["a", "b"]), "there is no data set “d”; known data sets: a, b"),
        ])
    func names(error: LayoutError, message: String) { #expect(error.message == message) }
}
