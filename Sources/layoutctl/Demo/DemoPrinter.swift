internal import LayoutText

/// Prints the steps of the demonstration.
struct DemoPrinter {
    let console: Console
    private let clock = ContinuousClock()
    private var number = 0

    init(_ console: Console) {
        self.console = console
    }

    /// Does a step, and prints its description, its result, its cost, and the command that does the same.
    ///
    /// - Parameters:
    ///   - command: The same from a shell.
    ///   - sql: The same, or a look at it, from the `sqlite3` shell.
    ///   - body: Does it, and returns lines on what came of it.
    mutating func step(
        _ title: String, command: String? = nil, sql: [String] = [], _ body: () throws -> [String]
    ) throws {
        let start = clock.now
        let lines = try body()
        let seconds = (clock.now - start) / .seconds(1)
        number += 1
        let style = console.style
        let cost = ReadableNumber.rounded(seconds * 1000, seconds < 0.01 ? 2 : 0) + " ms"
        let heading = "\(number)  \(title)"
        let padding = String(repeating: " ", count: max(2, 84 - heading.count - cost.count))
        console.output.write(style.bold(heading) + padding + style.bold(cost) + "\n")
        for line in lines { console.output.write("   " + TerminalText.printable(line) + "\n") }
        if let command { console.output.write("   " + style.dim("$ ") + style.accent(command) + "\n") }
        var isContinued = false
        for line in sql {
            // As the shell prompts: once for each statement.
            console.output.write("   " + style.dim(isContinued ? "   ...> " : "sqlite> ") + style.accent(line) + "\n")
            isContinued = !line.hasSuffix(";")
        }
        console.output.write("\n")
        try console.output.flush()
    }
}
