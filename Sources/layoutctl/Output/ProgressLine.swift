/// One line on a terminal that says how far the work has come; nothing where nobody looks.
final class ProgressLine {
    private let console: Console
    private let isShown: Bool
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
        console.errors.write("\r\u{1B}[K" + text((now - start) / .seconds(1)))
        // Progress is no data: nobody misses it.
        try? console.errors.flush()
    }

    /// Takes the line away.
    func finish() {
        guard lastShown != nil else { return }
        lastShown = nil
        console.errors.write("\r\u{1B}[K")
        try? console.errors.flush()
    }
}
