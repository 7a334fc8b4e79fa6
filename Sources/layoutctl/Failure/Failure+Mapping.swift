internal import LayoutCache
internal import LayoutEngine

extension Failure {
    /// Turns any error into text and an exit code: the one place that does.
    init(_ error: any Error, isInterrupted: Bool) {
        switch error {
        case let failure as Failure:
            self = failure
        case is CancellationError:
            self = .interrupted
        case let error as ImportError:
            self = isInterrupted && error.kind == .cancelled ? .interrupted : Self(error)
        case let error as DefinitionError:
            self.init(.failed, "invalid definition at \(error.path): \(error.message)")
        case let error as JSONSyntaxError:
            self.init(.failed, "not JSON: \(error)")
        default:
            if let error = LayoutStoreError(explaining: error) {
                // A wait for a lock that was ended on request ends as busy.
                let isEnded = error.code == .cancelled || error.code == .busy
                self = isInterrupted && isEnded ? .interrupted : Self(error)
            } else {
                self.init(.failed, "\(error)")
            }
        }
    }

    static let interrupted = Failure(.interrupted, "interrupted; the store is as its last finished step left it")

    private init(_ error: ImportError) {
        self.init(.failed, "\(error)" + (error.advice.map { ". " + $0 } ?? ""), namesPlace: true)
    }

    private init(_ error: LayoutStoreError) {
        let exitCode: ExitCode =
            switch error.code {
            case .notAStore: .notAStore
            case .busy: .busy
            case .corrupt: .corrupt
            case .cancelled: .interrupted
            default: .failed
            }
        self.init(exitCode, error.message)
    }
}
