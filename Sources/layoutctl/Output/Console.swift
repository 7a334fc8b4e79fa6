/// Where the program's words go: data to standard output, everything else to standard error.
struct Console {
    let output: ByteSink
    let errors: ByteSink
    /// For what goes to standard output.
    let style: Style
    /// The cells of a line, if standard output is a terminal.
    let outputWidth: Int?
    /// Whether somebody is looking at standard error.
    let showsProgress: Bool
    var isQuiet = false

    init() {
        output = ByteSink(descriptor: 1, name: "standard output")
        errors = ByteSink(descriptor: 2, name: "standard error")
        let isTerminal = Terminal.isTerminal(1)
        let wantsNoColour = Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false
        style = Style(isEnabled: isTerminal && !wantsNoColour && Environment.value("TERM") != "dumb")
        outputWidth = isTerminal ? Terminal.width(1) : nil
        showsProgress = Terminal.isTerminal(2)
    }

    /// Says something that a script need not know.
    func note(_ message: String) {
        guard !isQuiet else { return }
        say("layoutctl: " + message)
    }

    /// Says something that the data alone could mislead about.
    func warn(_ message: String) {
        note("warning: " + message)
    }

    /// Says something on standard error whatever is asked for.
    func say(_ line: String) {
        errors.write(TextTable.printable(line) + "\n")
        // Nobody is left to tell that standard error is closed.
        try? errors.flush()
    }
}
