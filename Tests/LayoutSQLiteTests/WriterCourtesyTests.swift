@testable import LayoutSQLite
import LayoutTestSupport
import Testing

/// Time here is a number: nothing waits.
@Suite struct WriterCourtesyTests {
    /// The sleeps of SQLite's own busy handler (`sqliteDefaultBusyCallback`), in milliseconds.
    private static let sleeps = [1.0, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]

    /// A job in slices, and the writer of another process that comes at some time.
    private struct Simulation {
        var courtesy = WriterCourtesy()
        private let origin = ContinuousClock.now
        private(set) var now = 0.0
        private(set) var worked = 0.0
        /// When the lock was free, in order.
        private(set) var gaps: [(start: Double, end: Double)] = []

        private func instant(_ milliseconds: Double) -> ContinuousClock.Instant {
            origin + .microseconds(Int(milliseconds * 1000))
        }

        /// Does a slice, which ends early where a gap is due, and pauses.
        mutating func step(_ length: Double, endsForGap: Bool = true) {
            courtesy.noteBeginning(at: instant(now))
            let end = now + length
            while now < end, !(endsForGap && courtesy.isGapDue(at: instant(now))) { now += 0.5 }
            worked += length - max(0, end - now)
            courtesy.noteEnd(at: instant(now))
            let pause = courtesy.pause(at: instant(now)) / .milliseconds(1)
            gaps.append((now, now + pause))
            now += pause
        }

        /// How long a writer waits that first tries at a time, and whose sleeps take longer by a delay.
        func wait(from start: Double, delay: Double) -> Double {
            var attempt = start
            for number in 0... {
                if gaps.contains(where: { $0.start <= attempt && attempt <= $0.end }) { break }
                attempt +=
                    (number < WriterCourtesyTests.sleeps.count ? WriterCourtesyTests.sleeps[number] : 100) + delay
            }
            return attempt - start
        }
    }

    @Test(
        "A writer of another process waits for 130 milliseconds at the most, whenever it comes",
        arguments: [4.0, 8, 24])
    func longestWait(slice: Double) {
        var simulation = Simulation()
        while simulation.now < 1500 { simulation.step(slice) }
        for delay in [0, 0.1, 0.5] {
            for start in stride(from: 0, to: 500, by: 0.7) {
                let wait = simulation.wait(from: start, delay: delay)
                #expect(wait <= 130, "from \(start) with a delay of \(delay)")
            }
        }
    }

    @Test("The job takes at most a third longer for it")
    func price() {
        var simulation = Simulation()
        while simulation.now < 6000 { simulation.step(24) }
        #expect(simulation.now / simulation.worked < 1.33)
    }

    @Test("After a transaction that took too long the lock is free for as long as those sleep who waited for it")
    func longTransactions() {
        TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            var simulation = Simulation()
            while simulation.now < 5000 {
                // A disk that now and then takes long to sync.
                let isSlow = Int.random(in: 0..<8, using: &random) == 0
                simulation.step(isSlow ? Double.random(in: 30...400, using: &random) : 24, endsForGap: !isSlow)
            }
            for start in stride(from: 0, to: 3000, by: 7.3) {
                let wait = simulation.wait(from: start, delay: 0.1)
                // The rest of the job's hold, a slow transaction, and one sleep.
                #expect(wait <= 92 + 400 + 103, "seed \(seed), from \(start)")
            }
        }
    }

    @Test("A lock that was free for long enough between two jobs is not left free once more")
    func separateJobs() {
        var courtesy = WriterCourtesy()
        let origin = ContinuousClock.now
        for round in 0..<100 {
            let start = origin + .milliseconds(round * 40)
            courtesy.noteBeginning(at: start)
            #expect(!courtesy.isGapDue(at: start + .milliseconds(10)))
            courtesy.noteEnd(at: start + .milliseconds(10))
            #expect(courtesy.pause(at: start + .milliseconds(10)) <= WriterCourtesy.shortPause)
        }
        #expect(courtesy.pause(at: origin + .seconds(60)) == .zero)
    }
}
