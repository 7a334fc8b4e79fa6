/// How the program ended, as scripts see it.
enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    /// Done, but some rows were rejected.
    case rejectedRows = 3
    /// The file is not a layout store, or one of a newer version.
    case notAStore = 4
    /// Another process is writing.
    case busy = 5
    case corrupt = 6
    /// By Ctrl-C: 128 + SIGINT, as shells count. The other requests to stop end alike.
    case interrupted = 130

    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .usage: "usage error"
        case .rejectedRows: "done, but rows were rejected"
        case .notAStore: "the file is not a layout store, or is one of a newer version"
        case .busy: "the store is busy: another process is writing to it"
        case .corrupt: "the store is damaged"
        case .interrupted: "interrupted; the store is intact"
        }
    }
}
