import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Processes that are killed at a random moment of importing and preparing.
@Suite struct CrashTests {
    private static let batchSize = 120

    @Test("After a kill at any moment the store is whole, holds what was committed, and can be prepared")
    func kills() throws {
        try TestSettings.forEachSeed(rounds: 21) { seed in
            var random = SeededGenerator(seed: seed)
            let directory = try ScratchDirectory()
            var batch = 0
            // Five kills of one store, each process carrying on with what the last one left.
            for kill in 0..<5 {
                let said = try runAndKill(directory, batch: batch, &random)
                let context = "seed \(seed), kill \(kill), \(said.suffix(3))"
                guard FileManager.default.fileExists(atPath: directory.file("store.db")) else {
                    #expect(said.isEmpty, "\(context)")
                    continue
                }
                let imported = said.compactMap { $0.hasPrefix("imported ") ? Int($0.dropFirst(9)) : nil }.last.map { $0 + 1 } ?? batch
                batch = try check(directory, committed: imported, number: kill, context)
            }
        }
    }

    /// Starts the subject, kills it a little after it said something for the nth time, and returns what
    /// it had said.
    private func runAndKill(_ directory: ScratchDirectory, batch: Int, _ random: inout SeededGenerator) throws -> [String] {
        let subject = try Subject(
            Subject.path(of: "layout-crash-subject"),
            arguments: [directory.file("store.db"), "\(batch)", "\(Self.batchSize)"], output: directory.file("said.txt"))
        // The moment is drawn, and nothing depends on where it falls: that it falls anywhere is the test.
        subject.wait(forLines: Int.random(in: 0...14, using: &random))
        usleep(UInt32.random(in: 0...12_000, using: &random))
        let (lines, wasRunning) = try subject.kill()
        #expect(wasRunning, "it ended by itself: \(lines.prefix(12))")
        return lines
    }

    /// Checks what a kill left, and returns how many batches are in it.
    private func check(_ directory: ScratchDirectory, committed: Int, number: Int, _ context: String) throws -> Int {
        let copy = "copy\(number).db"
        // Looked at in a copy, so that the next process finds the file as the killed one left it.
        try directory.copyDatabase("store.db", to: copy)
        let store = try LayoutStore(path: directory.file(copy), limits: TestStore.tinyLimits)
        let verification = try store.verify()
        #expect(verification.isClean, "\(verification.problems), \(context)")
        let items = try store.pool.read { try $0.first("SELECT count(*) FROM item", as: Int.self) } ?? 0
        #expect(items % Self.batchSize == 0, "part of an import, \(context)")
        let batches = items / Self.batchSize
        // One more than it said, if it was killed between committing and saying so.
        #expect(batches == committed || batches == committed + 1, "\(batches) instead of \(committed) batches, \(context)")
        guard try store.layoutNames() == ["wall"] else { return batches }
        try store.prepare("wall")
        let test = TestStore(directory: directory, store: store)
        expectSameElements(try test.elements("element_frames", layout: "wall"), try test.dumb("wall").elements, context)
        let problems = try test.read { try StoreInvariants.problems($0) }
        #expect(problems.isEmpty, "\(context)")
        store.close()
        return batches
    }
}
