import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What is stale is known and said, by whatever road it became so.
@Suite struct FreshnessTests {
    private static let table = "{\"layout\":\"table\"}"
    private static let container = LayoutSize(width: 300, height: 400)

    private func filled(_ count: Int = 60, limits: BandLimits = TestStore.tinyLimits) throws -> TestStore {
        let test = try TestStore(limits: limits)
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0)",
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
            INSERT INTO item (id, section_id, position, key, width, height) SELECT i + 1, 1, i, 'k' || i, 30, 20 FROM n
            """)
        try test.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: Self.table), container: Self.container)
        return test
    }

    /// How many rows of a view say 0 or 1.
    private func flags(_ view: String, _ test: TestStore) throws -> Set<Int> {
        var flags: Set<Int> = []
        try test.read { connection in
            try connection.forEachRow("SELECT DISTINCT stale FROM \(view) WHERE layout = 'wall'") {
                flags.insert($0.int(0))
            }
        }
        return flags
    }

    private func expectAllStale(_ test: TestStore, _ context: String) throws {
        for view in ["visible", "element_frames", "section_frames"] {
            #expect(try flags(view, test) == [1], "\(view), \(context)")
        }
        let rect = LayoutRect(x: 0, y: 0, width: 300, height: 400)
        let found = try test.store.layout("wall").layoutAttributesForElements(in: rect)
        #expect(!found.isEmpty && found.allSatisfy(\.isStale), "\(context)")
        #expect(try test.store.isStale("wall"))
        #expect(
            try test.read { try $0.first("SELECT stale_sections FROM layout_status", as: Int.self) ?? 0 } > 0,
            "\(context)")
    }

    @Test("An edit by index after a replacement that was not prepared hits the item with that index")
    func editAfterReplacement() throws {
        let test = try filled(1000)
        try test.execute("DELETE FROM item WHERE id BETWEEN 300 AND 399")
        try test.store.prepare("wall")
        var text = "key,height\n"
        for number in 0..<1000 { text += "new\(number),20\n" }
        try test.store.importItems(
            from: .bytes(Array(text.utf8)),
            options: ImportOptions(
                dataset: "data", format: .csv, columns: ImportOptions.Columns(key: "key", height: "height"),
                mode: .replace))
        try test.store.apply([.resizeItem(.index(section: 0, item: 600), width: nil, height: .points(77))], to: "data")
        try test.store.apply([.deleteItem(.index(section: 0, item: 601))], to: "data")
        let resized = try test.read { try $0.first("SELECT key FROM item WHERE height = 77", as: String.self) }
        #expect(resized == "new600")
        #expect(try test.read { try $0.first("SELECT count(*) FROM item WHERE key = 'new601'", as: Int.self) } == 0)
    }

    @Test("A replacement, another definition, container, data set or measure make every element stale, and say so")
    func outdated() throws {
        let changes: [(String, (TestStore) throws -> Void)] = [
            (
                "replacement",
                { test in
                    try test.store.importItems(
                        from: .bytes(Array("key,height\na,3\n".utf8)),
                        options: ImportOptions(
                            dataset: "data", format: .csv, columns: ImportOptions.Columns(key: "key", height: "height"),
                            mode: .replace))
                }
            ),
            ("definition", { try $0.execute("UPDATE layout SET definition = '{\"layout\":\"flow\"}'") }),
            ("container", { try $0.execute("UPDATE layout SET container_width = 200") }),
            (
                "data set",
                {
                    try $0.execute(
                        "INSERT INTO dataset (id, name) VALUES (2, 'other')", "UPDATE layout SET dataset_id = 2")
                    try $0.execute("INSERT INTO section (dataset_id) VALUES (2)")
                }
            ),
            ("measure", { try $0.execute("UPDATE layout SET measure = 'wide'") }),
            ("a section in front", { try $0.execute("INSERT INTO section (dataset_id, position) VALUES (1, -1)") }),
        ]
        for (name, change) in changes {
            let test = try filled()
            try test.store.prepare("wall")
            #expect(try flags("visible", test) == [0])
            try change(test)
            try expectAllStale(test, name)
            try test.store.prepare("wall")
            #expect(try !test.store.isStale("wall"), "\(name)")
            expectSameElements(
                try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, name)
        }
    }

    @Test(
        "Sections that go or change places make the layout stale, though none of those that are left is",
        arguments: [LayoutKind.table, .canvas])
    func restructured(kind: LayoutKind) throws {
        let test = try filled()
        try test.execute(
            "INSERT INTO section (id, dataset_id, position) VALUES (2, 1, 1), (3, 1, 2)",
            "UPDATE item SET section_id = 1 + id % 3, x = id * 7, y = id * 5")
        try test.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: "{\"layout\":\"\(kind.rawValue)\"}"),
            container: Self.container)
        let changes = [
            "PRAGMA foreign_keys = ON; DELETE FROM section WHERE id = 2",
            "PRAGMA foreign_keys = OFF; DELETE FROM item WHERE section_id = 3; DELETE FROM section WHERE id = 3",
            "UPDATE section SET position = -position - 1",
        ]
        for change in changes {
            try test.store.prepare("wall")
            #expect(try test.store.status().map(\.staleSections) == [0], "\(change)")
            try test.execute(change)
            try expectAllStale(test, change)
        }
    }

    @Test(
        "A reader that has looked before answers from the layout that there is after it was removed and defined again")
    func sumsOfAnother() throws {
        let test = try filled()
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
                try test.store.defineLayout(
                    "wall", dataset: "data", definition: LayoutDefinition(json: Self.table), container: Self.container)
            } else {
                try test.execute("UPDATE item SET height = \(40 + round)", "UPDATE lc_sum SET length = 0")
                _ = try test.store.verify(repair: true)
            }
        }
    }

    @Test("A canvas goes by the columns for origins, whatever the payload says")
    func payloads() throws {
        let test = try filled(3)
        try test.execute(
            "UPDATE item SET payload = '{\"x\":50,\"y\":60}' WHERE id = 1",
            "UPDATE item SET payload = 'no JSON' WHERE id = 2")
        try test.store.defineLayout(
            "plan", dataset: "data", definition: LayoutDefinition(json: "{\"layout\":\"canvas\"}"),
            container: Self.container)
        try test.store.prepare("plan")
        #expect(try test.elements("element_frames", layout: "plan").allSatisfy { $0.frame.x == 0 && $0.frame.y == 0 })
        #expect(try test.store.verify().problems == ["data set: 1 items have a payload that is not JSON"])
    }

    @Test(
        "A file that carries other triggers, views or derived tables is opened and mended",
        arguments: ["triggers", "views", "tables"])
    func mended(part: String) throws {
        let test = try filled()
        try test.store.prepare("wall")
        try test.execute(
            "UPDATE lc_schema SET checksum = 'another' WHERE part = '\(part)'", "DROP TRIGGER lc_item_after_resize",
            "CREATE TRIGGER lc_item_after_resize AFTER UPDATE ON item BEGIN SELECT 1; END", "DROP VIEW visible",
            "CREATE VIEW visible AS SELECT 1 AS layout")
        let path = test.store.path
        test.store.close()
        let store = try LayoutStore(path: path, limits: TestStore.tinyLimits)
        let again = TestStore(directory: test.directory, store: store)
        try again.execute("UPDATE item SET height = 90 WHERE id = 7")
        #expect(try store.isStale("wall"))
        try store.prepare("wall")
        expectSameElements(
            try again.elements("element_frames", layout: "wall"), try again.reference("wall").elements, part)
        if part != "triggers" { #expect(try store.verify().isClean) }
    }

    @Test("A file whose derived schema a later program wrote is refused, and left as it is")
    func newerDerivedSchema() throws {
        let test = try filled()
        try test.execute("UPDATE lc_schema SET version = version + 1")
        let path = test.store.path
        test.store.close()
        let error = #expect(throws: LayoutError.self) { _ = try LayoutStore(path: path) }
        #expect(error?.code == .notAStore && error?.message.contains("later version") == true)
    }

    @Test("A user's table without a column of ours is a problem, and no repair runs migrations of user tables again")
    func lostColumn() throws {
        let test = try filled()
        try test.execute(
            "DROP TRIGGER lc_item_after_resize", "DROP TRIGGER lc_item_after_change", "ALTER TABLE item DROP COLUMN y",
            "CREATE TABLE lc_note (text)", "INSERT INTO lc_note VALUES ('mine')")
        let report = try test.store.verify(repair: true)
        #expect(report.problems.contains { $0.contains("the table item has no column y") })
        #expect(try test.read { try $0.first("SELECT text FROM lc_note", as: String.self) } == "mine")
    }

    @Test("What a replaced, half redefined or last layout leaves is removed with the next preparing")
    func leftovers() throws {
        let test = try filled()
        try test.store.prepare("wall")
        try test.execute(
            "REPLACE INTO layout (name, dataset_id, definition, container_width, container_height) "
                + "SELECT name, dataset_id, definition, container_width, container_height FROM layout")
        try test.store.prepare("wall")
        #expect(try test.read { try StoreInvariants.problems($0) }.isEmpty)

        struct Interruption: Error {}
        try test.execute("UPDATE layout SET definition = '{\"layout\":\"flow\"}'")
        #expect(throws: Interruption.self) { try test.store.prepare("wall") { _ in throw Interruption() } }
        try test.execute("UPDATE layout SET definition = '\(Self.table)'")
        try test.store.prepare("wall")
        #expect(try test.read { try StoreInvariants.problems($0) }.isEmpty)

        try test.store.removeLayout("wall")
        _ = try test.store.prepareAll()
        for table in ["lc_preparation", "lc_band", "lc_attributes", "lc_sum", "lc_block"] {
            #expect(try test.read { try $0.first("SELECT count(*) FROM \(table)", as: Int.self) } == 0, "\(table)")
        }
    }

    @Test(
        "Infinite positions, and rows that would belong to nothing, are refused with a sentence",
        arguments: [false, true])
    func refusals(enforcesKeys: Bool) throws {
        let test = try filled()
        let statements = [
            ("UPDATE item SET position = 9e999 WHERE id = 1", "position is a finite number"),
            ("UPDATE section SET position = -9e999", "position is a finite number"),
            ("INSERT INTO item (section_id, position) VALUES (99, 1)", "there is no section with that section_id"),
            ("UPDATE item SET section_id = 99 WHERE id = 1", "there is no section with that section_id"),
            ("INSERT INTO section (dataset_id, position) VALUES (9, 1)", "there is no data set with that dataset_id"),
            ("UPDATE layout SET dataset_id = 9", "there is no data set with that dataset_id"),
            ("INSERT INTO measurement (measure, item_id) VALUES ('m', 999)", "there is no item with that item_id"),
        ]
        for (statement, message) in statements {
            let error = #expect(throws: LayoutError.self) {
                try test.store.pool.writeWithoutTransaction { connection in
                    try connection.execute("PRAGMA foreign_keys = \(enforcesKeys ? 1 : 0)")
                    try connection.execute(statement)
                }
            }
            #expect(error?.message.contains(message) == true, "\(statement): \(String(describing: error))")
        }
    }

    @Test("Rows follow what they belong to when it is renamed, replaced or deleted", arguments: [false, true])
    func cascades(enforcesKeys: Bool) throws {
        let test = try filled()
        try test.execute(
            "INSERT INTO section (id, dataset_id, position) VALUES (2, 1, 1)",
            "INSERT INTO item (section_id) VALUES (2)")
        try test.store.pool.writeWithoutTransaction { connection in
            try connection.execute("PRAGMA foreign_keys = \(enforcesKeys ? 1 : 0)")
            for statement in [
                "UPDATE dataset SET id = 5", "UPDATE section SET id = 8 WHERE id = 1",
                "INSERT OR REPLACE INTO section (id, dataset_id, position) VALUES (9, 5, 1)",
                "INSERT INTO measurement (measure, item_id, height) VALUES ('m', 3, 4)",
                "UPDATE item SET id = 300 WHERE id = 3",
            ] { try connection.execute(statement) }
            #expect(try connection.first("SELECT count(*) FROM item WHERE section_id = 8", as: Int.self) == 60)
            #expect(try connection.first("SELECT count(*) FROM item", as: Int.self) == 60)
            #expect(try connection.first("SELECT dataset_id FROM layout", as: Int.self) == 5)
            #expect(try connection.first("SELECT item_id FROM measurement", as: Int.self) == 300)
        }
        try test.store.prepare("wall")
        #expect(try test.store.verify().isClean)
    }

    @Test("A section in front of one that was scrolled orthogonally scrolls nothing else")
    func orthogonalOffsets() throws {
        let test = try filled()
        try test.store.prepare("wall")
        try test.store.layout("wall").setOrthogonalOffset(25, inSection: 0)
        try test.execute("INSERT INTO section (dataset_id, position) VALUES (1, -4)")
        func rows() throws -> [[Double]] {
            try test.read { connection in
                var rows: [[Double]] = []
                try connection.forEachRow("SELECT section, offset FROM orthogonal_offset") {
                    rows.append([$0.double(0), $0.double(1)])
                }
                return rows
            }
        }
        #expect(try rows() == [[1, 25]])
        try test.execute("INSERT OR REPLACE INTO orthogonal_offset (layout, section, offset) VALUES ('wall', 0, 250)")
        try test.execute("UPDATE orthogonal_offset SET offset = 30 WHERE section = 1")
        #expect(try rows().sorted { $0[0] < $1[0] } == [[0, 250], [1, 30]])
        try test.execute("DELETE FROM orthogonal_offset WHERE section = 0")
        #expect(try rows() == [[1, 30]])
        #expect(throws: LayoutError.self) {
            try test.execute("INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('wall', 7, 1)")
        }
        #expect(throws: LayoutError.self) { try test.store.layout("wall").setOrthogonalOffset(1, inSection: 7) }
    }

    @Test("A layout that cannot be laid out does not keep the others from it, and verifying names it")
    func oneFailure() throws {
        let test = try filled()
        try test.execute(
            "INSERT INTO layout (dataset_id, name, definition, container_width, container_height) "
                + "VALUES (1, 'broken', '{\"layout\":\"tabel\"}', 10, 10)")
        let results = try test.store.prepareAll()
        #expect(results.map(\.layout) == ["broken", "wall"])
        #expect(throws: (any Error).self) { try results[0].result.get() }
        #expect(try results[1].result.get().elementsWritten == 60)
        #expect(try test.store.verify().problems.contains { $0.contains("“broken”") })
    }

    @Test("Right to left, a proposal near the end of three groups comes to rest where the last one begins")
    func rightToLeft() throws {
        let test = try filled(3)
        try test.store.defineLayout(
            "row", dataset: "data",
            definition: LayoutDefinition(
                json: """
                    {"layout": "compositional", "axis": "horizontal", "rightToLeft": true, "snap": {"padding": 0},
                     "sections": [
                      {"group": {"axis": "vertical", "size": {"width": 60, "height": 50},
                                 "subitems": [{"size": {"width": 60, "height": 50}}]}}]}
                    """),
            container: LayoutSize(width: 100, height: 50))
        try test.store.prepare("row")
        let rest = try test.store.layout("row").targetContentOffset(
            forProposedContentOffset: LayoutPoint(x: 70, y: 0), withScrollingVelocity: .zero)
        #expect(rest == LayoutPoint(x: 80, y: 0))
        // Reading begins at the right, where nothing is scrolled away.
        let anchor = try test.store.layout("row").anchor(at: LayoutPoint(x: 80, y: 0))
        #expect(anchor?.isAtLimit == true && anchor?.edge == .start)
    }

    @Test("A container that no frame depends on is adopted: nothing is laid out, and scrolling goes by it")
    func adoptedContainer() throws {
        let test = try filled()
        try test.store.defineLayout(
            "wall", dataset: "data",
            definition: LayoutDefinition(json: "{\"layout\":\"table\",\"snap\":{\"padding\":0}}"),
            container: Self.container)
        try test.store.prepare("wall")
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
        // From a shell it is stale until the next preparing, which lays nothing out.
        try test.execute("UPDATE layout SET container_height = 450")
        #expect(try test.store.isStale("wall"))
        #expect(try test.store.prepare("wall").elementsWritten == 0)
        #expect(try !test.store.isStale("wall"))
    }

    @Test("A rectangle over a billion laps is refused")
    func manyLaps() throws {
        let test = try filled()
        try test.store.defineLayout(
            "wheel", dataset: "data", definition: LayoutDefinition(json: "{\"layout\":\"table\",\"wraps\":true}"),
            container: Self.container)
        try test.store.prepare("wheel")
        let error = #expect(throws: LayoutError.self) {
            try test.store.layout("wheel").layoutAttributesForElements(
                in: LayoutRect(x: 0, y: 0, width: 10, height: 1.2e12))
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test("Item ids at the ends of their range are laid out and found again")
    func farIDs() throws {
        let test = try filled(4)
        try test.execute(
            """
            INSERT INTO item (id, section_id, position, height)
            VALUES (9223372036854775807, 1, 1.5, 7), (-9000000000000000000, 1, 2.5, 8)
            """
        )
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, "far ids")
        #expect(try test.store.layout("wall").layoutAttributesForItem(at: 2, inSection: 0)?.itemID == .max)
    }

    private static let distantIDs: [[Int64]] = [
        [.min, .max], [.max, .min], [.max, 5, .min + 1, .max - 1, .min], [.min, .min + 1, .max - 1, .max],
    ]

    @Test("Item ids at both ends of their range in one band are found by the views and in Swift", arguments: distantIDs)
    func bothEnds(_ ids: [Int64]) throws {
        let test = try filled(4)
        for (index, id) in ids.enumerated() {
            let position = 1.5 + Double(index) / 64
            try test.execute(
                "INSERT INTO item (id, section_id, position, height) VALUES (\(id), 1, \(position), \(7 + index))")
        }
        try test.store.prepare("wall")
        let reference = try test.reference("wall").elements
        for view in ["element_frames", "item_frames"] {
            expectSameElements(
                try test.elements(view, layout: "wall").filter { $0.kind == "cell" },
                reference.filter { $0.kind == "cell" }, "\(view), \(ids)")
        }
        let layout = test.store.layout("wall")
        for element in reference where element.kind == "cell" {
            let found = try layout.layoutAttributesForItem(at: element.item, inSection: 0)
            #expect(found?.itemID == element.itemID && found?.frame == element.frame)
        }
        #expect(try test.store.verify(deep: true).isClean)
    }
}
