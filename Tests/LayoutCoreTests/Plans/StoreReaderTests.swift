import Dispatch
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
import LayoutCore

/// The readers' view during a preparation; each interleaving is drawn, and forced with gates.
@Suite struct StoreReaderTests {
    private func filled(_ json: String, limits: BandLimits = TestStore.tinyLimits) throws -> TestStore {
        let test = try TestStore(limits: limits)
        var random = SeededGenerator(seed: 77)
        try test.execute(RandomDataSet().statements(sections: 5, items: 30...60, using: &random))
        try test.define("wall", json, 320, 480)
        return test
    }

    // Writer   BEGIN ── bands written ──▶ gate ………………… ──▶ COMMIT
    // Reader                                 read (old)              read (new)
    @Test("During a later preparation a reader sees what was, and after it what is", arguments: 1...4)
    func laterPreparing(_ visits: Int) throws {
        let test = try filled("{\"layout\":\"flow\",\"header\":{\"height\":20}}", limits: TestStore.wholeLimits)
        try test.store.prepare("wall")
        let old = try test.reference("wall").elements
        let writes = Mutex(0)
        let reached = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        try test.store.pool.writeWithoutTransaction { connection in
            try connection.createFunction("gate", argumentCount: 0, isDirectOnly: false) { _, _ in
                let count = writes.withLock { writes in
                    writes += 1
                    return writes
                }
                if count == visits {
                    reached.signal()
                    released.wait()
                }
                return .null
            }
            for change in ["INSERT", "UPDATE OF length"] {
                let name = change.prefix(6)
                try connection.execute(
                    "CREATE TEMP TRIGGER gate_\(name) AFTER \(change) ON main.lc_band BEGIN SELECT gate(); END")
            }
        }
        try test.execute(
            "UPDATE item SET height = 7 WHERE id % 5 = 0", "DELETE FROM item WHERE id % 11 = 0",
            "UPDATE section SET position = -5 WHERE id = 3")
        let new = try test.reference("wall").elements
        let store = test.store
        let failure = Mutex<String?>(nil)
        let group = DispatchGroup()
        DispatchQueue(label: "preparing").async(group: group) {
            do { try store.prepare("wall") } catch { failure.withLock { $0 = "\(error)" } }
        }
        #expect(reached.wait(timeout: .now() + 60) == .success)
        // The writer stands in the middle of its transaction.
        let during = try test.elements("element_frames", layout: "wall")
        let visible = try store.layout("wall").layoutAttributesForElements(
            in: LayoutRect(x: 0, y: 0, width: 320, height: 1e9))
        released.signal()
        group.wait()
        #expect(failure.withLock { $0 } == nil)
        // Deleted items are gone from the data set at once; their frames are not.
        let gone = Set(old.compactMap(\.itemID)).subtracting(new.compactMap(\.itemID))
        let expected = old.map { row in
            var row = row
            if row.itemID.map(gone.contains) ?? false { row.itemID = nil }
            return row
        }
        expectSameElements(during, expected, "in the middle, after \(visits) bands")
        #expect(visible.count == old.filter { $0.frame.width > 0 && $0.frame.height > 0 }.count)
        expectSameElements(try test.elements("element_frames", layout: "wall"), new, "afterwards")
    }
}
