/// What one transaction of a preparing may spend.
struct SliceBudget {
    private let deadline: ContinuousClock.Instant
    private let elementLimit: Int

    /// Begins now.
    init(_ limits: BandLimits) {
        deadline = ContinuousClock.now + limits.sliceDuration
        elementLimit = limits.slice
    }

    func isSpent(elements: Int) -> Bool {
        elements >= elementLimit || ContinuousClock.now >= deadline
    }
}
