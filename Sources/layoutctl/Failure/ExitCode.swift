/// How the program ended, as scripts see it.
enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    /// Done, but some rows were rejected.
    case rejectedRows = 3
    /// The file is no store, or one of a newer version.
    case notAStore = 4
    /// Somebody else is writing.
    case busy = 5
    case corrupt = 6
    /// By Ctrl-C: 128 + SIGINT, as shells count.
    case interrupted = 130

    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .usage: "the command line makes no sense"
        case .rejectedRows: "done, but rows were rejected"
        case .notAStore: "the file is no store, or one of a newer version"
        case .busy: "another process is writing to the store"
        case .corrupt: "the store is damaged"
        case .interrupted: "interrupted; the store is whole"
        }
    }
}
