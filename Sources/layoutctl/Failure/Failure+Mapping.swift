internal import LayoutCache
internal import LayoutEngine

extension Failure {
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
        self.init(exitCode, text + Self.advice(for: error), namesPlace: namesPlace)
    }

    /// The remedy for an error, in this program's terms if it has a command for it.
    private static func advice(for error: LayoutError) -> String {
        guard let advice = error.advice else { return "" }
        let text =
            switch error.code {
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
        return ". " + text
    }
}
