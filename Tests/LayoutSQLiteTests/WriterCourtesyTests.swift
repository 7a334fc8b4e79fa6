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

    /// A writer that tries again two milliseconds after each write, and whose sleeps take longer now and then.
    private struct BusyWriter {
        var random: SeededGenerator
        let longestDelay: Double
        private var attempt = 0.0
        private var start = 0.0
        private var sleeps = 0
        private(set) var longestWait = 0.0
        private(set) var version: Int64 = 1

        init(seed: UInt64, longestDelay: Double) {
            random = SeededGenerator(seed: seed)
            self.longestDelay = longestDelay
        }

        mutating func proceed(to time: Double, isFree: Bool) {
            while attempt < time {
                if isFree {
                    longestWait = max(longestWait, attempt - start)
                    version += 1
                    (sleeps, start) = (0, attempt + 2)
                    attempt = start
                } else {
                    let all = WriterCourtesyTests.sleeps
                    let isLate = Int.random(in: 0..<8, using: &random) == 0
                    attempt += (sleeps < all.count ? all[sleeps] : 100)
                    if isLate { attempt += Double.random(in: 0...longestDelay, using: &random) }
                    sleeps += 1
                }
            }
        }
    }

    @Test(
        "A process that writes again and again waits for 150 milliseconds at the most, also where it wakes late",
        arguments: [(delay: 0.5, price: 1.33), (delay: 20, price: 1.4)])
    func lateWriter(delay: Double, price: Double) {
        TestSettings.forEachSeed(rounds: 12) { seed in
            let origin = ContinuousClock.now
            var courtesy = WriterCourtesy()
            var writer = BusyWriter(seed: seed, longestDelay: delay)
            var (now, worked) = (0.0, 0.0)
            func instant() -> ContinuousClock.Instant { origin + .microseconds(Int(now * 1000)) }
            while now < 20_000 {
                courtesy.noteBeginning(at: instant())
                courtesy.noteVersion(writer.version)
                let start = now
                while now < start + 24, !courtesy.isGapDue(at: instant()) { now += 0.5 }
                worked += now - start
                writer.proceed(to: now, isFree: false)
                courtesy.noteEnd(at: instant())
                var pause = courtesy.pause(at: instant())
                while pause > .zero {
                    now += pause / .milliseconds(1)
                    writer.proceed(to: now, isFree: true)
                    pause = courtesy.extraPause(at: instant()) { writer.version }
                }
            }
            #expect(writer.longestWait <= 150, "seed \(seed)")
            #expect(now / worked < price, "seed \(seed)")
        }
    }

    @Test("A process that has written, and has nothing to write any more, is waited for twice")
    func idleWriter() {
        var courtesy = WriterCourtesy()
        let origin = ContinuousClock.now
        var (now, longest) = (Duration.zero, [Duration]())
        courtesy.noteVersion(1)
        for round in 0..<6 {
            courtesy.noteBeginning(at: origin + now)
            courtesy.noteVersion(2)
            now += .milliseconds(95)
            courtesy.noteEnd(at: origin + now)
            var (pause, gap) = (courtesy.pause(at: origin + now), Duration.zero)
            while pause > .zero {
                gap += pause
                pause = courtesy.extraPause(at: origin + now + gap) { 2 }
            }
            now += gap
            longest.append(gap)
            #expect(round > 1 || gap > .milliseconds(50))
        }
        #expect(longest[0] < .milliseconds(60) && longest[1] > .milliseconds(100))
        #expect(longest[2...].allSatisfy { $0 == .milliseconds(27) })
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

    @Test("A process that is alone with a file finds no other one")
    func alone() throws {
        let directory = try ScratchDirectory()
        let pool = try directory.openPool()
        var neighbours = WriterCourtesy.Neighbours(path: directory.file("a.db"))
        // It finds a descriptor to ask over, and asks over it again.
        for _ in 0..<2 {
            let isShared = neighbours.exist()
            #expect(!isShared)
        }
        pool.close()
    }
}
