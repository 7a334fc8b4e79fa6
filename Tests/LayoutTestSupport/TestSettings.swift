internal import Foundation
import Testing

/// The settings of the random tests from outside.
///
/// `LAYOUTCACHE_SEED=42 swift test --filter Incremental` repeats one case;
/// `LAYOUTCACHE_SECONDS=3600` has each random test draw new seeds for an hour.
/// `LAYOUTCACHE_FIRST_SEED=42` repeats a run of all tests, and `LAYOUTCACHE_ROUNDS=all` takes all of their rounds.
public enum TestSettings {
    /// The one seed to run, if one is given.
    public static let seed = setting("SEED").flatMap { UInt64($0) }

    /// How long each random test goes on drawing seeds, in seconds; nil for its own number of rounds.
    public static let seconds = setting("SECONDS").flatMap { Double($0) }

    /// The seed of the first round: `scripts/test` takes it from the commit, so that each commit draws other cases.
    public static let firstSeed = setting("FIRST_SEED").flatMap { UInt64($0) } ?? 1

    /// Whether all rounds and all cases are taken, and not a part of them that the seed draws.
    public static let takesAll = seed == nil && (seconds != nil || setting("ROUNDS") == "all")

    private static func setting(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["LAYOUTCACHE_" + name]
    }

    /// Draws a part of some cases by the first seed; all of them if all are taken.
    public static func drawn<Value>(_ count: Int, of cases: [Value]) -> [Value] {
        guard !takesAll, count < cases.count else { return cases }
        var random = SeededGenerator(seed: seed ?? firstSeed)
        return cases.shuffled(using: &random).prefix(count).map(\.self)
    }

    /// Runs a random test on the given seed alone, or on new seeds until the time is over. Otherwise it takes a third
    /// of `rounds` seeds, from the first one on.
    ///
    /// - Parameter failures: Seeds at which the test has failed once, to be run in any case.
    public static func forEachSeed(rounds: Int, failures: [UInt64] = [], _ body: (UInt64) throws -> Void) rethrows {
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
        guard let seconds else { return AnySequence(seedArguments(rounds)) }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let first = UInt64.random(in: 1 << 32..<1 << 48)
        return AnySequence(sequence(first: first) { clock.now < end ? $0 + 1 : nil })
    }

    /// The seeds of a random test whose rounds are its arguments, a case each.
    public static func seedArguments(_ rounds: Int) -> [UInt64] {
        if let seed { return [seed] }
        return (0..<UInt64(takesAll ? rounds : (rounds + 2) / 3)).map { firstSeed &+ $0 }
    }
}
