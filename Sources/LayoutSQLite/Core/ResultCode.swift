internal import LayoutCSQLite

/// A result code of SQLite, possibly an extended one.
///
/// A primary code matches all of its extended ones in a pattern:
///
/// ```swift
/// catch let error as SQLiteError where .constraint ~= error.code
/// switch error.code {
/// case .busy: …        // also .busySnapshot
/// default: …
/// }
/// ```
///
/// Codes of later versions of SQLite keep their number. See <https://sqlite.org/rescode.html>.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension: the lowest eight bits.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// Whether `code` is `pattern`, or an extension of it where `pattern` is primary.
    package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// Most often a mistake in the SQL text.
    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let permission = ResultCode(rawValue: SQLITE_PERM)
    package static let abort = ResultCode(rawValue: SQLITE_ABORT)
    /// Another connection holds the lock.
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// This connection, or one that shares its cache, stands in its own way.
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    package static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk, or `max_page_count`.
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// The locks of the write-ahead log could not be had.
    package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
    /// A text or a blob is longer than SQLite's limit.
    package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// No such parameter.
    package static let range = ResultCode(rawValue: SQLITE_RANGE)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    /// `SQLITE_CANTOPEN_ISDIR`
    package static let cannotOpenDirectory = extended(.cannotOpen, 2)
    /// `SQLITE_IOERR_SHORT_READ`: the file ends before.
    static let inputOutputShortRead = extended(.inputOutput, 2)
    /// `SQLITE_IOERR_READ`
    package static let inputOutputRead = extended(.inputOutput, 1)
    /// `SQLITE_IOERR_SHMOPEN`, `SQLITE_IOERR_SHMSIZE` and `SQLITE_IOERR_SHMMAP`
    static let sharedMemory = [18, 19, 21].map { extended(.inputOutput, $0) }
    /// `SQLITE_READONLY_ROLLBACK`: a transaction that was cut off must be undone first.
    package static let readOnlyRollback = extended(.readOnly, 3)
    /// The file is not at its path any more.
    package static let readOnlyMoved = extended(.readOnly, 4)

    private static func extended(_ primary: ResultCode, _ number: Int32) -> ResultCode {
        ResultCode(rawValue: primary.rawValue | number << 8)
    }
}
