internal import LayoutText

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
