internal import LayoutCSQLite
internal import LayoutPlatform

/// A failure that SQLite reported, with its known circumstances.
///
/// It holds values only, no handle, so that it may outlive its connection and cross threads.
/// Arguments are left out: an error ends in logs, and the user's data should not.
package struct SQLiteError: Error, Sendable {
    package let code: ResultCode

    /// The reason, in SQLite's words if it had some.
    package let message: String

    /// The statement that failed, or nil if none was involved.
    package let sql: String?

    /// The database file, or nil for a temporary or in-memory database.
    package let path: String?

    package init(code: ResultCode, message: String, sql: String? = nil, path: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        var description = "SQLite error \(code.rawValue): \(message)"
        if let sql { description += " - while executing `\(sql)`" }
        if let path { description += " - in \(path)" }
        return description
    }
}

extension SQLiteError {
    /// Reads the failure from the connection that has just returned `code`.
    ///
    /// It must be called before anything else happens on the connection: SQLite keeps the message
    /// of the last call only.
    init(code: Int32, connection: OpaquePointer?, sql: String?, path: String? = nil) {
        guard let connection = unsafe connection else {
            self.init(code: ResultCode(rawValue: code), message: Self.name(of: code), sql: sql, path: path)
            return
        }
        // The connection's own code is preferred for its extension, unless it speaks of an earlier
        // failure: functions such as sqlite3_db_config do not set it.
        let extended = unsafe sqlite3_extended_errcode(connection)
        let isCurrent = extended & 0xFF == code & 0xFF
        let (cause, message) = Self.cause(
            of: ResultCode(rawValue: isCurrent ? extended : code),
            message: isCurrent ? unsafe String(cString: sqlite3_errmsg(connection)) : Self.name(of: code),
            systemError: unsafe SystemError(of: connection))
        self.init(code: cause, message: message, sql: sql, path: unsafe path ?? Connection.path(of: connection))
    }

    /// SQLite's general English words for a result code.
    static func name(of code: Int32) -> String { unsafe String(cString: sqlite3_errstr(code)) }

    /// The work was ended on request.
    static var interrupted: SQLiteError { SQLiteError(code: .interrupt, message: "interrupted") }

    /// The call came while the pool was suspended.
    static var suspended: SQLiteError { SQLiteError(code: .interrupt, message: "the pool is suspended") }

    /// Another file, or none, is at the path of an open one.
    static func fileReplaced(_ path: String) -> SQLiteError {
        SQLiteError(
            code: .readOnlyMoved, message: "the file was deleted, moved or replaced while it was open", path: path)
    }

    /// Whether a call came while its pool was suspended.
    package var isOfSuspendedPool: Bool { code == .interrupt && message == Self.suspended.message }

    /// The cause of a failure: SQLite's code and message, corrected by the system's error.
    ///
    /// - A full disk is ``ResultCode/full``, also where SQLite has its extension of the shared memory
    ///   file fail as an error of input and output.
    /// - A failing disk is ``ResultCode/inputOutput``, also where SQLite takes what it could not read for
    ///   damage (`SQLITE_IOERR_CORRUPTFS` reaches the caller as `SQLITE_CORRUPT`).
    /// - Want of memory is ``ResultCode/outOfMemory``.
    static func cause(
        of code: ResultCode, message: String, systemError: SystemError
    ) -> (code: ResultCode, message: String) {
        guard systemError.rawValue != 0 else { return (code, message) }
        switch code {
        case .inputOutput, .cannotOpen:
            if systemError.meansFull {
                let file = " for the shared memory file beside the database (“-shm”)"
                return (
                    .full,
                    "there is no room left on the disk\(ResultCode.sharedMemory.contains(code) ? file : ""): "
                        + systemError.message
                )
            }
            if systemError.meansNoMemory { return (.outOfMemory, "out of memory") }
            return (code, "\(message): \(systemError.message)")
        case .corrupt where systemError.meansFailingDisk:
            return (.inputOutputRead, "the disk could not be read: \(systemError.message)")
        default: return (code, message)
        }
    }

    /// An error number of the operating system.
    struct SystemError: RawRepresentable {
        let rawValue: Int32

        /// No room is left: on the disk, in the quota or under a limit on the size of files.
        var meansFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(rawValue) }

        /// The disk, or the way to it, fails.
        var meansFailingDisk: Bool { [EIO, ENXIO, ESTALE].contains(rawValue) }

        /// The permissions forbid it.
        var meansForbidden: Bool { [EACCES, EPERM].contains(rawValue) }

        var meansNoMemory: Bool { rawValue == ENOMEM }

        /// The system's words.
        var message: String { systemMessage(rawValue) }
    }
}
