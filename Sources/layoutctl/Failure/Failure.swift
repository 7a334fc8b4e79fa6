/// Why the program stops: one line of text, and the code it exits with.
struct Failure: Error, Sendable {
    let exitCode: ExitCode
    /// What happened and what to do about it, without the program's name.
    let message: String
    /// Whether the line begins with the place in a file, `file:line:column:`, so that editors can jump
    /// there; the program's name is left out then.
    var namesPlace = false

    init(_ exitCode: ExitCode = .failed, _ message: String, namesPlace: Bool = false) {
        self.exitCode = exitCode
        self.message = message
        self.namesPlace = namesPlace
    }

    /// A command line that makes no sense.
    static func usage(_ message: String, command: String?) -> Failure {
        let help = command.map { "layoutctl help \($0)" } ?? "layoutctl help"
        return Failure(.usage, "\(message) (see “\(help)”)")
    }

    /// The line as it is printed.
    var line: String {
        namesPlace ? message : "layoutctl: " + message
    }
}
