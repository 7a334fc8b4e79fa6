import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

@Suite("Importing from a table of another database") struct ImportTableTests {
    private let scratch: ScratchDirectory
    private let path: String
    private let store: ImportStore

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("source.db")
        store = try ImportStore()
    }

    /// Makes the other database.
    private func source(_ sql: String) throws { try Connection.at(path, .create) { try $0.execute(sql) } }

    @discardableResult
    private func load(_ table: String, _ columns: ImportColumns = .init(), scale: Double = 1) throws -> ImportReport {
        try ImportJob(ImportOptions(dataset: "set", columns: columns, scale: scale)).run(
            database: path, table: table, on: store.connection)
    }

    @Test("Values keep their types, and numbers stored as text count")
    func types() throws {
        try source(
            """
            CREATE TABLE "the ""works" (k, s, w, h, "a ""b", n);
            INSERT INTO "the ""works" VALUES (7, 'A', 10, '2.5', 'x"y', 1.5), ('x', NULL, NULL, '', 12, NULL),
              (2.5, 'A', 1e3, 1, '12', 9007199254740993);
            """)
        let report = try load("the \"works", .init(section: "s", key: "k", width: "w", height: "h"), scale: 2)
        #expect(
            try store.items() == [
                #"A/0.0: 7 20.0 5.0 {"a \"b":"x\"y","n":1.5}"#,
                #"A/1.0: 2.5 2000.0 2.0 {"a \"b":"12","n":9007199254740993}"#,
                #"-/0.0: x - - {"a \"b":12,"n":null}"#,
            ])
        #expect(report.itemsInserted == 3 && report.itemsWithoutSize == 1)
    }

    @Test("A store takes a table scaled, and as many faults as it may")
    func intoStore() async throws {
        try source("CREATE TABLE works (k, h); INSERT INTO works VALUES ('a', 10), ('b', 'tall'), ('c', 30)")
        let test = try TestStore()
        let columns = ImportColumns(key: "k", height: "h")
        func load(_ most: Int) throws -> ImportReport {
            try test.store.importTable(
                "works", ofDatabaseAt: path, into: "first", columns: columns, scale: 2, maximumErrors: most)
        }
        #expect(refusal { _ = try load(0) }?.code == .notANumber)
        #expect(try load(1).rowsRejected == 1)
        let report: ImportReport = try await test.store.importTable(
            "works", ofDatabaseAt: path, into: "second", columns: columns, scale: 2, maximumErrors: 1)
        #expect(report.firstErrors.map(\.code) == [.notANumber])
        let stored = try test.lines(
            """
            SELECT d.name, i.key, i.height FROM item AS i JOIN section AS s ON s.id = i.section_id
            JOIN dataset AS d ON d.id = s.dataset_id ORDER BY i.id
            """)
        #expect(stored == ["first|a|20.0", "first|c|60.0", "second|a|20.0", "second|c|60.0"])
    }

    @Test("Many rows come in batches, and between them the source reports their number and may be stopped")
    func batches() throws {
        try source(
            """
            CREATE TABLE works (k, h);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
            INSERT INTO works SELECT 'k' || i, i % 50 FROM n
            """)
        let options = ImportOptions(dataset: "set", columns: .init(key: "k", height: "h"))
        let before = try store.contents()
        var read: [Int] = []
        let error = refusal {
            try ImportJob(options).run(
                database: path, table: "works", on: store.connection, progress: { read.append($0.count) },
                isCancelled: { read.count == 2 })
        }
        #expect(error?.code == .cancelled)
        #expect(try read == [4096, 8192] && store.contents() == before)
        let report = try ImportJob(options).run(
            database: path, table: "works", on: store.connection,
            progress: {
                read.append($0.count)
                #expect($0.step == .importing && $0.fraction == nil)
            })
        #expect(read == [4096, 8192, 4096, 8192])
        #expect(report.rowsRead == 9000 && report.itemsInserted == 9000 && report.itemsWithoutSize == 9000)
        let stored = try store.connection.lines("SELECT count(*), count(DISTINCT key), sum(height) FROM item")
        #expect(stored == ["9000|9000|220500.0"])
    }

    @Test("A missing name is reported, with the nearest existing one")
    func missing() throws {
        try source("CREATE TABLE works (width, height); CREATE VIEW words AS SELECT 1 AS one")
        #expect(
            refusal { try load("worxs") }?.withAdvice
                == "\(path): missingTable: there is no table “worxs” / Did you mean “works”?")
        #expect(
            refusal { try load("works", .init(width: "widht")) }?.withAdvice
                == "\(path): missingColumn: the table “works” has no column “widht” / Did you mean “width”?")
        #expect(throws: SQLiteError.self) {
            try ImportJob(ImportOptions(dataset: "set")).run(
                database: path + ".none", table: "works", on: store.connection)
        }
    }

    static let badRows: [(sql: String, message: String)] = [
        ("1, -5", "2: negativeSize: the width -5.0 is negative"), ("1, x'00'", "2: notANumber: the width is a blob"),
        ("x'00', 1", "2: notText: the column “k” holds a blob, which JSON cannot"),
        ("9e999, 1", "2: notFinite: the column “k” holds an infinity, which JSON cannot"),
        ("1, 'wide'", "2: notANumber: the width “wide” is not a number"),
    ]

    @Test("A bad row is named by its number, and nothing is stored", arguments: badRows)
    func badRow(bad: (sql: String, message: String)) throws {
        try source("CREATE TABLE t (k, w); INSERT INTO t VALUES (1, 1), (\(bad.sql))")
        let before = try store.contents()
        #expect(refusal { try load("t", .init(width: "w")) }?.withCode == "\(path):\(bad.message)")
        #expect(try store.contents() == before)
    }

    @Test(
        "Only names that begin with sqlite and an underscore are SQLite's own",
        arguments: ["sqliteitems", "SQLite items"])
    func namedLikeSQLite(table: String) throws {
        try source("CREATE TABLE \"\(table)\" (k); INSERT INTO \"\(table)\" VALUES ('a'), ('b')")
        #expect(try load(table, .init(key: "k")).itemsInserted == 2)
        #expect(refusal { try load("sqlite_schema") }?.code == .missingTable)
    }

    @Test("A repeated key is named with both rows")
    func duplicateKey() throws {
        try source("CREATE TABLE t (k); INSERT INTO t VALUES ('a'), (NULL), ('b'), ('a')")
        let error = refusal { try load("t", .init(key: "k")) }
        #expect(error?.withCode == "\(path):4: duplicateKey: duplicate key “a”: first on row 1")
    }
}
