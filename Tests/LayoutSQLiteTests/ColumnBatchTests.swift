import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ColumnBatchTests {
    private let connection: Connection

    init() throws { connection = try Connection.inMemory() }

    /// Every row of a table as text, with its types.
    private func dump(_ table: String) throws -> [String] {
        var rows: [String] = []
        try connection.forEachRow("SELECT * FROM \(table) ORDER BY id") { row in
            let texts = (0..<row.columnCount).map { "\(row.storage($0)) \(row.bytes($0) ?? [])" }
            rows.append(texts.joined(separator: "|"))
        }
        return rows
    }

    private func value(_ column: ColumnBatch.Column, _ row: Int, of batch: ColumnBatch) -> any Bindable {
        switch column {
        case .doubles(let values): return values[row]
        case .integers(let values): return values[row] == ColumnBatch.nullInteger ? Int64?.none : values[row]
        case .text(let ranges):
            let range = ranges[row]
            return range.start < 0 ? nil : String(decoding: batch.bytes[range.start..<range.end], as: UTF8.self)
        }
    }

    /// One row by one, the plain way.
    private func insertSlowly(_ batch: ColumnBatch, into table: String) throws {
        let places = (1...batch.columns.count).map { "?\($0)" }.joined(separator: ",")
        let statement = try connection.prepare("INSERT INTO \(table) VALUES (\(places))")
        for row in 0..<batch.rowCount {
            for (column, values) in batch.columns.enumerated() {
                value(values, row, of: batch).bind(to: statement, at: column + 1)
            }
            try statement.run()
        }
    }

    private func randomBatch(rowCount: Int, using generator: inout SeededGenerator) -> ColumnBatch {
        var bytes: ContiguousArray<UInt8> = []
        func ranges(of alphabet: [UInt8]) -> ContiguousArray<ColumnBatch.ByteRange> {
            ContiguousArray(
                (0..<rowCount).map { _ in
                    if Int.random(in: 0..<5, using: &generator) == 0 { return .null }
                    let start = bytes.count
                    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                        bytes.append(alphabet.randomElement(using: &generator) ?? 0)
                    }
                    return ColumnBatch.ByteRange(start: start, end: bytes.count)
                })
        }
        let specialDoubles = [0.0, -0.0, .nan, .infinity, -.infinity, 1, -3, 1e300, 0x1p53, .leastNonzeroMagnitude]
        let specialIntegers: [Int64] = [0, 1, -1, .max, .min, .min + 1, 127, 128, 1 << 47]
        func numbers<T>(_ special: [T], _ draw: (inout SeededGenerator) -> T) -> ContiguousArray<T> {
            ContiguousArray(
                (0..<rowCount).map { _ in
                    Bool.random(using: &generator) ? special.randomElement(using: &generator)! : draw(&generator)
                })
        }
        let columns: [ColumnBatch.Column] = [
            .integers(ContiguousArray((0..<rowCount).map { Int64($0) - 1000 })),
            .doubles(numbers(specialDoubles) { Double.random(in: -1e6...1e6, using: &$0) }),
            .integers(numbers(specialIntegers) { Int64.random(in: -1000...1000, using: &$0) }),
            .text(ranges(of: Array("aZ '\"\n".utf8))),
        ]
        return ColumnBatch(rowCount: rowCount, columns: columns, bytes: bytes)
    }

    @Test("A batch inserts what row by row inserts", arguments: [0, 1, 2, 100, 5000])
    func rowByRow(rowCount: Int) throws {
        let columns = "id INTEGER PRIMARY KEY, real REAL, whole INTEGER, text TEXT"
        try connection.execute("CREATE TABLE fast(\(columns)); CREATE TABLE slow(\(columns))")
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var generator = SeededGenerator(seed: seed &* 61 &+ UInt64(rowCount))
            let batch = randomBatch(rowCount: rowCount, using: &generator)
            try connection.execute("DELETE FROM fast; DELETE FROM slow")
            try connection.run("INSERT INTO fast SELECT c0, c1, c2, c3 FROM column_batch(?1)", batch: batch)
            try insertSlowly(batch, into: "slow")
            let fast = try dump("fast")
            #expect(fast.count == rowCount, "seed \(seed)")
            #expect(try fast == dump("slow"), "seed \(seed)")
        }
    }

    @Test("Further arguments follow the batch")
    func furtherArguments() throws {
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b)")
        try connection.run(
            "INSERT INTO t SELECT c0 + ?2, c1, ?3 FROM column_batch(?1) WHERE c1 IS NOT NULL",
            batch: ColumnBatch(rowCount: 3, columns: [.integers([0, 1, 2]), .doubles([1.5, .nan, 2])]), 100, "x")
        #expect(try connection.first("SELECT group_concat(id || a || b) FROM t", as: String.self) == "1001.5x,1022.0x")
    }

    @Test("A join walks the batch once and looks the table up")
    func join() throws {
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        var plan: [String] = []
        let statement = try connection.prepare(
            "EXPLAIN QUERY PLAN UPDATE t SET a = b.c1 FROM column_batch(?1) AS b WHERE t.id = b.c0")
        while try statement.step() { plan.append(statement.stringOrEmpty(3)) }
        #expect(plan == ["SCAN b VIRTUAL TABLE INDEX 1:", "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"])
    }

    @Test(
        "A column that the batch does not have, and a text outside its bytes, are errors",
        arguments: [
            ("c1", .doubles([1]), "the batch has no column c1"),
            ("c0", outside(0, 3), beyond), ("c0", outside(2, 1), beyond), ("c0", outside(5, 6), beyond),
            ("c0", outside(Int.max - 1, .max), beyond),
        ] as [(String, ColumnBatch.Column, String)])
    func faults(column: String, values: ColumnBatch.Column, message: String) throws {
        let batch = ColumnBatch(rowCount: 1, columns: [values], bytes: [65, 66])
        let sql = "SELECT \(column) FROM column_batch(?1)"
        #expect(failure { try connection.run(sql, batch: batch) } == "1 \(message) in \(sql)")
    }

    private static let beyond = "a value of column c0 is outside the bytes of the batch"

    private static func outside(_ start: Int, _ end: Int) -> ColumnBatch.Column {
        .text([.init(start: start, end: end)])
    }

    @Test("Without a batch the table has no rows")
    func noBatch() throws {
        // No number is a pointer.
        for table in ["column_batch", "column_batch(NULL)", "column_batch(140000000)"] {
            #expect(try connection.first("SELECT count(*) FROM \(table)", as: Int.self) == 0, "\(table)")
        }
    }

    @Test("A batch does not stay bound")
    func releasedBatch() throws {
        let sql = "SELECT sum(c0) FROM column_batch(?1)"
        let statement = try connection.prepare(sql)
        try statement.run(batch: ColumnBatch(rowCount: 2, columns: [.doubles([1, 2])]))
        #expect(try statement.step() && statement.isNull(0))
    }

    @Test("The arrays come back with their storage")
    func returnedArrays() throws {
        try connection.execute("CREATE TABLE t(a)")
        var values: ContiguousArray<Double> = []
        values.reserveCapacity(100)
        let address = unsafe values.withUnsafeBufferPointer { $0.baseAddress }
        for round in 0..<3 {
            for value in 0..<100 { values.append(Double(round * 100 + value)) }
            try connection.run(
                "INSERT INTO t SELECT c0 FROM column_batch(?1)",
                batch: ColumnBatch(rowCount: values.count, columns: [.doubles(values)]))
            values.removeAll(keepingCapacity: true)
        }
        let addressAfterwards = unsafe values.withUnsafeBufferPointer { $0.baseAddress }
        #expect(unsafe address == addressAfterwards)
        #expect(try connection.first("SELECT sum(a) FROM t", as: Double.self) == 299 * 150)
    }

    @Test("A batch works where the schema is not trusted")
    func untrustedSchema() throws {
        try connection.setTrustedSchema(false)
        try connection.setDefensive(true)
        try connection.execute("CREATE TABLE t(a)")
        let batch = ColumnBatch(rowCount: 3, columns: [.integers([7, 8, 9])])
        try connection.run("INSERT INTO t SELECT c0 FROM column_batch(?1)", batch: batch)
        #expect(try connection.first("SELECT group_concat(a) FROM t", as: String.self) == "7,8,9")
    }

    @Test("The rows that are read for a batch can be bound to a statement of another connection, in their types")
    func boundRows() throws {
        let other = try Connection.inMemory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a);
            INSERT INTO t VALUES (1, -9223372036854775808), (2, 0.5), (3, 'é'), (4, x'00FF'), (5, NULL), (6, '');
            """)
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        let source = try other.cached("SELECT t.id, t.a FROM column_batch(?1) AS b JOIN t ON t.id = b.c0")
        let insertion = try connection.cached("INSERT INTO t VALUES (?1, ?2)")
        try source.run(batch: ColumnBatch(rowCount: 7, columns: [.integers([6, 5, 9, 4, 3, 2, 1])])) {
            () throws(SQLiteError) in try insertion.run(rowOf: source)
        }
        let rows = try [connection, other].map {
            try $0.text("SELECT group_concat(id || typeof(a) || quote(a), ' ') FROM t ORDER BY id") ?? ""
        }
        #expect(rows[0] == rows[1] && rows[0].contains("3text'é'"))
    }
}
