import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Many items that change in size, and are laid out in several slices. One slice's knowledge of the first change of a
/// band is valid in the next one as long as no other connection has written.
@Suite struct ResizesInSlicesTests {
    private struct Interruption: Error {}

    /// Mostly resizes; among them what moves items from band to band.
    private func change(
        _ count: ClosedRange<Int>, _ script: inout EditScript, using random: inout SeededGenerator
    ) throws {
        let resizes = [RandomEdit.Kind](repeating: .resize, count: 20)
        for _ in 0..<Int.random(in: count, using: &random) {
            try script.change(resizes + [.delete, .insertBetween, .deleteRun, .insertMany], using: &random)
        }
    }

    @Test(
        "Resized items are right after several slices, with any other preparation between two of them",
        arguments: LayoutKind.allCases)
    func resizes(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 91 &+ 7)
            let limits = BandLimits(
                target: Int.random(in: 3...9, using: &random), maximum: 18, minimum: 2,
                slice: Int.random(in: 5...30, using: &random), run: 4, estimated: 24)
            let (test, layout, data) = try TestStore.random(
                kind, sections: 2...2, items: 40...90, limits: limits, using: &random)
            try test.store.prepare("wall")
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            for round in 0..<4 {
                try change(1...12, &script, using: &random)
                var left = 6
                try test.store.prepare("wall") { _ in
                    // Nothing happens, or another connection changes something as well, or lays out a part of the rest.
                    left -= 1
                    guard left > 0, Bool.random(using: &random) else { return }
                    if Bool.random(using: &random) { try change(1...3, &script, using: &random) }
                    var slices = Int.random(in: 0...3, using: &random)
                    do {
                        try test.store.prepare("wall") { _ in
                            slices -= 1
                            if slices < 0 { throw Interruption() }
                        }
                    } catch is Interruption {}
                }
                // A change after the last slice.
                try test.store.prepare("wall")
                guard try test.expectWhole("round \(round), \(script)") else { return }
            }
        }
    }
}
