internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform
internal import LayoutSQLite

/// The program's output: data to standard output, everything else to standard error.
struct Console {
    let output: ByteSink
    let errors: ByteSink
    /// For what goes to standard output.
    let style: Style
    /// The cells of a line, if standard output is a terminal.
    let outputWidth: Int?
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    let progress: ProgressLine
    var isQuiet: Bool {
        get { progress.isQuiet }
        nonmutating set { progress.isQuiet = newValue }
    }

    init() {
        output = ByteSink(descriptor: 1, name: "standard output")
        errors = ByteSink(descriptor: 2, name: "standard error")
        isTerminal = Terminal.isTerminal(1)
        let wantsNoColour = environmentValue("NO_COLOR").map { !$0.isEmpty } ?? false
        style = Style(isEnabled: isTerminal && !wantsNoColour && environmentValue("TERM") != "dumb")
        outputWidth = isTerminal ? Terminal.width(1) : nil
        progress = ProgressLine(errors, isTerminal: Terminal.isTerminal(2))
    }

    /// Prints what a script need not know.
    func note(_ message: String) {
        guard !isQuiet else { return }
        say("layoutctl: " + message)
    }

    /// Prints what the data alone could mislead about.
    func warn(_ message: String) { note("warning: " + message) }

    /// Prints a line on standard error, regardless of options.
    func say(_ line: String) {
        progress.clear()
        errors.write(TerminalText.printable(Excerpt.ofMessage(line)) + "\n")
        // There is no place left to report that standard error is closed.
        try? errors.flush()
    }
}

/// Warns of text files whose lines have no text.
enum TextNote {
    static func say(about store: LayoutStore, _ console: Console) throws {
        for (path, isThere) in try store.changedTextFiles() {
            let name = Excerpt.of(path)
            console.say(
                isThere
                    ? "\(name) has changed since its lines were imported: they are shown without text"
                    : "\(name) cannot be read: its lines are shown without text. If it was moved, store its new path: "
                        + "UPDATE text_file SET path = '…' WHERE path = \(SQLLiteral.text(path))")
        }
    }
}

extension Console {
    /// Reports the sections whose own definitions cannot be used in a layout.
    func noteFaults(ofLayout name: String, in store: LayoutStore) throws {
        for fault in try store.sectionFaults(ofLayout: name) {
            note(
                "the layout “\(name)”, section \(fault.section): its definition is not used: "
                    + "\(fault.path): \(fault.message)")
        }
    }
}
