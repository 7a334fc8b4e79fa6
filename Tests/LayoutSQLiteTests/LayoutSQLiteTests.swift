import LayoutSQLite
import Testing

@Test func `smoke`() throws {
    let db = try Connection(path: ":memory:", mode: .create)
    try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a REAL, s TEXT); -- x\n INSERT INTO t VALUES (1, 2.5, 'x'); /* end */")
    try db.run("INSERT INTO t VALUES (?1, ?2, ?3)", 2, Double.nan, "hé")
    #expect(try db.first("SELECT count(*) FROM t WHERE id >= ?1", 1, as: Int.self) == 2)
    var seen: [String] = []
    try db.forEachRow("SELECT id, a, s FROM t WHERE id > ?1", 0) { row in seen.append("\(row.int(0)) \(row.doubleOrNaN(1)) \(row.stringOrEmpty(2))") }
    #expect(seen == ["1 2.5 x", "2 nan hé"])
    let xs: ContiguousArray<Double> = [1.5, .nan]
    try db.run("INSERT INTO t SELECT c0, c1, c2 || ?2 FROM column_batch(?1)", batch: ColumnBatch(rowCount: 2, columns: [.sequence(start: 10), .doubles(xs), .text([.init(start: 0, end: 2), .null])], bytes: [65, 66]), "!")
    #expect(try db.first("SELECT group_concat(quote(a) || quote(s)) FROM t WHERE id >= 10", as: String.self) == "1.5'AB!',NULLNULL")
}
