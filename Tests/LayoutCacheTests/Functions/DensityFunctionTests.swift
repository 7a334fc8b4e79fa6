import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// `density_in`: the whole content in a few pieces, in SQL.
@Suite struct DensityFunctionTests {
    @Test("Its pieces cover the content, hold all cells between them, and name the section that takes most of each")
    func pieces() throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 0, 'Herbs'), (2, 1, 1, NULL)",
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO item (section_id, position, height)
            SELECT 1 + (i > 100), i, CASE WHEN i > 100 THEN 10 ELSE 30 END FROM n
            """)
        try test.define(
            "wall", RandomDefinition(json: #"{"layout":"table"}"#, container: LayoutSize(width: 320, height: 480)))
        try test.store.prepare("wall")
        try test.withConnectionOfApp { app in
            var found: [String] = []
            try app.forEachRow(
                "SELECT piece, origin, length, cells, section, title, stale, estimated FROM density_in('wall', 4)"
            ) { row in
                found.append((0..<8).map { row.string($0) ?? "NULL" }.joined(separator: " "))
            }
            // 3,000 points of a hundred items, and as many of three hundred.
            #expect(
                found == [
                    "0 0.0 1500.0 50.0 0 Herbs 0 0", "1 1500.0 1500.0 50.0 0 Herbs 0 0",
                    "2 3000.0 1500.0 150.0 1 NULL 0 0", "3 4500.0 1500.0 150.0 1 NULL 0 0",
                ])
            for count in [1, 7, 1000] {
                let sums = try app.first(
                    "SELECT count(*) || ' ' || round(sum(cells)) FROM density_in('wall', \(count))", as: String.self)
                #expect(sums == "\(count) 400.0")
            }
            for count in ["0", "-1", "1.5", "'a'", "1e9", "NULL"] {
                #expect(throws: SQLiteError.self, "\(count)") {
                    try app.execute("SELECT * FROM density_in('wall', \(count))")
                }
            }
            #expect(throws: SQLiteError.self) { try app.execute("SELECT * FROM density_in('none', 4)") }
        }
    }
}
