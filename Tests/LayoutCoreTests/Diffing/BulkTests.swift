import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Snapshots that change so much at once that the triggers are off until the end.
@Suite struct BulkTests {
    /// A snapshot of two sections with the keys of a range each.
    private func snapshot(_ first: Range<Int>, _ second: Range<Int>, isReversed: Bool = false) -> DatasetSnapshot {
        let items = [first, second].map { keys in
            let items = keys.map { SourceItem(key: "k\($0)", height: Double(10 + $0 % 7)) }
            return isReversed ? items.reversed() : items
        }
        return DatasetSnapshot(["a": items[0], "b": items[1]])
    }

    @Test("After most items come, go or move at once, the layout is the same as a fresh one", arguments: [false, true])
    func manyPlaces(streams: Bool) throws {
        for isBulk in [true, false] {
            let test = try TestStore()
            try test.store.apply(snapshot(0..<40, 100..<400), to: "data")
            try test.prepareWall(#"{"layout":"table"}"#, 300, 400)
            let revision = "SELECT revision FROM lc_change"
            let before = try test.first(revision, as: Int.self)
            // Of the first section's items most are new or move there; the second's stay.
            let wanted = isBulk ? snapshot(30..<90, 100..<400, isReversed: true) : snapshot(0..<41, 100..<400)
            if streams {
                let source = try TestStore()
                try source.store.apply(wanted, to: "data")
                try test.sync(from: source)
            } else {
                try test.store.apply(wanted, to: "data")
            }
            #expect(try test.first(revision, as: Int.self) != before)
            #expect(try test.store.isStale("wall"))
            let keys = try test.store.datasetSnapshot(of: "data").itemKeys(inSection: "a")
            #expect(keys == wanted.itemKeys(inSection: "a"))
            try test.prepared().expectSameAsAfresh("bulk: \(isBulk)")
            // The triggers are back.
            try test.execute("UPDATE item SET height = 99 WHERE key = 'k100'")
            #expect(try test.store.isStale("wall"))
            try test.prepared().expectInvariants("bulk: \(isBulk)")
        }
    }
}
