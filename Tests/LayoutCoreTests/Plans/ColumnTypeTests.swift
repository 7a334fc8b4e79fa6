import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Columns that compare a number passed as text by its value, as programs pass parameters that know no types.
@Suite struct ColumnTypeTests {
    private static let views = [
        "visible", "element_frames", "item_frames", "section_frames", "layout_status",
        "orthogonal_offset", "layout_readme", "layout_help",
    ]
    private static let functions = [
        "visible_in('wall', 0, 0, 320, 480)", "item_at('wall', 7)", "item_rank('wall', 'k8')",
        "item_at_point('wall', 5, 65)", "place_at('wall', 0.5)", "fraction_at('wall', 0, 40)",
    ]

    private func prepared() throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            1...40, sections: 2, "id, section_id, position, key, width, height", "i, 1 + i % 2, i, 'k' || i, 90, 20.5")
        try test.prepareWall(#"{"layout":"flow","header":{"height":30}}"#)
        try test.execute(
            "UPDATE section SET title = char(96 + id)", "UPDATE viewport SET x = 0, y = 0, width = 320, height = 480",
            "INSERT INTO section_offset (layout, section_id, offset) VALUES ('wall', 2, 12.5)")
        return test
    }

    /// Compares each column that has a number with that number, passed as text.
    private func expectTypes(of source: String, named name: String, _ connection: Connection) throws {
        let columns = try connection.names("SELECT name FROM pragma_table_xinfo('\(name)') WHERE hidden = 0")
        #expect(!columns.isEmpty, "\(name)")
        for column in columns {
            let value = "\"\(column)\""
            let numbers = "SELECT CAST(\(value) AS TEXT) FROM \(source) WHERE typeof(\(value)) IN ('integer', 'real')"
            guard let number = try connection.first(numbers, as: String.self) else { continue }
            let found = try connection.first("SELECT count(*) FROM \(source) WHERE \(value) = ?1", number, as: Int.self)
            let exact = try connection.first("SELECT count(*) FROM \(source) WHERE \(value) = \(number)", as: Int.self)
            #expect(found == exact && exact != 0, "\(name).\(column) = '\(number)'")
        }
    }

    @Test("Every column of a view has a type, and finds a number that is passed as text", arguments: views)
    func viewColumns(_ name: String) throws {
        let test = try prepared()
        try test.store.pool.writeWithoutTransaction { try expectTypes(of: name, named: name, $0) }
    }

    @Test("Every column of a function has a type, and finds a number that is passed as text", arguments: functions)
    func functionColumns(_ call: String) throws {
        let test = try prepared()
        try test.withConnectionOfApp { app in
            let name = call.prefix { $0 != "(" }
            try expectTypes(of: call, named: String(name), app)
        }
    }

    @Test("A function takes numbers that are passed as text")
    func arguments() throws {
        let test = try prepared()
        try test.withConnectionOfApp { app in
            let count = "SELECT count(*) FROM visible_in"
            let numbers = try app.first("\(count)('wall', 0, 0, 320, 480)", as: Int.self)
            let texts = try app.first("\(count)('wall', ?1, ?2, ?3, ?4)", "0", "0", "320", "480", as: Int.self)
            #expect(texts == numbers && numbers != 0)
            #expect(try app.first("SELECT rank FROM item_at('wall', ?1)", "7", as: Int.self) == 7)
        }
    }
}
