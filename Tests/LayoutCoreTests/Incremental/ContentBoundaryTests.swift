import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Elements that belong to the content as a whole.
@Suite struct ContentBoundaryTests {
    private static let prologue = """
        {"elementKind":"prologue","size":{"width":{"fractionalWidth":1},"height":24},"alignment":"top"}
        """
    private static let epilogue = """
        {"elementKind":"epilogue","size":{"width":{"fractionalWidth":1},"height":16},"alignment":"bottom"}
        """

    /// A prepared layout of three sections, and of what belongs to the content.
    private func makeStore(_ boundary: [String]) throws -> TestStore {
        try TestStore.ofRandomRows(
            sections: 3, items: 5...9, seed: 7,
            """
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
              "size":{"width":{"fractionalWidth":1},"height":40},
              "repeating":{"size":{"width":{"fractionalWidth":0.5},"height":40}},"count":2}}],
             "boundaryItems":[\(boundary.joined(separator: ","))]}
            """, 256, 256
        ).prepared()
    }

    @Test(
        "The opening and closing elements of the content stay there while sections come, go and change places",
        arguments: [[prologue], [epilogue], [prologue, epilogue]])
    func sections(_ boundary: [String]) throws {
        let test = try makeStore(boundary)
        for change in [
            "INSERT INTO section (id, dataset_id, position) SELECT 50, 1, min(position) - 1 FROM section",
            "INSERT INTO item (section_id, position, height) VALUES (50, 1, 30)",
            "UPDATE section SET position = (SELECT max(position) + 1 FROM section) WHERE id = 50",
            "DELETE FROM section WHERE id = (SELECT id FROM section ORDER BY position LIMIT 1)",
            "DELETE FROM section",
            "INSERT INTO section (id, dataset_id, position) VALUES (60, 1, 1)",
            "INSERT INTO item (section_id, position, height) VALUES (60, 1, 30)",
        ] {
            try test.execute(change)
            try test.store.prepare("wall")
            try test.expectSameAsAfresh(change)
            let order = try test.lines("SELECT section_id IS NULL FROM lc_band ORDER BY slot")
            let inner = [String](repeating: "0", count: order.count - boundary.count)
            let (first, last) = (boundary.contains(Self.prologue), boundary.contains(Self.epilogue))
            #expect(order == (first ? ["1"] : []) + inner + (last ? ["1"] : []), "\(change)")
            try test.expectInvariants(change)
        }
    }

    @Test(
        "Hidden sections leave no separator before the first one that shows, while items come, go and move",
        arguments: [
            "",
            #","listHeader":{"height":9},"listFooter":{"height":9},"pinHeaders":true,"header":{"height":8}"#
                + #","background":{}"#,
        ])
    func hiddenSections(more: String) throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 1, 4)",
            "INSERT INTO item (id, section_id, position) VALUES (10, 3, 1), (11, 4, 1)")
        try test.define(
            "wall",
            #"{"layout":"table","emptySections":"hide","sectionSpacing":10,"separators":{"between":"sections"}"#
                + more + "}",
            100, 200)
        let fill = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
            INSERT INTO item (section_id, position) SELECT 2, i FROM n
            """
        for (change, separated) in [
            ("SELECT 1", [4]), ("INSERT INTO item (id, section_id, position) VALUES (12, 1, 1)", [3, 4]),
            ("DELETE FROM item WHERE section_id = 1", [4]), ("DELETE FROM item WHERE section_id = 3", []),
            (fill, [4]), ("UPDATE section SET position = 9 WHERE id = 2", [2]),
            ("UPDATE item SET section_id = 1 WHERE section_id = 4", [2]), ("DELETE FROM section WHERE id = 1", []),
            ("INSERT INTO section (id, dataset_id, position) VALUES (5, 1, 0)", []),
            ("INSERT INTO item (section_id, position) VALUES (5, 1)", [2]), ("DELETE FROM item", []),
            ("INSERT INTO item (section_id, position) VALUES (3, 1), (4, 1)", [4]),
        ] {
            try test.execute(change)
            try test.store.prepare("wall")
            try test.expectWhole(change)
            let found = try test.lines(
                "SELECT section_id FROM element_frames WHERE element_kind = 'separator' ORDER BY section")
            #expect(found == separated.map(String.init), "\(change)")
        }
    }

    @Test("A band of the content that must be laid out again is compared with nothing", arguments: [false, true])
    func staleBoundary(isEnd: Bool) throws {
        // Pinned elements are stored apart from the rows of their band.
        let items = [Self.prologue, Self.epilogue].map {
            $0.replacing("\"alignment\"", with: "\"pinToVisibleBounds\":true,\"alignment\"")
        }
        let test = try makeStore(items)
        #expect(try test.store.verify(deep: true).isWhole)
        try test.execute("UPDATE lc_band SET is_stale = 1 WHERE section_id IS NULL AND ends_content = \(isEnd ? 1 : 0)")
        let verification = try test.store.verify(deep: true)
        #expect(verification.isWhole, "\(verification.problems)")
        try test.store.prepare("wall")
        #expect(try test.store.verify(deep: true).isWhole)
    }
}
