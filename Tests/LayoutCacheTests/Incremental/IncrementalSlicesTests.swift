import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// First preparings that are interrupted, and changes that come between their slices.
@Suite struct IncrementalSlicesTests {
    private struct Interruption: Error {}

    @Test(
        "Changes between the slices of a first preparing, and interruptions of it, do not show in its frames",
        arguments: LayoutKind.allCases)
    func changesBetweenSlices(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 14, failures: [220_374_625_395_332]) { seed in
            var random = SeededGenerator(seed: seed &* 57 &+ 3)
            var data = RandomDataSet()
            data.isScalable = kind == .waterfall
            let layout = RandomDefinition(kind, using: &random)
            let test = try TestStore()
            try test.execute(
                data.statements(sections: Int.random(in: 1...6, using: &random), items: 0...60, using: &random))
            try test.define("wall", layout)
            if seed % 3 == 0 {
                // Prepared in full under another definition, which readers keep until the new one is whole.
                try test.define("wall", RandomDefinition(kind, using: &random))
                try test.store.prepare("wall")
                try test.define("wall", layout)
            }
            var edit = RandomEdit(data)
            var executed: [String] = []
            var isPrepared = false
            while !isPrepared {
                do {
                    try test.store.prepare("wall") { _ in
                        guard executed.count < 60 else { return }
                        for _ in 0..<Int.random(in: 0...2, using: &random) {
                            try test.read { try edit.look($0) }
                            let kind = RandomEdit.Kind.allCases.randomElement(using: &random) ?? .resize
                            let statements = edit.statements(kind, using: &random)
                            try test.execute(statements)
                            executed += statements
                        }
                        if Int.random(in: 0..<4, using: &random) == 0 { throw Interruption() }
                    }
                    isPrepared = true
                } catch is Interruption {}
            }
            // What changed after the last slice was committed.
            try test.store.prepare("wall")
            let context = "seed \(seed), \(layout)\n\(executed.joined(separator: ";\n"))"
            guard
                try expectSameElements(
                    test.elements("element_frames", layout: "wall"), test.reference("wall").elements, context)
            else { return }
            let problems = try test.read { try StoreInvariants.problems($0) }
            #expect(problems.isEmpty, "\(context)")
            let verification = try test.store.verify(deep: true)
            #expect(verification.isClean, "\(verification.problems), \(context)")
        }
    }

    @Test("Another definition or container replaces the frames as a whole", arguments: LayoutKind.allCases)
    func redefinition(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            var data = RandomDataSet()
            data.isScalable = kind == .waterfall
            let test = try TestStore()
            try test.execute(data.statements(sections: 3, items: 10...60, using: &random))
            var old: [ElementRow]?
            for _ in 0..<4 {
                let layout = RandomDefinition(kind, using: &random)
                try test.define("wall", layout)
                try test.store.prepare("wall") { _ in
                    // Until it is whole, readers see what was.
                    guard let old, try test.read({ try Freshness("wall", in: $0).isSuperseded }) else { return }
                    expectSameElements(
                        try test.elements("element_frames", layout: "wall"), old, "seed \(seed), \(layout)")
                }
                let expected = try test.reference("wall").elements
                expectSameElements(
                    try test.elements("element_frames", layout: "wall"), expected, "seed \(seed), \(layout)")
                old = expected
                let problems = try test.read { try StoreInvariants.problems($0) }
                #expect(problems.isEmpty, "seed \(seed), \(layout)")
            }
        }
    }
}
