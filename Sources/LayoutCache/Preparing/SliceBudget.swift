internal import LayoutSQLite

/// What one transaction of a preparing may spend.
///
/// It lasts for ``BandLimits/sliceDuration`` where others may be waiting for it, for half of that where someone
/// of this process does, and for four times as long where no one can: each transaction writes some pages again.
struct SliceBudget {
    /// Says who else would like to write.
    typealias OtherWriting = () -> ConnectionPool.OtherWriting

    private let start = ContinuousClock.now
    private let duration: Duration
    private let elementLimit: Int
    private let otherWriting: OtherWriting

    /// Begins now.
    init(_ limits: BandLimits, otherWriting: @escaping OtherWriting) {
        duration = limits.sliceDuration
        elementLimit = limits.slice
        self.otherWriting = otherWriting
    }

    func isSpent(elements: Int) -> Bool {
        if elements >= elementLimit { return true }
        let spent = ContinuousClock.now - start
        if spent < duration / 2 { return false }
        switch otherWriting() {
        case .awaited: return true
        case .possible: return spent >= duration
        case .none: return spent >= duration * 4
        }
    }
}
