import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Stale parts are known and reported, regardless of how they became stale.
@Suite struct FreshnessTests {
    private func expectAllStale(_ test: TestStore, _ context: String) throws {
        for view in ["visible", "element_frames", "section_frames"] {
            #expect(try flags(view, test) == ["1"], "\(view), \(context)")
        }
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 400)
        let found = try test.store.layout("wall").layoutAttributesForElements(in: rect)
        #expect(!found.isEmpty && found.allSatisfy(\.isStale), "\(context)")
        #expect(try test.store.isStale("wall"), "\(context)")
        #expect(try test.count("layout_status WHERE stale_sections > 0") == 1, "\(context)")
    }

    /// The distinct values of a view's flags.
    private func flags(_ view: String, _ test: TestStore) throws -> [String] {
        try test.lines("SELECT DISTINCT stale FROM \(view) WHERE layout = 'wall'")
    }

    private func replace(_ rows: String, _ test: TestStore) throws {
        let columns = ImportColumns(key: "key", height: "height")
        try test.store.importItems(
            from: .bytes(Array(("key,height\n" + rows).utf8)),
            options: ImportOptions(dataset: "data", format: .csv, columns: columns, mode: .replace))
    }

    @Test("A replacement, another definition, container, data set or measure make every element stale, and mark it so")
    func outdated() throws {
        let changes: KeyValuePairs<String, (TestStore) throws -> Void> = [
            "replacement": { try replace("a,3\n", $0) },
            "definition": { try $0.execute("UPDATE layout SET definition = '{\"layout\":\"flow\"}'") },
            "container": { try $0.execute("UPDATE layout SET container_width = 200") },
            "data set": {
                try $0.execute(
                    "INSERT INTO dataset (id, name) VALUES (2, 'other')", "UPDATE layout SET dataset_id = 2",
                    "INSERT INTO section (dataset_id) VALUES (2)")
            }, "measure": { try $0.execute("UPDATE layout SET measure = 'wide'") },
            "a section in front": { try $0.execute("INSERT INTO section (dataset_id, position) VALUES (1, -1)") },
            // No remaining section is stale then, and the layout is.
            "a removed section": { try $0.execute("DELETE FROM section WHERE id = 2") },
            "moved sections": { try $0.execute("UPDATE section SET position = -position - 1") },
        ]
        for (number, (name, change)) in changes.enumerated() {
            let test = try TestStore.ofTable()
            try test.execute(
                "INSERT INTO section (id, dataset_id, position) VALUES (2, 1, 1), (3, 1, 2)",
                "UPDATE item SET section_id = 1 + id % 3, x = id * 7, y = id * 5")
            try test.prepareWall(number % 2 == 0 ? TestStore.tableDefinition : #"{"layout":"canvas"}"#, 300, 400)
            #expect(try flags("visible", test) == ["0"] && test.store.status().map(\.staleSections) == [0])
            try change(test)
            try expectAllStale(test, name)
            try test.store.prepare("wall")
            #expect(try !test.store.isStale("wall"), "\(name)")
            try test.expectSameAsAfresh(name)
        }
    }

    @Test(
        "Another header, footer or inset makes a section's ends stale, in the views as in the calls",
        arguments: ["header_height", "footer_height", "inset_top"])
    func resizedSection(column: String) throws {
        let test = try TestStore.ofTable().prepared()
        // Sees all of its bands.
        try test.execute("UPDATE viewport SET height = 2000", "UPDATE section SET \(column) = 7")
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 2000)
        let found = try test.wall.layoutAttributesForElements(in: rect)
        let stale = found.filter(\.isStale).map(\.item).sorted()
        #expect(stale.first == 0 && stale.last == 59 && stale.count < 60)
        for view in ["visible", "element_frames"] {
            let items = try test.lines("SELECT item FROM \(view) WHERE layout = 'wall' AND stale ORDER BY item")
            #expect(items == stale.map(String.init), "\(view)")
        }
        #expect(try flags("section_frames", test) == ["1"])
    }

    @Test(
        "A change of the first item of a band makes the band before it stale, whose last line it may fit into",
        arguments: [
            "UPDATE item SET width = 10 WHERE id = 9", "DELETE FROM item WHERE id = 9",
            "UPDATE item SET position = 100 WHERE id = 9", "DELETE FROM item WHERE id > 8",
            "INSERT INTO measurement (measure, item_id, width, height) VALUES ('m', 9, 10, 10)",
        ])
    func firstItem(change: String) throws {
        // Two items of ratio 1 do not fill a row, and one of ratio 5 is too wide to join them.
        let test = try TestStore.ofOneSection(
            items: 30, width: "CASE i % 3 WHEN 2 THEN 50 ELSE 10 END", height: "10",
            definition: #"{"layout":"justified","rowHeight":100,"itemSpacing":0,"lastRow":"fill"}"#,
            container: LayoutSize(width: 400, height: 400), limits: TestStore.wholeLimits)
        try test.execute("UPDATE layout SET measure = 'm'")
        try test.store.prepare("wall")
        #expect(try test.lines("SELECT first_position FROM lc_band WHERE section_id = 1").prefix(2).last == "8.0")
        try test.execute(change)
        let isStale = try test.wall.layoutAttributesForItem(at: [0, 7])?.isStale
        #expect(isStale == true)
        #expect(try test.count("element_frames WHERE item < 8 AND NOT stale") == 0)
        #expect(try test.store.verify().problems.isEmpty)
        try test.store.prepare("wall")
        try test.expectSameAsAfresh(change)
    }

    @Test("Lines that an item of another size further on would spread otherwise are stale for a viewer of a part")
    func assumedSummary() throws {
        let test = try TestStore.ofOneSection(
            items: 200, width: "CASE i WHEN 199 THEN 90 ELSE 70 END", height: "10",
            definition: #"{"layout":"flow","itemSpacing":10}"#, container: LayoutSize(width: 320, height: 60))
        try test.execute("UPDATE item SET span = 0 WHERE id % 7 = 0")
        let rect = LayoutRect(x: 0, y: 0, width: 320, height: 60)
        for _ in 0..<2 {
            let found = try test.wall.layoutAttributesForElements(in: rect, preparing: .visible)
            #expect(found.count > 5 && found.allSatisfy(\.isStale))
            #expect(try flags("visible", test) == ["1"] && flags("element_frames", test) == ["1"])
        }
        #expect(try test.wall.prepare(in: rect).elementsWritten == 0)
        // Scrolling on lays out no line again.
        let next = try test.wall.prepare(in: LayoutRect(x: 0, y: 60, width: 320, height: 60))
        #expect((1...60).contains(next.itemsLaidOut), "\(next)")
        try test.store.prepare("wall")
        #expect(try flags("element_frames", test) == ["0"])
        try test.expectSameAsAfresh("whole")
    }

    @Test(
        "A reader that has looked before answers from the layout that there is after it was removed and defined again")
    func sumsOfAnother() throws {
        let test = try TestStore.ofTable()
        let rect = LayoutRect(x: 0, y: 100, width: 300, height: 100)
        for round in 0..<6 {
            try test.store.prepare("wall")
            let found = try test.store.layout("wall").layoutAttributesForElements(in: rect)
            expectSameElements(
                found.map(ElementRow.init), try test.reference("wall").elements(in: rect), "round \(round)")
            if round % 2 == 0 {
                try test.store.removeLayout("wall")
                try test.store.removeLeftovers()
                try test.execute("UPDATE item SET height = \(21 + round)")
                try test.define("wall", TestStore.tableDefinition, 300, 400)
            } else {
                try test.execute("UPDATE item SET height = \(40 + round)", "UPDATE lc_sum SET length = 0")
                _ = try test.store.verify(repair: true)
            }
        }
    }

    @Test("A container that no frame depends on is adopted: nothing is laid out, and scrolling uses it")
    func adoptedContainer() throws {
        let test = try TestStore.ofTable()
        try test.prepareWall(#"{"layout":"table","snap":{"padding":0}}"#, 300, 400)
        let wall = test.store.layout("wall")
        let taller = LayoutSize(width: 300, height: 500)
        #expect(try !wall.shouldInvalidateLayout(forContainer: taller))
        #expect(try wall.shouldInvalidateLayout(forContainer: LayoutSize(width: 299, height: 400)))
        try wall.setContainer(taller)
        #expect(try !test.store.isStale("wall"))
        #expect(try test.store.prepare("wall").elementsWritten == 0)
        // 60 rows of 20 points: the last rest is at 1200 - 500.
        let rest = try wall.targetContentOffset(
            forProposedContentOffset: LayoutPoint(x: 0, y: 1190), withScrollingVelocity: .zero)
        #expect(rest.y == 700)
        // From a shell it is stale until the next preparation, which lays nothing out.
        try test.execute("UPDATE layout SET container_height = 450")
        #expect(try test.store.isStale("wall"))
        #expect(try test.store.prepare("wall").elementsWritten == 0)
        #expect(try !test.store.isStale("wall"))
    }
}
