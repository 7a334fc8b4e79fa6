import LayoutSQLite
import Testing

@Suite struct StatementTests {
    private let connection: Connection

    init() throws { connection = try Connection.inMemory() }

    private func echo<Value: Bindable & Statement.Readable>(_ value: Value) throws -> Value? {
        try connection.first("SELECT ?1", value, as: Value.self)
    }

    @Test("Values come back as they were bound")
    func boundValues() throws {
        #expect(try echo(Int.max) == .max)
        #expect(try echo(Int64.min) == .min)
        #expect(try echo(-0.1) == -0.1)
        #expect(try echo(Double.infinity) == .infinity)
        #expect(try echo(true) == true)
        #expect(try echo(false) == false)
        #expect(try echo("") == "")
        #expect(try echo("naïve 🎈 o'clock") == "naïve 🎈 o'clock")
        #expect(try echo("a\0b") == "a\0b")
        #expect(try echo([0, 255, 0] as [UInt8]) == [0, 255, 0])
        #expect(try echo([] as [UInt8]) == [])
        #expect(try echo(Int?.none) == .some(nil))
        #expect(try echo(Int?.some(5)) == 5)
        #expect(try echo(String?.none) == .some(nil))
        #expect(try echo(Double?.some(1.5)) == 1.5)
    }

    @Test("Empty text and empty bytes are not NULL")
    func emptyValues() throws {
        #expect(try connection.first("SELECT typeof(?1)", "", as: String.self) == "text")
        #expect(try connection.first("SELECT typeof(?1)", [] as [UInt8], as: String.self) == "blob")
        let statement = try connection.prepare("SELECT typeof(?1)")
        statement.bindText(bytes: [UInt8]().span, at: 1)
        #expect(try statement.step() && statement.string(0) == "text")
    }

    @Test("NaN is NULL, and reads as NaN on request")
    func nan() throws {
        let statement = try connection.prepare("SELECT ?1")
        statement.bind(Double.nan, at: 1)
        #expect(try statement.step())
        #expect(statement.isNull(0))
        #expect(statement.storage(0) == .null)
        #expect(statement.doubleOrNaN(0).isNaN)
        #expect(statement.double(0) == 0 && statement.int(0) == 0 && statement.string(0) == nil)
        #expect(statement.stringOrEmpty(0) == "" && statement.bytes(0) == nil)
        let lengths = (statement.withUTF8(0) { $0.count }, unsafe statement.withTextBytes(0) { $0.count })
        #expect(lengths == (0, 0))
    }

    @Test("Run keeps bindings, reset does not")
    func keptBindings() throws {
        try connection.execute("CREATE TABLE t(a)")
        let statement = try connection.prepare("INSERT INTO t VALUES (?1)")
        statement.bind(5, at: 1)
        for _ in 0..<2 { try statement.run() }
        statement.reset()
        try statement.run()
        #expect(try connection.first("SELECT group_concat(quote(a)) FROM t", as: String.self) == "5,5,NULL")
    }

    @Test("A statement describes itself")
    func statementDetails() throws {
        try connection.execute("CREATE TABLE t(a)")
        let statement = try connection.prepare("  SELECT a AS first, 2 FROM t WHERE a = ?3 -- why\n")
        #expect(statement.parameterCount == 3)
        #expect(statement.columnCount == 2)
        #expect(statement.columnName(0) == "first" && statement.columnName(1) == "2")
        #expect(statement.sql == "SELECT a AS first, 2 FROM t WHERE a = ?3 -- why\n")
    }

    @Test("A text without exactly one statement cannot be prepared; blanks and comments after it are no second one")
    func statementCount() throws {
        for sql in ["", " ; ", "-- only a comment", "SELECT 1; SELECT 2", "SELECT 1; garbage"] {
            #expect(throws: SQLiteError.self, "\(sql)") { try connection.prepare(sql) }
        }
        for sql in ["SELECT 1;", "SELECT 1; -- the end", "SELECT 1 ; ; /* end */ \n"] {
            #expect(try connection.first(sql, as: Int.self) == 1)
        }
    }

    @Test("A zero byte in the text is an error")
    func zeroByteInText() throws {
        for sql in ["\0", "CREATE TABLE t(a);\0 DROP TABLE t"] {
            #expect(failure { try connection.execute(sql) }?.contains("there is a zero byte in the text") == true)
        }
    }

    @Test(
        "An error quotes the statement that does not compile",
        arguments: [
            ("SELECT 1; SELEKT 2; SELECT 3", "SELEKT 2;"),
            ("SELECT 1; SELECT * FROM nowhere; SELECT 3", "SELECT * FROM nowhere;"),
            ("SELECT 1; SELECT * FROM nowhere", "SELECT * FROM nowhere"),
            ("SELECT (", "SELECT ("),
        ])
    func failingStatement(script: String, statement: String) throws {
        let error = try #require(throws: SQLiteError.self) { try connection.execute(script) }
        #expect(error.sql == statement && error.code == .error)
    }

    @Test("A script is executed to its end")
    func script() throws {
        try connection.execute(
            """
            -- a trigger contains semicolons
            CREATE TABLE t(a); CREATE TABLE log(a);
            CREATE TRIGGER x AFTER INSERT ON t BEGIN
                INSERT INTO log VALUES (new.a); INSERT INTO log VALUES (new.a + 1);
            END;
            ;; INSERT INTO t VALUES (';'); INSERT INTO t VALUES (3);
            /* the end */
            """)
        #expect(try connection.first("SELECT count(*) FROM log", as: Int.self) == 4)
        try connection.execute("")
    }

    @Test("Wrong indices trap")
    func wrongIndicesTrap() async {
        await #expect(processExitsWith: .failure) {
            let statement = try Connection.inMemory().prepare("SELECT 1")
            #expect(try statement.step())
            _ = statement.int(1)
        }
        await #expect(processExitsWith: .failure) { _ = try Connection.inMemory().prepare("SELECT 1").int(0) }
        await #expect(processExitsWith: .failure) { try Connection.inMemory().prepare("SELECT ?1").bind(1, at: 2) }
        await #expect(processExitsWith: .failure) { try Connection.inMemory().run("SELECT ?1, ?2", 1) }
    }

    @Test("A statement outlives its connection's last reference")
    func outlivedConnection() throws {
        let statement = try Connection.inMemory().prepare("SELECT 41 + ?1")
        statement.bind(1, at: 1)
        #expect(try statement.step() && statement.int(0) == 42)
    }
}
