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

    package static func noLayout(_ name: String, known: [String]) -> LayoutError {
        let names = known.isEmpty ? "the store has no layout yet" : "known layouts: " + known.joined(separator: ", ")
        return LayoutError(.notFound, "there is no layout “\(name)”; \(names)")
    }

    static func noDataset(_ name: String, known: [String]) -> LayoutError {
        let names =
            known.isEmpty ? "the store has no data set yet" : "known data sets: " + known.joined(separator: ", ")
        return LayoutError(.notFound, "there is no data set “\(name)”; \(names)")
    }
}
