internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutText

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
        isTerminal = Self.isTerminal(1)
        let wantsNoColour = environmentValue("NO_COLOR").map { !$0.isEmpty } ?? false
        style = Style(isEnabled: isTerminal && !wantsNoColour && environmentValue("TERM") != "dumb")
        outputWidth = isTerminal ? Self.width(1) : nil
        progress = ProgressLine(errors, isTerminal: Self.isTerminal(2))
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

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// The cells of a line; 80 if the terminal does not report them.
    private static func width(_ descriptor: CInt) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Emphasis for terminals that show it; plain text for all other outputs.
    struct Style: Sendable {
        let isEnabled: Bool

        func dim(_ text: String) -> String { wrap(text, "2") }
        func bold(_ text: String) -> String { wrap(text, "1") }
        func accent(_ text: String) -> String { wrap(text, "36") }

        private func wrap(_ text: String, _ code: String) -> String {
            isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
        }
    }

    /// Warns of data sets that may differ from what they follow.
    func warn(ofFollowersIn store: LayoutStore) throws {
        let detached = try store.detachedFollowers()
        let remedy = "“layoutctl prepare \(ShellWord.text(store.path))” makes it equal"
        for (name, reason) in detached {
            warn(
                reason.map {
                    "“\(name)” does not follow its source any more: \($0.message); follow again with what there is, or "
                        + "remove the data set"
                } ?? "“\(name)” has lost the triggers on its source, and may differ from it; \(remedy)")
        }
        for name in try store.awaitedFollowers() where !detached.contains(where: { $0.dataset == name }) {
            warn("the source of “\(name)” has changed, and the data set not yet; \(remedy)")
        }
        for (following, row, message) in try store.failedRows() {
            warn("“\(following.dataset)” cannot take over row \(row) of \(following.sourceText): \(message)")
        }
    }

    /// Warns of text files whose lines have no text.
    func sayTextFiles(of store: LayoutStore) throws {
        for (path, isThere) in try store.changedTextFiles() {
            let name = Excerpt.of(path)
            say(
                isThere
                    ? "\(name) has changed since its lines were imported: they are shown without text"
                    : "\(name) cannot be read: its lines are shown without text. If it was moved, store its new path: "
                        + "UPDATE text_file SET path = '…' WHERE path = \(Statement.literal(path))")
        }
    }

    /// Reports the sections whose own definitions cannot be used in a layout.
    func noteFaults(ofLayout name: String, in store: LayoutStore) throws {
        for fault in try store.sectionFaults(ofLayout: name) {
            note(
                "the layout “\(name)”, section \(fault.section): its definition is not used: "
                    + "\(fault.path): \(fault.message)")
        }
    }

    /// One line on a terminal that shows how far the work has come; nothing where standard error is a file.
    ///
    /// The console takes it away before it prints anything else.
    final class ProgressLine {
        private let errors: ByteSink
        private let isTerminal: Bool
        private let clock = ContinuousClock()
        private var start: ContinuousClock.Instant
        private var lastShown: ContinuousClock.Instant?
        var isQuiet = false

        /// Often enough to look alive, and seldom enough to cost nothing.
        private static let interval = Duration.milliseconds(100)

        init(_ errors: ByteSink, isTerminal: Bool) {
            (self.errors, self.isTerminal) = (errors, isTerminal)
            start = clock.now
        }

        var isShown: Bool { isTerminal && !isQuiet }

        /// The time since the work began.
        var seconds: Double { (clock.now - start) / .seconds(1) }

        /// The work begins now, rather than with the program.
        func begin() { start = clock.now }

        /// Shows what `text` makes of the seconds that passed, unless the line is fresh.
        func update(_ text: (_ seconds: Double) -> String) {
            guard isShown else { return }
            let now = clock.now
            if let lastShown, now - lastShown < Self.interval { return }
            lastShown = now
            errors.write("\r\u{1B}[K" + text(seconds))
            // Progress is not data: a failure to show it is ignored.
            try? errors.flush()
        }

        func clear() {
            guard lastShown != nil else { return }
            lastShown = nil
            errors.write("\r\u{1B}[K")
            try? errors.flush()
        }

        /// The completed share of the work, and the remaining time at the same rate; nothing before enough is done to
        /// estimate it.
        static func remaining(_ share: Double?, _ seconds: Double) -> String {
            let share = min(1, share ?? 0)
            guard share >= 0.01, seconds > 0 else { return "" }
            // The remaining work is not counted.
            guard share < 1 else { return ", 100 %" }
            return ", \(Int(share * 100)) %, \(ReadableNumber.duration(seconds / share - seconds)) left"
        }

        /// How many of something are done, how many a second, and the share and the time that are left, if they are
        /// known.
        static func rate(_ count: Int, _ what: String, _ share: Double?, _ seconds: Double) -> String {
            var text = "\(ReadableNumber.grouped(count)) \(what)"
            if seconds > 0 { text += ", \(ReadableNumber.grouped(Int(Double(count) / seconds))) a second" }
            return text + remaining(share, seconds)
        }
    }
}
