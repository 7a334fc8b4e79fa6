internal import LayoutSQLite

extension LayoutStoreError.Code {
    /// The file cannot be opened: it is not there, or may not be read.
    public static let cannotOpen = Self(rawValue: "cannotOpen")
    /// The disk is full.
    public static let diskFull = Self(rawValue: "diskFull")
    /// The file, or the directory around it, may not be written.
    public static let readOnly = Self(rawValue: "readOnly")
    /// Memory ran out.
    public static let outOfMemory = Self(rawValue: "outOfMemory")
    /// SQLite failed in another way; the message has its words.
    public static let sqlite = Self(rawValue: "sqlite")
}

extension LayoutStoreError {
    /// Puts any error of a store's calls into a store's terms: the way to act on a failure of SQLite
    /// without knowing SQLite's codes.
    ///
    /// Returns nil for errors that are neither a store's nor SQLite's.
    public init?(explaining error: any Error) {
        switch error {
        case let error as LayoutStoreError: self = error
        case let error as SQLiteError: self.init(error)
        case let error as MigratorError: self.init(.notAStore, "\(error)")
        default: return nil
        }
    }

    private init(_ error: SQLiteError) {
        let file = error.path ?? "the store"
        switch error.code {
        case .busy, .locked, .lockingProtocol:
            self.init(.busy, "\(file) is busy: another process is writing to it; try again when it is done")
        case .corrupt:
            self = .corrupt("\(file) is damaged: \(error.message)")
        case .notADatabase:
            self.init(.notAStore, "\(file) is not a layout store: it is not an SQLite database; nothing was changed")
        case .cannotOpen, .permission:
            self.init(.cannotOpen, "\(file) cannot be opened: \(error.message)")
        case .full:
            self.init(.diskFull, "\(file) cannot grow: the disk is full; nothing of the last step was stored")
        case .readOnlyRollback:
            self.init(
                .readOnly,
                "\(file) holds a change that was not finished, and cannot be read before that is undone; open it for writing once"
            )
        case .readOnly:
            self.init(.readOnly, "\(file) cannot be written: it, or the directory it lies in, is read-only")
        case .inputOutput:
            self.init(.sqlite, "\(file) cannot be read or written: \(error.message)")
        case .outOfMemory:
            self.init(
                .outOfMemory, "there is not enough memory to work on \(file); nothing of the last step was stored")
        case .interrupt, .abort:
            self.init(.cancelled, "the work on \(file) was cancelled")
        case .error, .mismatch, .range:
            // The statements are our own: where one cannot be, the file's schema is not what it should be.
            self = .corrupt("\(file) is damaged: \(error.message)")
        case .constraint where error.isAboutDerivedRows:
            self = .corrupt("\(file) is damaged: \(error.message)")
        case .constraint:
            self.init(.invalidArgument, "the store refused a value: \(error.message)")
        default:
            self.init(.sqlite, "\(error)")
        }
    }
}

extension SQLiteError {
    /// Whether a row was refused that was derived, and so could not be refused if what it derives from, and what
    /// stands beside it, were whole.
    fileprivate var isAboutDerivedRows: Bool {
        if message.contains(" lc_") { return true }
        guard let sql else { return false }
        return ["INTO lc_", "UPDATE lc_"].contains { sql.contains($0) }
    }
}
