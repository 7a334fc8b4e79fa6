import Foundation
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
import LayoutCore
import LayoutSQLite

/// A reader that scrolls, a writer that prepares and another program that edits, all at once, for a while.
///
/// Nothing here depends on how the three meet: every read must be whole, whenever it comes.
@Suite struct ScrollingReaderTests {
    /// Draws changes that leave the number of items in each section and the sum of their heights as they are.
    ///
    /// So between any two transactions each section of a table begins at the same place and has the same indices. A
    /// reader that sees half of a transaction, or parts of two preparations, finds something else.
    private struct SteadyEdit {
        static let (sections, items) = (24, 25)

        var random: SeededGenerator
        /// The items, section by section.
        var rows = (0..<sections * items).map { (id: $0 + 1, height: 20 + $0 % 7 * 13) }
        var nextID = sections * items + 1

        /// The beginning of each section of a table, and the end of the last one.
        var starts: [Double] {
            (0...Self.sections).map { Double(rows.prefix($0 * Self.items).reduce(0) { $0 + $1.height }) }
        }

        /// The statements of the next transaction.
        mutating func next() -> [String] {
            let section = Int.random(in: 0..<Self.sections, using: &random)
            let places = section * Self.items..<(section + 1) * Self.items
            let (one, other) = (Int.random(in: places, using: &random), Int.random(in: places, using: &random))
            let position = Double.random(in: 0..<Double(Self.items), using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                (rows[one].height, rows[other].height) = (rows[other].height, rows[one].height)
                return [one, other].map { "UPDATE item SET height = \(rows[$0].height) WHERE id = \(rows[$0].id)" }
            case 1: return ["UPDATE item SET position = \(position) WHERE id = \(rows[one].id)"]
            default:
                let gone = rows[one].id
                (rows[one].id, nextID) = (nextID, nextID + 1)
                let values = "\(rows[one].id), \(section + 1), \(position), \(rows[one].height)"
                return [
                    "DELETE FROM item WHERE id = \(gone)",
                    "INSERT INTO item (id, section_id, position, height) VALUES (\(values))",
                ]
            }
        }
    }

    // Reader     read   read   read   read   …            reads the committed state
    // Preparer      ▲── table ──────────▲── table ── …    as soon as there is something to prepare
    // Editor     ── commit ── commit ── commit ── …
    @Test(
        "A scrolling reader sees whole layouts while one prepares and another edits",
        arguments: Shell.isThere ? [false, true] : [false])
    func scrolling(isShell: Bool) throws {
        let seed = TestSettings.seed ?? UInt64.random(in: 1...1 << 32)
        let edit = SteadyEdit(random: SeededGenerator(seed: seed))
        // A reader that looks between two slices sees a part of the changes.
        let test = try TestStore(limits: TestStore.wholeLimits)
        try test.fill(
            0...edit.rows.count - 1, sections: SteadyEdit.sections, "id, section_id, position, height",
            "i + 1, 1 + i / \(SteadyEdit.items), i % \(SteadyEdit.items), 20 + i % 7 * 13")
        try test.prepareWall(#"{"layout":"table"}"#)
        let store = test.store
        let isOver = Atomic(false)
        let failure = Mutex<String?>(nil)
        let group = DispatchGroup()
        // Each on a separate thread: those that tests share may be taken for minutes.
        func start(_ work: @escaping @Sendable () throws -> Void) {
            DispatchQueue(label: "scrolling").async(group: group) {
                do { try work() } catch { failure.withLock { $0 = "\(error)" } }
            }
        }
        start { while !isOver.load(ordering: .relaxed) { try store.prepare("wall") } }
        start {
            var edit = edit
            let shell = try isShell ? ShellProcess(store.path) : nil
            let other = try LayoutStore(path: store.path)
            while !isOver.load(ordering: .relaxed) {
                let statements = edit.next()
                try shell?.execute(statements)
                if shell == nil { try other.pool.write { try $0.execute(statements.joined(separator: ";")) } }
                // Leaves the lock to the preparer now and then.
                Thread.sleep(forTimeInterval: 0.001)
            }
            try shell?.leave()
        }
        let fault = Result { try scroll(store, edit.starts) { failure.withLock { $0 != nil } } }
        isOver.store(true, ordering: .relaxed)
        group.wait()
        #expect(try failure.withLock { $0 } == nil && fault.get() == nil, "seed \(seed)")
        try test.store.prepare("wall")
        try test.expectWhole("seed \(seed)")
    }

    /// Reads again and again, going down and up. Ends when the time is over and several states were seen, or something
    /// is wrong, which it returns.
    private func scroll(_ store: LayoutStore, _ starts: [Double], until isBroken: () -> Bool) throws -> String? {
        let end = ContinuousClock.now + .seconds(TestSettings.seconds ?? 0.7)
        var seen: Set<Int> = []
        var tick = 0
        while !isBroken(), ContinuousClock.now < end || seen.count < 4 {
            let snapshot: LayoutSnapshot = try store.layout("wall").snapshot()
            defer { snapshot.close() }
            seen.insert(snapshot.generation)
            let share = abs(Double(tick % 240) / 120 - 1)
            if let fault = try fault(of: snapshot, scrolled: share, starts) { return "read \(tick): \(fault)" }
            tick += 1
        }
        return nil
    }

    private func fault(of snapshot: LayoutSnapshot, scrolled share: Double, _ starts: [Double]) throws -> String? {
        let (length, itemCount) = (starts[SteadyEdit.sections], SteadyEdit.sections * SteadyEdit.items)
        guard snapshot.contentSize.height == length, snapshot.numberOfItems == itemCount else {
            return "\(snapshot.numberOfItems) items, \(snapshot.contentSize) instead of \(length)"
        }
        let rect = LayoutRect(x: 0, y: ((length - 480) * share).rounded(), width: 320, height: 480)
        let cells = try snapshot.layoutAttributesForElements(in: rect)
            .sorted { ($0.section ?? -1, $0.item) < ($1.section ?? -1, $1.item) }
        guard let first = cells.first, let last = cells.last, first.frame.y <= rect.y, last.frame.maxY >= rect.maxY,
            Set(cells.compactMap(\.itemID)).count == cells.count
        else { return "\(cells.count) cells do not fill \(rect)" }
        for (index, cell) in cells.enumerated() {
            let (section, item) = (cell.section ?? -1, cell.item)
            guard starts.indices.contains(section + 1), 0..<SteadyEdit.items ~= item else { return "\(cell)" }
            let isLast = item == SteadyEdit.items - 1
            guard item > 0 || cell.frame.y == starts[section], !isLast || cell.frame.maxY == starts[section + 1] else {
                return "\(cell) is not where its section begins or ends"
            }
            guard index > 0 else { continue }
            let before = cells[index - 1]
            let follows = item == 0 ? before.section == section - 1 : before.indexPath == [section, item - 1]
            if !follows || before.frame.maxY != cell.frame.y { return "\(cell) follows \(before)" }
        }
        return nil
    }
}
