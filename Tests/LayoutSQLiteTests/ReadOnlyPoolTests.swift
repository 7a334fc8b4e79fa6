import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct ReadOnlyPoolTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    @Test("A read-only pool reads, refuses to write and changes no byte", arguments: ["DELETE", "WAL"])
    func readOnlyPool(journalMode: String) throws {
        try directory.makeFile(journalMode: journalMode)
        let bytes = try directory.contents(of: "a.db")
        let pool = try openReadOnly(directory.file("a.db"))
        #expect(try readValue(pool) == 5)
        #expect(errorCode { try pool.write { try $0.rowCount() } } == .readOnly)
        pool.close()
        #expect(try directory.contents(of: "a.db") == bytes)
    }

    @Test("A missing file is not made")
    func missingFile() throws {
        #expect(failure { try openReadOnly(directory.file("a.db")) } == "14 No such file or directory")
        #expect(try directory.names() == [])
    }

    @Test("A read-only pool sees what the log of a living writer holds")
    func livingLog() throws {
        let writer = try ConnectionPool(path: directory.file("a.db"))
        try writer.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (6)") }
        let pool = try openReadOnly(directory.file("a.db"))
        #expect(try !pool.isImmutable && readValue(pool) == 6)
        try writer.write { try $0.execute("UPDATE t SET a = 7") }
        #expect(try readValue(pool) == 7)
    }

    @Test("A pool opens a WAL file without a write since")
    func untouchedWAL() throws {
        try directory.makeFile(journalMode: "WAL")
        #expect(try readValue(ConnectionPool(path: directory.file("a.db"))) == 5)
    }
}
