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

/// Collects text and writes it to a file descriptor.
///
/// Not Sendable: a descriptor has one position.
final class ByteSink {
    private let descriptor: CInt
    private let name: String
    private var bytes: ContiguousArray<UInt8> = []

    /// Large enough that the system call costs nothing compared with making the text.
    private static let capacity = 1 << 16

    init(descriptor: CInt, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    func write(_ data: some Collection<UInt8>) { bytes.append(contentsOf: data) }

    func flushIfLarge() throws(Failure) {
        if bytes.count >= Self.capacity { try flush() }
    }

    /// Writes the buffered bytes.
    ///
    /// - Throws: ``Failure`` where the descriptor takes no more: a full disk, a closed file.
    func flush() throws(Failure) {
        defer { bytes.removeAll(keepingCapacity: true) }
        // The reader may be slow, or waiting for a person.
        guard try !writeAll(descriptor, bytes, interrupted: Interruption.check) else { return }
        throw errno == EPIPE
            ? .outputClosed : Failure(.failed, "cannot write to \(name): \(systemMessage(errno))")
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

    /// How many of something are done, how many a second, and the share and the time that are left, if they are known.
    static func rate(_ count: Int, _ what: String, _ share: Double?, _ seconds: Double) -> String {
        var text = "\(ReadableNumber.grouped(count)) \(what)"
        if seconds > 0 { text += ", \(ReadableNumber.grouped(Int(Double(count) / seconds))) a second" }
        return text + remaining(share, seconds)
    }
}
