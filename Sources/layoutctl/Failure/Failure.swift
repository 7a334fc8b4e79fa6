/// Why the program stops: one line of text, and the code it exits with.
struct Failure: Error, Sendable {
    let exitCode: ExitCode
    /// The fault and its remedy, without the program's name.
    let message: String
    /// Whether the line begins with the place in a file, `file:line:column:`, so that editors can jump
    /// there; the program's name is left out then.
    var namesPlace = false

    init(_ exitCode: ExitCode = .failed, _ message: String, namesPlace: Bool = false) {
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
    static let outputClosed = Failure(.done, "")

    /// The line to print; nil if there is none.
    var line: String? {
        if message.isEmpty { return nil }
        return namesPlace ? message : "layoutctl: " + message
    }
}
