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

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The code without its extension: the lowest eight bits.
    package var primary: ResultCode {
        ResultCode(rawValue: rawValue & 0xFF)
    }

    /// Whether `code` is `pattern`, or an extension of it where `pattern` is primary.
    package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }
}

extension ResultCode {
    /// `SQLITE_ERROR`: most often a mistake in the SQL text.
    package static let error = ResultCode(rawValue: 1)
    /// `SQLITE_PERM`
    package static let permission = ResultCode(rawValue: 3)
    /// `SQLITE_ABORT`
    package static let abort = ResultCode(rawValue: 4)
    /// `SQLITE_BUSY`: another connection holds the lock.
    package static let busy = ResultCode(rawValue: 5)
    /// `SQLITE_LOCKED`: this connection, or one that shares its cache, stands in its own way.
    package static let locked = ResultCode(rawValue: 6)
    /// `SQLITE_NOMEM`
    package static let outOfMemory = ResultCode(rawValue: 7)
    /// `SQLITE_READONLY`
    package static let readOnly = ResultCode(rawValue: 8)
    /// `SQLITE_INTERRUPT`
    package static let interrupt = ResultCode(rawValue: 9)
    /// `SQLITE_IOERR`
    package static let inputOutput = ResultCode(rawValue: 10)
    /// `SQLITE_CORRUPT`
    package static let corrupt = ResultCode(rawValue: 11)
    /// `SQLITE_NOTFOUND`
    package static let notFound = ResultCode(rawValue: 12)
    /// `SQLITE_FULL`: the disk, or `max_page_count`.
    package static let full = ResultCode(rawValue: 13)
    /// `SQLITE_CANTOPEN`
    package static let cannotOpen = ResultCode(rawValue: 14)
    /// `SQLITE_PROTOCOL`: the locks of the write-ahead log could not be had.
    package static let lockingProtocol = ResultCode(rawValue: 15)
    /// `SQLITE_SCHEMA`: the schema changed under a statement, again and again.
    package static let schema = ResultCode(rawValue: 17)
    /// `SQLITE_TOOBIG`: a text or a blob is longer than SQLite's limit.
    package static let tooBig = ResultCode(rawValue: 18)
    /// `SQLITE_CONSTRAINT`
    package static let constraint = ResultCode(rawValue: 19)
    /// `SQLITE_MISMATCH`
    package static let mismatch = ResultCode(rawValue: 20)
    /// `SQLITE_MISUSE`
    package static let misuse = ResultCode(rawValue: 21)
    /// `SQLITE_RANGE`: no such parameter.
    package static let range = ResultCode(rawValue: 25)
    /// `SQLITE_NOTADB`
    package static let notADatabase = ResultCode(rawValue: 26)
    /// `SQLITE_ROW`
    package static let row = ResultCode(rawValue: 100)
}

extension ResultCode {
    private static func extended(_ primary: ResultCode, _ number: Int32) -> ResultCode {
        ResultCode(rawValue: primary.rawValue | number << 8)
    }

    /// `SQLITE_BUSY_SNAPSHOT`: a read transaction cannot become a write, since another connection has written.
    package static let busySnapshot = extended(.busy, 2)
    /// `SQLITE_CANTOPEN_ISDIR`
    package static let cannotOpenDirectory = extended(.cannotOpen, 2)
    /// `SQLITE_CONSTRAINT_CHECK`
    package static let constraintCheck = extended(.constraint, 1)
    /// `SQLITE_CONSTRAINT_FOREIGNKEY`
    package static let constraintForeignKey = extended(.constraint, 3)
    /// `SQLITE_CONSTRAINT_NOTNULL`
    package static let constraintNotNull = extended(.constraint, 5)
    /// `SQLITE_CONSTRAINT_PRIMARYKEY`
    package static let constraintPrimaryKey = extended(.constraint, 6)
    /// `SQLITE_CONSTRAINT_UNIQUE`
    package static let constraintUnique = extended(.constraint, 8)
    /// `SQLITE_CORRUPT_VTAB`: damage that a virtual table, such as the R*Tree, found in its own data.
    package static let corruptVirtualTable = extended(.corrupt, 1)
    /// `SQLITE_IOERR_SHORT_READ`: the file ends before.
    package static let inputOutputShortRead = extended(.inputOutput, 2)
    /// `SQLITE_IOERR_READ`
    package static let inputOutputRead = extended(.inputOutput, 1)
    /// `SQLITE_IOERR_SHMOPEN`
    static let inputOutputSharedMemoryOpen = extended(.inputOutput, 18)
    /// `SQLITE_IOERR_SHMSIZE`
    static let inputOutputSharedMemorySize = extended(.inputOutput, 19)
    /// `SQLITE_IOERR_SHMMAP`
    static let inputOutputSharedMemoryMap = extended(.inputOutput, 21)
    /// `SQLITE_READONLY_ROLLBACK`: a transaction that was cut off must be undone first.
    package static let readOnlyRollback = extended(.readOnly, 3)
    /// The file is not at its path any more.
    package static let readOnlyMoved = extended(.readOnly, 4)
}
