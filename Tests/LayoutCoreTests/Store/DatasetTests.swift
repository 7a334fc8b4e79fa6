import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// Making, removing and counting data sets.
@Suite struct DatasetTests {
    @Test("A data set is made once, and goes with what it holds")
    func makingAndRemoving() async throws {
        let test = try TestStore()
        #expect(try test.store.datasets() == [])
        try await test.store.createDataset("b")
        try await test.store.createDataset("a")
        await #expect(throws: LayoutError.self) { try await test.store.createDataset("b") }
        await #expect(throws: LayoutError.self) { try await test.store.createDataset("") }
        try await test.store.apply(
            [.appendSection(title: "s"), .appendItems([SourceItem(), SourceItem()], section: 0)], to: "b")
        let expected = [
            DatasetStatus(name: "a", sectionCount: 0, itemCount: 0),
            DatasetStatus(name: "b", sectionCount: 1, itemCount: 2),
        ]
        #expect(try test.store.datasets() == expected)
        try await test.store.removeDataset("b")
        #expect(try test.store.datasets().map(\.name) == ["a"])
        #expect(try test.count("item") == 0)
        let error = await #expect(throws: LayoutError.self) { try await test.store.removeDataset("b") }
        #expect(error?.code == .notFound)
    }

    @Test("An import fills the runs of the outline, except the last of each section")
    func runsOfAnImport() throws {
        let test = try TestStore()
        let rows = (0..<29).map { SourceItem(section: $0 % 3 == 0 ? "a" : "b", height: 10) }
        try test.store.importItems(rows, options: ImportOptions(dataset: "data"))
        let counts = try test.lines("SELECT section_id, item_count FROM lc_run ORDER BY section_id, first_position")
        #expect(counts == ["1|5", "1|5", "2|5", "2|5", "2|5", "2|4"])
    }

    @Test("Runs of the outline whose items are not counted are counted one by one")
    func uncountedRuns() throws {
        let test = try TestStore.ofTable(items: 40).prepared()
        try test.execute("UPDATE lc_run SET item_count = NULL WHERE first_position = -1e301")
        #expect(try test.read { try $0.first("SELECT count(*) FROM lc_run", as: Int.self) ?? 0 } > 2)
        #expect(try test.store.datasets().map(\.itemCount) == [40])
    }

    @Test("A canvas uses the columns for origins, and not the payload")
    func payloads() throws {
        let test = try TestStore.ofTable(items: 3)
        try test.execute(
            "UPDATE item SET payload = '{\"x\":50,\"y\":60}' WHERE id = 1",
            "UPDATE item SET payload = 'no JSON' WHERE id = 2")
        try test.prepareWall(#"{"layout":"canvas"}"#)
        let elements = try test.elements("element_frames", layout: "wall")
        #expect(elements.count == 3 && elements.allSatisfy { $0.frame.x == 0 && $0.frame.y == 0 })
        let report = try test.store.verify()
        #expect(report.isWhole && report.problems == [])
        #expect(report.mistakes.map(\.message) == ["data set: 1 item has a payload that is not JSON"])
        // The remedy is a statement, and mends it.
        try test.execute(report.mistakes[0].remedy)
        #expect(try test.store.verify().mistakes == [])
    }
}
