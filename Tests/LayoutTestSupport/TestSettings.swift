internal import Foundation
import Testing

/// The settings of the random tests from outside.
///
/// `LAYOUTCACHE_SEED=42 swift test --filter Incremental` repeats one case;
/// `LAYOUTCACHE_SECONDS=3600` has each random test draw new seeds for an hour.
public enum TestSettings {
    /// The one seed to run, if one is given.
    public static let seed: UInt64? = ProcessInfo.processInfo.environment["LAYOUTCACHE_SEED"].flatMap { UInt64($0) }

    /// How long each random test goes on drawing seeds, in seconds; nil for its own number of rounds.
    public static let seconds: Double? = ProcessInfo.processInfo.environment["LAYOUTCACHE_SECONDS"].flatMap {
        Double($0)
    }

    /// Runs a random test: on the given seed alone, on `rounds` seeds from 1 on, or on new seeds until
    /// the time is over.
    ///
    /// - Parameter failures: Seeds at which the test has failed once, to be run in any case.
    public static func forEachSeed(
        rounds: Int, failures: [UInt64] = [], _ body: (UInt64) throws -> Void
    ) rethrows {
        for seed in seed == nil ? failures : [] { try run(seed, body) }
        for seed in seeds(rounds: rounds) { try run(seed, body) }
    }

    private static func run(_ seed: UInt64, _ body: (UInt64) throws -> Void) rethrows {
        do {
            try body(seed)
        } catch {
            // The error alone does not show how to repeat it.
            Issue.record("seed \(seed): \(error)")
            throw error
        }
    }

    /// The seeds of a random test, for one that awaits: it names the seed in what it expects.
    public static func seeds(rounds: Int) -> AnySequence<UInt64> {
        if let seed { return AnySequence([seed]) }
        guard let seconds else { return AnySequence(1...UInt64(rounds)) }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let first = UInt64.random(in: 1 << 32..<1 << 48)
        return AnySequence(sequence(first: first) { clock.now < end ? $0 + 1 : nil })
    }
}
