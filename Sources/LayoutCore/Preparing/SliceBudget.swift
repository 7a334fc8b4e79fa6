internal import LayoutSQLite

/// The budget of one transaction of a preparation.
///
/// It lasts for half of ``BandLimits/sliceDuration`` while a writer of this process waits, or it is the turn of another
/// process. Otherwise it lasts four times that duration, since each transaction writes some pages again.
struct SliceBudget {
    /// Returns who else waits to write.
    typealias OtherWriting = () -> ConnectionPool.OtherWriting

    /// How many items one step of a slice counts at the most: some milliseconds' worth.
    static let countLimit = 1 << 15

    private let start = ContinuousClock.now
    private let duration: Duration
    private let elementLimit: Int
    private let otherWriting: OtherWriting
    private let answer = Answer()

    /// The last known answer about other writers: asking costs more than looking at the clock.
    private final class Answer {
        var writing = ConnectionPool.OtherWriting.possible
        var expiry: ContinuousClock.Instant?
        static let lifetime = Duration.milliseconds(1)
    }

    init(_ limits: BandLimits, otherWriting: @escaping OtherWriting) {
        duration = limits.sliceDuration
        elementLimit = limits.slice
        self.otherWriting = otherWriting
    }

    func isSpent(elements: Int) -> Bool {
        if elements >= elementLimit { return true }
        let now = ContinuousClock.now
        let spent = now - start
        if spent < duration / 2 { return false }
        if answer.expiry.map({ now >= $0 }) ?? true {
            answer.writing = otherWriting()
            answer.expiry = now + Answer.lifetime
        }
        switch answer.writing {
        case .awaited: return true
        case .possible, .none: return spent >= duration * 4
        }
    }
}
