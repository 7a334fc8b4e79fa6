import Foundation
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
import LayoutCore
import LayoutRepair

/// A reader that scrolls, a writer that prepares and another program that edits, all at once, for a while.
///
/// Nothing here depends on how the three meet: every read must be whole, whenever it comes.
@Suite struct ScrollingReaderTests {
    /// Who edits.
    enum Editor: String, CaseIterable, Sendable {
        case shell
        case secondStore

        static var present: [Editor] { allCases.filter { $0 != .shell || Shell.isThere } }

        func open(_ path: String) throws -> any OtherEditor {
            switch self {
            case .shell: try ShellProcess(path)
            case .secondStore: try SecondStore(path)
            }
        }
    }

    private static let container = LayoutSize(width: 320, height: 480)
    private static let lineSpacing = 4.0
    private static let itemSpacing = 8.0

    // Reader     tick   tick   tick   tick   …            reads the committed state
    // Preparer      ▲── table ── flow ──▲── table ── …    as soon as there is something to prepare
    // Editor     ── commit ── commit ── commit ── …       up to eight ahead of the preparer
    @Test("A scrolling reader sees whole layouts while one prepares and another edits", arguments: Editor.present)
    func scrolling(_ editor: Editor) async throws {
        let seed = TestSettings.seed ?? UInt64.random(in: 1...1 << 32)
        let edit = SteadyEdit(sections: 24, items: 25, seed: seed)
        let test = try prepared(edit)
        let run = SharedRun()
        let edits = Mutex(0)
        let preparations = Mutex(0)
        let scrolled = Mutex(Reads())
        try await onThreads(
            ending: run, { try edits.withLock { $0 = try change(test, as: editor, edit, run) } },
            { try preparations.withLock { $0 = try prepare(test.store, run) } },
            { try scrolled.withLock { $0 = try scroll(test.store, edit, run) } })
        let reads = scrolled.withLock { $0 }
        print(
            "\(editor), seed \(seed): \(reads.count) reads, the longest \(reads.longest), \(reads.revisions) revisions "
                + "seen, \(preparations.withLock { $0 }) preparations, \(edits.withLock { $0 }) edits")

        #expect(reads.fault == nil, "seed \(seed)")
        try expectWhole(test, "seed \(seed)")
    }

    private func prepared(_ edit: SteadyEdit) throws -> TestStore {
        // A reader that looks between two slices sees a part of the changes, which the data set below would show.
        let test = try TestStore(limits: TestStore.wholeLimits)
        try test.execute(edit.statements)
        let flow = "{\"layout\":\"flow\",\"lineSpacing\":\(Self.lineSpacing),\"itemSpacing\":\(Self.itemSpacing)}"
        for (name, json) in [("table", "{\"layout\":\"table\"}"), ("flow", flow)] {
            try test.define(name, RandomDefinition(json: json, container: Self.container))
            try test.store.prepare(name)
        }
        return test
    }

    /// Prepares a last time, and expects what laying out everything afresh gives.
    private func expectWhole(_ test: TestStore, _ context: String) throws {
        for name in ["table", "flow"] {
            try test.store.prepare(name)
            try test.expectSameAsAfresh("\(name), \(context)", layout: name)
        }
        try test.expectInvariants(context)
        let verification = try test.store.verify(deep: true)
        #expect(verification.isWhole, "\(verification.problems), \(context)")
    }

    /// Edits until the run is over; returns how often.
    private func change(_ test: TestStore, as editor: Editor, _ edit: SteadyEdit, _ run: SharedRun) throws -> Int {
        var edit = edit
        let other = try editor.open(test.store.path)
        var count = 0
        while run.waitForRoom() {
            try other.execute(edit.next())
            count += 1
            run.note()
        }
        try other.leave()
        return count
    }

    /// Prepares all stale parts, after each edit; returns how often.
    private func prepare(_ store: LayoutStore, _ run: SharedRun) throws -> Int {
        var count = 0
        while try run.takeNotes({
            for name in ["table", "flow"] where try store.isStale(name) {
                try store.prepare(name)
                count += 1
            }
        }) {}
        return count
    }

    private struct Reads: Sendable {
        var count = 0
        var longest = Duration.zero
        /// How many different preparations' work it came across.
        var revisions = 0
        var fault: String?
    }

    /// Reads both layouts 120 times a second, going down and up again. Ends when the time is over and other
    /// preparations than the first were seen, or something is wrong.
    private func scroll(_ store: LayoutStore, _ edit: SteadyEdit, _ run: SharedRun) throws -> Reads {
        let clock = ContinuousClock()
        let start = clock.now
        var reads = Reads()
        var revision = 0
        var tick = 0
        let seconds = Duration.seconds(TestSettings.seconds ?? 1)
        while !run.isOver, clock.now - start < seconds || reads.revisions < 3 {
            // There and back in four seconds.
            let phase = Double(tick % 480) / 240
            let part = phase < 1 ? phase : 2 - phase
            for name in ["table", "flow"] {
                let began = clock.now
                let read = try ScrollingRead(store.layout(name), container: Self.container, scrolled: part)
                reads.longest = max(reads.longest, clock.now - began)
                reads.count += 1
                if name == "table", read.revision != revision {
                    reads.revisions += 1
                    revision = read.revision
                }
                let fault =
                    name == "table"
                    ? read.faultOfTable(of: edit)
                    : read.faultOfFlow(of: edit, lineSpacing: Self.lineSpacing, itemSpacing: Self.itemSpacing)
                if let fault {
                    reads.fault = "\(name), read \(reads.count), \(read.rect): \(fault)"
                    return reads
                }
            }
            tick += 1
            // A display's pace, no more: nothing is expected to have happened in the meantime.
            let next = start + .seconds(1) * tick / 120
            if clock.now < next { Thread.sleep(forTimeInterval: (next - clock.now) / .seconds(1)) }
        }
        return reads
    }
}
