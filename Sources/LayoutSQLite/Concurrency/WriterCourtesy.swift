/// How long someone who writes again and again pauses between two transactions, so that writers of other
/// processes get in.
///
/// Nothing tells whether another process is waiting: one that uses SQLite's own rule tries for the lock
/// after 1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50 and then each 100 milliseconds, and sleeps in between. But
/// it can be told whether another process has the file open. So without one there is no pause at all; one
/// that has just come probably came to write, and one that has written lately will again: they get a pause as
/// long as their sleep, often enough to meet them in their first tenth of a second; and beside one that only
/// has the file open about a tenth of the time is left free.
struct WriterCourtesy {
    /// Longer than ``LockPatience/interval``: who waits by our own rule gets in at each.
    static let shortPause = Duration.microseconds(550)
    /// The longest sleep of SQLite's own rule in the first tenth of a second.
    static let longPause = Duration.milliseconds(25)
    /// For those who have not written yet.
    static let middlePause = Duration.milliseconds(10)

    private var neighbour: Int32?
    private var lastPause: ContinuousClock.Instant?
    private var lastLongPause: ContinuousClock.Instant?
    private var attentiveUntil: ContinuousClock.Instant?

    /// How long to pause now.
    ///
    /// - Parameters:
    ///   - found: A process that has the file open, nil for none.
    ///   - hasOtherWritten: Whether another has written since the last time.
    mutating func pause(
        at now: ContinuousClock.Instant, neighbour found: Int32?, hasOtherWritten: Bool
    ) -> Duration {
        let isNew = found != neighbour
        neighbour = found
        guard found != nil else { return .zero }
        // One that has just come reads the schema first, and is ready to write when the first pause is over.
        if isNew { attentiveUntil = now + .seconds(1) }
        if hasOtherWritten { attentiveUntil = now + .seconds(2) }
        let isAttentive = attentiveUntil.map { now < $0 } ?? false
        let interval = isAttentive ? Duration.milliseconds(50) : .milliseconds(250)
        let pause: Duration
        if isNew || lastLongPause.map({ now - $0 >= interval }) ?? true {
            pause = isNew || isAttentive ? Self.longPause : Self.middlePause
            lastLongPause = now + pause
        } else if lastPause.map({ now - $0 >= .milliseconds(9) }) ?? true {
            pause = Self.shortPause
        } else {
            return .zero
        }
        lastPause = now + pause
        return pause
    }
}
