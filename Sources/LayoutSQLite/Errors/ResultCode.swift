/// What SQLite answered: a result code, possibly an extended one.
///
/// A primary code matches all of its extended ones in a pattern:
///
/// ```swift
/// catch let error where error.code ~= .constraint
/// switch error.code {
/// case .busy: …        // also .busySnapshot
/// default: …
/// }
/// ```
///
/// Codes of later versions of SQLite keep their number. See <https://sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The code without its extension: the lowest eight bits.
    public var primary: ResultCode {
        ResultCode(rawValue: rawValue & 0xFF)
    }

    /// Whether `code` is `pattern`, or an extension of it where `pattern` is primary.
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }
}

extension ResultCode {
    /// `SQLITE_OK`
    public static let ok = ResultCode(rawValue: 0)
    /// `SQLITE_ERROR`: most often a mistake in the SQL text.
    public static let error = ResultCode(rawValue: 1)
    /// `SQLITE_INTERNAL`
    public static let `internal` = ResultCode(rawValue: 2)
    /// `SQLITE_PERM`
    public static let permission = ResultCode(rawValue: 3)
    /// `SQLITE_ABORT`
    public static let abort = ResultCode(rawValue: 4)
    /// `SQLITE_BUSY`: another connection holds the lock.
    public static let busy = ResultCode(rawValue: 5)
    /// `SQLITE_LOCKED`: this connection, or one that shares its cache, stands in its own way.
    public static let locked = ResultCode(rawValue: 6)
    /// `SQLITE_NOMEM`
    public static let outOfMemory = ResultCode(rawValue: 7)
    /// `SQLITE_READONLY`
    public static let readOnly = ResultCode(rawValue: 8)
    /// `SQLITE_INTERRUPT`
    public static let interrupt = ResultCode(rawValue: 9)
    /// `SQLITE_IOERR`
    public static let inputOutput = ResultCode(rawValue: 10)
    /// `SQLITE_CORRUPT`
    public static let corrupt = ResultCode(rawValue: 11)
    /// `SQLITE_NOTFOUND`
    public static let notFound = ResultCode(rawValue: 12)
    /// `SQLITE_FULL`: the disk, or `max_page_count`.
    public static let full = ResultCode(rawValue: 13)
    /// `SQLITE_CANTOPEN`
    public static let cannotOpen = ResultCode(rawValue: 14)
    /// `SQLITE_PROTOCOL`: the locks of the write-ahead log could not be had.
    public static let lockingProtocol = ResultCode(rawValue: 15)
    /// `SQLITE_SCHEMA`: the schema changed under a statement, again and again.
    public static let schema = ResultCode(rawValue: 17)
    /// `SQLITE_TOOBIG`
    public static let tooBig = ResultCode(rawValue: 18)
    /// `SQLITE_CONSTRAINT`
    public static let constraint = ResultCode(rawValue: 19)
    /// `SQLITE_MISMATCH`
    public static let mismatch = ResultCode(rawValue: 20)
    /// `SQLITE_MISUSE`
    public static let misuse = ResultCode(rawValue: 21)
    /// `SQLITE_AUTH`
    public static let authorization = ResultCode(rawValue: 23)
    /// `SQLITE_RANGE`: no such parameter.
    public static let range = ResultCode(rawValue: 25)
    /// `SQLITE_NOTADB`
    public static let notADatabase = ResultCode(rawValue: 26)
    /// `SQLITE_ROW`
    public static let row = ResultCode(rawValue: 100)
    /// `SQLITE_DONE`
    public static let done = ResultCode(rawValue: 101)
}

extension ResultCode {
    private static func extended(_ primary: ResultCode, _ number: Int32) -> ResultCode {
        ResultCode(rawValue: primary.rawValue | number << 8)
    }

    /// `SQLITE_BUSY_SNAPSHOT`: a read transaction cannot become a write, since others have written.
    public static let busySnapshot = extended(.busy, 2)
    /// `SQLITE_CANTOPEN_ISDIR`
    public static let cannotOpenDirectory = extended(.cannotOpen, 2)
    /// `SQLITE_CONSTRAINT_CHECK`
    public static let constraintCheck = extended(.constraint, 1)
    /// `SQLITE_CONSTRAINT_FOREIGNKEY`
    public static let constraintForeignKey = extended(.constraint, 3)
    /// `SQLITE_CONSTRAINT_NOTNULL`
    public static let constraintNotNull = extended(.constraint, 5)
    /// `SQLITE_CONSTRAINT_PRIMARYKEY`
    public static let constraintPrimaryKey = extended(.constraint, 6)
    /// `SQLITE_CONSTRAINT_TRIGGER`
    public static let constraintTrigger = extended(.constraint, 7)
    /// `SQLITE_CONSTRAINT_UNIQUE`
    public static let constraintUnique = extended(.constraint, 8)
    /// `SQLITE_CONSTRAINT_ROWID`
    public static let constraintRowID = extended(.constraint, 10)
    /// `SQLITE_CONSTRAINT_DATATYPE`: a value of the wrong type for a STRICT table.
    public static let constraintDataType = extended(.constraint, 12)
    /// `SQLITE_CORRUPT_VTAB`: damage that a virtual table, such as the R*Tree, found in its own data.
    public static let corruptVirtualTable = extended(.corrupt, 1)
    /// `SQLITE_IOERR_READ`
    public static let inputOutputRead = extended(.inputOutput, 1)
    /// `SQLITE_IOERR_SHMOPEN`
    static let inputOutputSharedMemoryOpen = extended(.inputOutput, 18)
    /// `SQLITE_IOERR_SHMSIZE`
    static let inputOutputSharedMemorySize = extended(.inputOutput, 19)
    /// `SQLITE_IOERR_SHMMAP`
    static let inputOutputSharedMemoryMap = extended(.inputOutput, 21)
    /// `SQLITE_READONLY_ROLLBACK`: a transaction that was cut off must be undone first.
    public static let readOnlyRollback = extended(.readOnly, 3)
    /// `SQLITE_READONLY_DIRECTORY`: the journal cannot be made beside the file.
    public static let readOnlyDirectory = extended(.readOnly, 6)
}
