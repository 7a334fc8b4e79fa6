package import LayoutSQLite
public import LayoutText

extension LayoutError.Code {
    /// There is no layout, data set, section or item of that name or index.
    public static let notFound = Self(rawValue: "notFound")
    /// Something of that name is there already, and is something else.
    public static let exists = Self(rawValue: "exists")
    /// The store is suspended: nothing is read or written before ``LayoutStore/resume()``.
    public static let suspended = Self(rawValue: "suspended")
    /// The store was closed.
    public static let closed = Self(rawValue: "closed")
    /// An argument cannot be worked with.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// The file is not a layout store, or one of a newer version; it was not changed.
    public static let notAStore = Self(rawValue: "notAStore")
    /// The store was written by an older version, and was opened for reading only: open it for writing once.
    public static let olderVersion = Self(rawValue: "olderVersion")
    /// The store's file was deleted, moved or replaced while the store was open. Close the store, and open it again.
    public static let fileReplaced = Self(rawValue: "fileReplaced")
    /// Another process or thread is writing, and did not finish in time.
    public static let busy = Self(rawValue: "busy")
    /// The file is damaged; ``LayoutStore/verify(repair:deep:progress:)`` rebuilds what can be derived.
    public static let corrupt = Self(rawValue: "corrupt")
    /// The source that a data set follows has changed so that it cannot be followed any more.
    public static let sourceChanged = Self(rawValue: "sourceChanged")
    /// The data set follows a source, which has the value to change: change the source.
    public static let followsSource = Self(rawValue: "followsSource")
    /// The snapshot was closed, or ended because the log had outgrown its limit or the store was suspended: take
    /// another.
    public static let snapshotClosed = Self(rawValue: "snapshotClosed")

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

extension LayoutError {
    /// The remedy for a user's database that is not a store.
    package static let foreignDatabaseAdvice =
        "Open it with the mode “adopt” to have a data set follow a table of it."

    /// The remedy where a file cannot be opened for writing because its disk is full.
    package static let fullDiskAdvice = "Make room, or open it for reading only."

    package static let cancelled = LayoutError(.cancelled, "the work was cancelled")

    package static func corrupt(_ what: String) -> LayoutError {
        LayoutError(.corrupt, what, advice: "Verify the store with repair, which rebuilds what can be derived.")
    }

    /// - Parameter kind: The kind of the name: `layout` or `data set`.
    package static func missing(_ kind: String, _ name: String, known: [String]) -> LayoutError {
        let names =
            known.isEmpty ? "the store has no \(kind) yet" : "known \(kind)s: " + known.joined(separator: ", ")
        return LayoutError(.notFound, "there is no \(kind) “\(name)”; \(names)")
    }

    /// Puts a failure of SQLite into a store's terms; nil for an error of the caller's own.
    ///
    /// - Parameter path: The file, if it is known.
    package init?(explaining error: any Error, path: String? = nil) {
        switch error {
        case let error as LayoutError: self = error
        case let error as SQLiteError:
            self.init(error)
            resultCode = error.code.rawValue
        case let error as Migrator.Failure: self.init(error, path)
        case is CancellationError: self = .cancelled
        default: return nil
        }
    }

    /// Calls `body`, and puts a failure of SQLite into a store's terms: for what does not go through a store's pool.
    package static func explaining<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            throw LayoutError(explaining: error) ?? error
        }
    }

    private init(_ error: SQLiteError) {
        let file = error.path ?? "the store"
        switch error.code {
        case .busy, .locked, .lockingProtocol:
            self.init(.busy, "\(file) is busy: another process is writing to it", advice: "Try again when it is done.")
        case .corrupt: self = .corrupt("\(file) is damaged: \(error.message)")
        case .notADatabase:
            self.init(.notAStore, "\(file) is not a layout store: it is not an SQLite database; nothing was changed")
        case .cannotOpen, .permission: self.init(.cannotOpen, "\(file) cannot be opened: \(error.message)")
        case .full: self.init(.diskFull, "\(file) cannot grow: the disk is full; the last step was not stored")
        case .readOnlyRollback:
            self.init(
                .readOnly,
                "\(file) holds an unfinished transaction, which has to be rolled back before it can be read",
                advice: "Open it for writing once, as “layoutctl prepare” does."
            )
        case .readOnlyMoved:
            self.init(
                .fileReplaced, "\(file) was deleted, moved or replaced while it was open; nothing was stored",
                advice: "Close the store, and open it again.")
        case .readOnly: self.init(.readOnly, "\(file) cannot be written: it, or its directory, is read-only")
        case .inputOutput: self.init(.sqlite, "\(file) cannot be read or written: \(error.message)")
        case .outOfMemory:
            self.init(.outOfMemory, "out of memory while working on \(file); the last step was not stored")
        case .interrupt where error.isOfSuspendedPool:
            self.init(.suspended, "the store is suspended", advice: "Call it again after resume().")
        case .interrupt, .abort: self = .cancelled
        case .error where error.isOfMissingFunction:
            self.init(
                .sqlite, "\(file): an index, trigger or column of another program needs its program: \(error.message)",
                advice: "Make the change with that program, or drop the object.")
        case .error, .mismatch, .range:
            // The statements are our own: if one is invalid, the file's schema is damaged.
            self = .corrupt("\(file) is damaged: \(error.message)")
        // The name of the constraint in the tables.
        case .constraint where error.message.hasSuffix("position is a finite number"):
            self.init(
                .invalidArgument, "the store refused a position beyond 1e300",
                advice: "Give the first or last row a position nearer to 0 first.")
        case .constraint where error.isAboutDerivedRows: self = .corrupt("\(file) is damaged: \(error.message)")
        case .constraint: self.init(.invalidArgument, "the store refused a value: \(error.message)")
        case .misuse where error.isOfClosedPool:
            self.init(.closed, "the store is closed", advice: "Open the file again, and use the new store.")
        default: self.init(.sqlite, "\(error)")
        }
    }
}

extension SQLiteError {
    /// Whether a statement needs a function or a collation that only another program has.
    package var isOfMissingFunction: Bool {
        code.primary == .error
            && ["unknown function", "no such function", "no such collation sequence"].contains(where: message.hasPrefix)
    }

    /// Whether a refused row was derived. Such a row is refused only if what it derives from, or what stands beside it,
    /// is damaged.
    fileprivate var isAboutDerivedRows: Bool {
        if message.contains(" lc_") { return true }
        guard let sql else { return false }
        return ["INTO lc_", "UPDATE lc_"].contains { sql.contains($0) }
    }
}

extension LayoutError {
    fileprivate init(_ error: Migrator.Failure, _ path: String?) {
        var advice: String?
        switch error {
        case .foreign: advice = Self.foreignDatabaseAdvice
        // As another program may have done, or a flipped bit.
        case .mismarked(_, let ours):
            advice = "If it is a store, mark it again with the statement “PRAGMA application_id = \(ours)”."
        case .misnumbered(_, let recorded):
            advice = "If no later version wrote it, correct it with the statement “PRAGMA user_version = \(recorded)”."
        case .unrecorded:
            self = .corrupt(path.map { "\($0): \(error)" } ?? "\(error)")
            return
        default: break
        }
        self.init(.notAStore, (path.map { $0 + ": " } ?? "") + "\(error)", advice: advice)
    }
}
