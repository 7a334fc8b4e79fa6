internal import LayoutText

/// One line on a terminal that shows how far the work has come; nothing where standard error is a file.
final class ProgressLine {
    private let console: Console
    let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant?

    /// Often enough to look alive, and seldom enough to cost nothing.
    private static let interval = Duration.milliseconds(100)

    init(_ console: Console) {
        self.console = console
        isShown = console.showsProgress && !console.isQuiet
        start = clock.now
    }

    var seconds: Double { (clock.now - start) / .seconds(1) }

    /// Shows what `text` makes of the seconds that passed, unless the line is fresh.
    func update(_ text: (_ seconds: Double) -> String) {
        guard isShown else { return }
        let now = clock.now
        if let lastShown, now - lastShown < Self.interval { return }
        lastShown = now
        console.errors.write("\r\u{1B}[K" + text(seconds))
        // Progress is not data: a failure to show it is ignored.
        try? console.errors.flush()
    }

    func finish() {
        guard lastShown != nil else { return }
        lastShown = nil
        console.errors.write("\r\u{1B}[K")
        try? console.errors.flush()
    }

    /// The completed share of the work, and the remaining time at the same rate; nothing before enough is done to
    /// estimate it.
    static func remaining(_ share: Double, _ seconds: Double) -> String {
        let share = min(1, share)
        guard share >= 0.01, seconds > 0 else { return "" }
        // The remaining work is not counted.
        guard share < 1 else { return ", 100 %" }
        return ", \(Int(share * 100)) %, \(ReadableNumber.duration(seconds / share - seconds)) left"
    }
}
