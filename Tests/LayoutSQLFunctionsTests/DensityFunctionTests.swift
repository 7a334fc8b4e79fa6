import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// `density_in`: the whole content in a few pieces, in SQL.
@Suite struct DensityFunctionTests {
    @Test("Its pieces cover the content, hold all cells between them, and name the section that takes most of each")
    func pieces() throws {
        let test = try TestStore()
        try test.fill(1...400, sections: 2, "section_id, position, height", "1 + (i > 100), i, 30 - 20 * (i > 100)")
        try test.execute("UPDATE section SET title = 'Herbs' WHERE id = 1")
        try test.prepareWall(#"{"layout":"table"}"#)
        try test.withConnectionOfApp { app in
            // 3,000 points of a hundred items, and as many of three hundred.
            #expect(
                try app.lines(
                    "SELECT piece, origin, length, cells, section, title, stale, estimated FROM density_in('wall', 4)")
                    == [
                        "0|0.0|1500.0|50.0|0|Herbs|0|0", "1|1500.0|1500.0|50.0|0|Herbs|0|0",
                        "2|3000.0|1500.0|150.0|1|NULL|0|0", "3|4500.0|1500.0|150.0|1|NULL|0|0",
                    ])
            for count in [1, 7, 1000] {
                let sums = try app.lines("SELECT count(*), round(sum(cells)) FROM density_in('wall', \(count))")
                #expect(sums == ["\(count)|400.0"])
            }
            for arguments in ["0", "-1", "1.5", "'a'", "1e9", "NULL"].map({ "'wall', \($0)" }) + ["'none', 4"] {
                #expect(throws: SQLiteError.self, "\(arguments)") {
                    try app.execute("SELECT * FROM density_in(\(arguments))")
                }
            }
        }
    }
}
