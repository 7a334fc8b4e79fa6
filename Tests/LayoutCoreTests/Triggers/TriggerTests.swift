import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The triggers against random statements: every change by a statement is noted.
@Suite struct TriggerTests {
    /// The triggers that mark what is stale.
    static let marking = [
        "lc_item_before_insert", "lc_item_after_insert", "lc_item_before_update", "lc_item_after_move",
        "lc_item_after_resize", "lc_item_after_delete", "lc_measurement_after_insert",
        "lc_measurement_after_update", "lc_measurement_after_delete", "lc_section_measurement_after_insert",
        "lc_section_measurement_after_update", "lc_section_measurement_after_delete", "lc_section_before_insert",
        "lc_section_after_insert", "lc_section_before_update", "lc_section_after_move", "lc_section_after_measure",
        "lc_section_after_delete", "lc_item_after_arrival", "lc_item_after_displacement",
    ]

    /// Runs random statements on a fresh store; returns the first that was not noted.
    private func firstMiss(
        seed: UInt64, statements: Int, isRecursive: Bool, dropping trigger: String? = nil, isTrusted: Bool = true,
        enforcesKeys: Bool = false
    ) throws -> TriggerFuzz.Miss? {
        let test = try TestStore(limits: BandLimits(target: 3, maximum: 6, minimum: 1, slice: 40, run: 3))
        var random = SeededGenerator(seed: seed)
        try TriggerFuzz.fill(test, &random)
        try test.store.pool.writeWithoutTransaction { connection in
            try connection.execute("PRAGMA recursive_triggers = \(isRecursive ? 1 : 0)")
            try connection.execute("PRAGMA trusted_schema = \(isTrusted ? 1 : 0)")
        }
        // Sections come and go, so that after a while hardly any band is left to be marked.
        for round in 0..<statements / 150 {
            for name in try test.store.layouts().map(\.name) { try test.store.prepare(name) }
            let miss = try test.store.pool.writeWithoutTransaction { connection -> TriggerFuzz.Miss? in
                if let trigger { try connection.execute("DROP TRIGGER IF EXISTS \(trigger)") }
                try connection.execute("PRAGMA foreign_keys = \(enforcesKeys ? 1 : 0)")
                var fuzz = try TriggerFuzz(connection, seed: seed &+ UInt64(round))
                for _ in 0..<150 {
                    if let miss = try fuzz.step() { return miss }
                }
                try fuzz.finish()
                return nil
            }
            if let miss { return miss }
        }
        return nil
    }

    @Test("Everything that a statement changes is stale afterwards", arguments: [false, true], [false, true])
    func nothingIsMissed(isRecursive: Bool, isTrusted: Bool) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            let miss = try firstMiss(
                seed: seed &* 1009, statements: TestSettings.takesAll ? 1050 : 300, isRecursive: isRecursive,
                isTrusted: isTrusted, enforcesKeys: seed.isMultiple(of: 2))
            #expect(miss == nil, "seed \(seed)")
        }
    }

    @Test(
        "A trigger that marks what is stale is missed when it is left out",
        arguments: TestSettings.drawn(7, of: marking))
    func eachIsNeeded(trigger: String) throws {
        for seed in UInt64(1)...12 {
            if try firstMiss(seed: seed &* 7919, statements: 900, isRecursive: false, dropping: trigger) != nil {
                return
            }
        }
        Issue.record("no statement out of 10800 needed \(trigger)")
    }
}
