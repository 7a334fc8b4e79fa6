import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// The relations between the rows of a store, with and without foreign keys enforced by a connection.
@Suite struct RowRelationTests {
    /// Statements, with parts of the messages about them.
    private static let refused = DataFile("Refusals.txt").cases

    @Test(
        "Numbers without a meaning, and rows that would belong to nothing, are refused with a sentence",
        arguments: [false, true])
    func refusals(enforcesKeys: Bool) throws {
        let test = try TestStore.ofTable()
        for (statement, message) in Self.refused.map({ ($0.heading, $0.text) }) {
            let error = refusal {
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
        let test = try TestStore.ofTable()
        try test.execute(
            "INSERT INTO section (id, dataset_id, position) VALUES (2, 1, 1)",
            "INSERT INTO item (section_id) VALUES (2)")
        try test.store.pool.writeWithoutTransaction { connection in
            try connection.execute("PRAGMA foreign_keys = \(enforcesKeys ? 1 : 0)")
            for statement in [
                "INSERT INTO section_measurement (measure, section_id, header_height) VALUES ('m', 1, 4), ('m', 2, 5)",
                "UPDATE dataset SET id = 5", "UPDATE section SET id = 8 WHERE id = 1",
                "INSERT OR REPLACE INTO section (id, dataset_id, position) VALUES (9, 5, 1)",
                "INSERT INTO measurement (measure, item_id, height) VALUES ('m', 3, 4)",
                "UPDATE item SET id = 300 WHERE id = 3",
            ] { try connection.execute(statement) }
            #expect(try connection.first("SELECT count(*) FROM item WHERE section_id = 8", as: Int.self) == 60)
            #expect(try connection.first("SELECT count(*) FROM item", as: Int.self) == 60)
            #expect(try connection.first("SELECT dataset_id FROM layout", as: Int.self) == 5)
            #expect(try connection.first("SELECT item_id FROM measurement", as: Int.self) == 300)
            // The section 9 took the place of the section 2.
            let measured = "SELECT group_concat(section_id) FROM section_measurement"
            #expect(try connection.first(measured, as: String.self) == "8")
            try connection.execute("DELETE FROM section WHERE id = 8")
            #expect(try connection.first("SELECT count(*) FROM section_measurement", as: Int.self) == 0)
        }
        try test.store.prepare("wall")
        #expect(try test.store.verify().isWhole)
    }

    // A statement that takes the name “data” from the data set 1, and the id of the data set that has it then. Nothing
    // of the old one is left, and nothing of another is lost.
    @Test(
        "A data set whose name another one takes goes with all its contents",
        arguments: [
            ("INSERT OR REPLACE INTO dataset (name) VALUES ('data')", 4),
            ("INSERT OR REPLACE INTO dataset (id, name) VALUES (77, 'data')", 77),
            ("INSERT OR REPLACE INTO dataset (id, name) VALUES (-1, 'data')", -1),
            ("INSERT OR REPLACE INTO dataset (id, name) VALUES (2, 'data')", 2),
            ("UPDATE OR REPLACE dataset SET name = 'data' WHERE id = 2", 2),
            ("UPDATE OR REPLACE dataset SET name = 'data', id = 40 WHERE id = 2", 40),
        ], [(false, false), (false, true), (true, false), (true, true)])
    func replacedDataset(_ change: (statement: String, id: Int), _ pragmas: (keys: Bool, recursive: Bool)) throws {
        let test = try TestStore.ofTable().prepared()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (2, 'second'), (3, 'third')",
            "INSERT INTO section (id, dataset_id, position) VALUES (2, 2, 1), (3, 3, 1)",
            "INSERT INTO item (id, section_id) VALUES (200, 2), (300, 3)")
        try test.store.pool.writeWithoutTransaction { connection in
            try connection.execute("PRAGMA foreign_keys = \(pragmas.keys ? 1 : 0)")
            try connection.execute("PRAGMA recursive_triggers = \(pragmas.recursive ? 1 : 0)")
            try connection.execute(change.statement)
            func rows(_ sql: String) throws -> [Int] { try connection.lines(sql).compactMap { Int($0) } }
            let isUpdate = change.statement.hasPrefix("UPDATE")
            // A row that takes the place of the second takes over its contents, unless a trigger was fired.
            let keepsSecond = isUpdate || change.id != 2 || !pragmas.recursive
            let second = isUpdate ? change.id : 2
            let owners = (keepsSecond ? [second] : []) + [3]
            #expect(try rows("SELECT dataset_id FROM section ORDER BY id") == owners)
            #expect(try rows("SELECT id FROM item ORDER BY id") == (keepsSecond ? [200, 300] : [300]))
            #expect(try rows("SELECT id FROM layout").isEmpty)
            #expect(try rows("SELECT id FROM dataset ORDER BY id") == Set(owners + [change.id]).sorted())
            #expect(try rows("SELECT dataset_id FROM lc_change ORDER BY 1") == Set(owners + [change.id]).sorted())
            #expect(try rows("SELECT id FROM lc_replaced").isEmpty)
            #expect(try rows("SELECT DISTINCT section_id FROM lc_run ORDER BY 1") == (keepsSecond ? [2, 3] : [3]))
            #expect(try connection.first("SELECT id FROM dataset WHERE name = 'data'", as: Int.self) == change.id)
        }
        #expect(try test.store.verify().isWhole)
    }

    @Test("A section in front of one that was scrolled orthogonally scrolls nothing else")
    func orthogonalOffsets() throws {
        let test = try TestStore.ofTable().prepared()
        try test.wall.setOrthogonalOffset(25, inSection: 0)
        try test.execute("INSERT INTO section (dataset_id, position) VALUES (1, -4)")
        func rows() throws -> [String] { try test.lines("SELECT section, offset FROM orthogonal_offset ORDER BY 1") }
        #expect(try rows() == ["1|25.0"])
        try test.execute("INSERT OR REPLACE INTO orthogonal_offset (layout, section, offset) VALUES ('wall', 0, 250)")
        try test.execute("UPDATE orthogonal_offset SET offset = 30 WHERE section = 1")
        #expect(try rows() == ["0|250.0", "1|30.0"])
        try test.execute("DELETE FROM orthogonal_offset WHERE section = 0")
        #expect(try rows() == ["1|30.0"])
        // An index is a whole number from 0, and nothing that could be taken for one.
        for section in ["7", "2", "-1", "0.5", "'x'", "NULL", "x'01'", "9223372036854775807"] {
            for statement in [
                "INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('wall', \(section), 1)",
                "UPDATE orthogonal_offset SET section = \(section)",
            ] {
                let message = refusal { try test.execute(statement) }?.message ?? ""
                #expect(message.contains("the layout has no section with that index"), "\(statement): \(message)")
            }
        }
        let error = refusal {
            try test.execute("INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('hall', 0, 1)")
        }
        #expect(error?.message.contains("there is no layout of that name") == true)
        #expect(try rows() == ["1|30.0"])
        #expect(throws: LayoutError.self) { try test.wall.setOrthogonalOffset(1, inSection: 7) }
    }
}
