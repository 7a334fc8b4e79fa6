import LayoutTestSupport
import Testing
import LayoutSQLite

/// The memory of a connection until the file changes.
@Suite struct ConnectionMemoryTests {
    private final class Sum {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    /// A writer, and a reader that remembers the sum of a column: the text has it, and whether it is new.
    private func open() throws -> (writer: Connection, sum: () throws -> String, reader: Connection) {
        let path = directory.file("memory.db")
        let writer = try Connection(path: path, mode: .create)
        try writer.execute(
            "PRAGMA journal_mode = WAL; CREATE TABLE number (value INTEGER); INSERT INTO number VALUES (3)")
        let reader = try Connection(path: path, mode: .readOnly)
        let sum: () throws -> String = {
            var isNew = false
            let sum = try reader.remembered("sum") {
                isNew = true
                return Sum(try reader.first("SELECT sum(value) FROM number", as: Int.self) ?? 0)
            }
            return "\(sum.value)\(isNew ? " new" : "")"
        }
        return (writer, sum, reader)
    }

    @Test("A value is made once, and made again after another program's commit")
    func rememberedValue() throws {
        let (writer, sum, reader) = try open()
        func sums(_ count: Int) throws -> [String] {
            try (0..<count).map { _ in try reader.transaction(.deferred, sum) }
        }
        #expect(try sums(3) == ["3 new", "3", "3"])
        try writer.run("INSERT INTO number VALUES (4)")
        #expect(try sums(2) == ["7 new", "7"])
        // Values rolled back were never there.
        try? writer.transaction {
            try writer.run("INSERT INTO number VALUES (9)")
            throw CancellationError()
        }
        #expect(try sums(1) == ["7"])
    }

    @Test("A transaction that has begun keeps to its snapshot")
    func openTransaction() throws {
        let (writer, sum, reader) = try open()
        try reader.transaction(.deferred) {
            #expect(try sum() == "3 new")
            try writer.run("UPDATE number SET value = 10")
            #expect(try sum() == "3")
        }
        #expect(try reader.transaction(.deferred, sum) == "10 new")
    }
}
