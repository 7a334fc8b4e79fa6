import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Sizes that belong to a measure: sizes for one width do not disturb sizes for another.
@Suite struct MeasureTests {
    private static let names = ["portrait", "landscape", "plain"]

    private func filled(_ count: Int) throws -> TestStore {
        let test = try TestStore()
        try test.fill(0...(count - 1), "id, section_id, position, key, height", "i + 1, 1, i, 'k' || i, 20")
        for name in Self.names {
            try test.store.define(
                name, #"{"layout":"table"}"#, name == "landscape" ? 800 : 300, 400,
                measure: name == "plain" ? nil : name)
            try test.store.prepare(name)
        }
        return test
    }

    private func frame(ofItem item: Int, _ name: String, _ test: TestStore) throws -> LayoutRect? {
        try test.store.layout(name).layoutAttributesForItem(at: ItemIndexPath(section: 0, item: item))?.frame
    }

    @Test("A size measured for one layout makes only the layouts of its measure stale, and lasts through a rotation")
    func separateMeasures() throws {
        let test = try filled(60)
        try test.store.resize(.key("k7"), inLayout: "portrait", height: .points(44))
        #expect(try test.store.isStale("portrait"))
        #expect(try !test.store.isStale("landscape") && !test.store.isStale("plain"))
        try test.store.prepare("portrait")
        try test.store.resize(.key("k7"), inLayout: "landscape", height: .points(31))
        #expect(try !test.store.isStale("portrait"))
        try test.store.prepare("landscape")
        for (name, height) in zip(Self.names, [44.0, 31, 20]) {
            #expect(try frame(ofItem: 7, name, test)?.height == height)
            // There and back again, nothing is laid out.
            #expect(try test.store.prepare(name).elementsWritten == 0)
        }
        // A header's height, too: the items of the others stay where they are.
        try test.execute(
            "UPDATE section SET header_height = 12",
            "INSERT INTO section_measurement (measure, section_id, header_height) VALUES ('landscape', 1, 30)")
        for name in Self.names { try test.store.prepare(name) }
        try test.execute("UPDATE section_measurement SET header_height = 40")
        #expect(try test.store.isStale("landscape") && !test.store.isStale("portrait") && !test.store.isStale("plain"))
        try test.store.prepare("landscape")
        #expect(try Self.names.map { try frame(ofItem: 0, $0, test)?.y } == [12, 40, 12])
        try test.execute("UPDATE section_measurement SET header_height = NULL")
        try test.store.prepare("landscape")
        #expect(try frame(ofItem: 0, "landscape", test)?.y == 12)
        // A NULL falls through to the item's own size.
        try test.execute("UPDATE measurement SET height = NULL WHERE measure = 'portrait'")
        try test.store.prepare("portrait")
        #expect(try frame(ofItem: 7, "portrait", test)?.height == 20)
        // Without a measure it is the item's own.
        try test.store.resize(.key("k7"), inLayout: "plain", height: .points(25))
        #expect(try test.first("SELECT height FROM item WHERE key = 'k7'", as: Double.self) == 25)
    }

    @Test("In a layout with a measure, the items to measure have a size neither in it nor in the item")
    func toMeasure() async throws {
        let test = try filled(40)
        try test.execute(
            "UPDATE item SET height = NULL WHERE id % 2 = 0",
            "INSERT INTO measurement (measure, item_id, height) SELECT 'portrait', id, 31 FROM item WHERE id % 4 = 0",
            "INSERT INTO measurement (measure, item_id, height) SELECT 'landscape', id, 31 FROM item WHERE id % 8 = 0")
        let missing: [String: (Int64) -> Bool] = [
            "portrait": { $0 % 2 == 0 && $0 % 4 != 0 }, "landscape": { $0 % 2 == 0 && $0 % 8 != 0 },
            "plain": { $0 % 2 == 0 },
        ]
        for (name, isMissing) in missing {
            try await test.store.prepare(name)
            var found: Set<Int64> = []
            let items = test.store.layout(name).unmeasuredItems(near: LayoutRect(x: 0, y: 400, width: 300, height: 400))
            for try await item in items { found.insert(item.itemID) }
            #expect(found == Set((1...40).filter(isMissing)), "\(name)")
        }
    }
}
