internal import LayoutCache
internal import LayoutEngine

/// Why the program stops: one line of text, and the code it exits with.
struct Failure: Error, Sendable {
    let exitCode: ExitCode
    /// The fault and its remedy, without the program's name.
    let message: String
    /// Whether the line begins with the place in a file, `file:line:column:`, so that editors can jump
    /// there; the program's name is left out then.
    var namesPlace = false

    init(_ exitCode: ExitCode, _ message: String, namesPlace: Bool = false) {
        self.exitCode = exitCode
        self.message = message
        self.namesPlace = namesPlace
    }

    /// An error in the command line.
    static func usage(_ message: String, command: String?) -> Failure {
        let help = command.map { "layoutctl help \($0)" } ?? "layoutctl help"
        return Failure(.usage, "\(message) (see “\(help)”)")
    }

    /// The reader of standard output has closed it, as `head` does when it has enough. That is not an error, and
    /// nothing is reported.
    static let outputClosed = ended(.done)

    /// The end of a command that has reported its result itself.
    static func ended(_ exitCode: ExitCode) -> Failure { Failure(exitCode, "") }

    /// The line to print; nil if there is none.
    var line: String? {
        if message.isEmpty { return nil }
        return namesPlace ? message : "layoutctl: " + message
    }

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

    /// Turns any error into text and an exit code: the one place that does.
    init(_ error: any Error, isInterrupted: Bool) {
        switch LayoutError(explaining: error) ?? error {
        case let failure as Failure: self = failure
        // A wait for a lock that was ended on request ends as busy. The store is suspended on request, too.
        case let error as LayoutError
        where [.cancelled, .suspended].contains(error.code) || isInterrupted && error.code == .busy:
            self = .interrupted
        case let error as LayoutError: self.init(error)
        default: self.init(.failed, "\(error)")
        }
    }

    static let interrupted = Failure(.interrupted, "interrupted; the store is as its last finished step left it")

    private init(_ error: LayoutError) {
        let exitCode: ExitCode =
            switch error.code {
            case .notAStore, .olderVersion: .notAStore
            case .busy: .busy
            case .corrupt: .corrupt
            default: .failed
            }
        var text = "\(error)"
        var namesPlace = error.file != nil
        if error.code == .invalidDefinition, error.line == nil, let path = error.path {
            text = (error.file.map { $0 + ": " } ?? "") + "invalid definition at \(path): \(error.message)"
            namesPlace = false
        }
        if let advice = Self.advice(for: error) { text += (text.hasSuffix("?") ? " " : ". ") + advice }
        self.init(exitCode, text, namesPlace: namesPlace)
    }

    /// The remedy for an error, in this program's terms if it has a command for it.
    private static func advice(for error: LayoutError) -> String? {
        guard let advice = error.advice else { return nil }
        return switch error.code {
        case .corrupt: "“layoutctl verify DB --repair” rebuilds what can be derived"
        case .diskFull where advice == LayoutError.fullDiskAdvice:
            "Make room; “layoutctl export DB” and “layoutctl copy DB NEW” can still read it"
        case .notAStore where advice == LayoutError.foreignDatabaseAdvice:
            "“layoutctl follow DB --table T --dataset NAME …” makes a data set that follows a table of it"
        case .sourceChanged:
            "“layoutctl follow DB --table T --dataset NAME …” follows again with the columns that there are, "
                + "and “layoutctl follow DB --dataset NAME --remove” removes the data set"
        default: advice
        }
    }
}
