import LayoutTestSupport
import Testing
@testable import LayoutSQLite

/// The memory of a connection until the file changes.
@Suite struct ConnectionMemoryTests {
    private final class Sum {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private struct Found: Equatable {
        var value: Int
        var isNew: Bool
    }

    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    /// A writer, and a reader that remembers the sum of a column.
    private func open() throws -> (writer: Connection, sum: () throws -> Found, reader: Connection) {
        let path = directory.file("memory.db")
        let writer = try Connection(path: path, mode: .create)
        try writer.execute(
            "PRAGMA journal_mode = WAL; CREATE TABLE number (value INTEGER); INSERT INTO number VALUES (3)")
        let reader = try Connection(path: path, mode: .readOnly)
        let sum: () throws -> Found = {
            var isNew = false
            let sum = try reader.remembered("sum") {
                isNew = true
                return Sum(try reader.first("SELECT sum(value) FROM number", as: Int.self) ?? 0)
            }
            return Found(value: sum.value, isNew: isNew)
        }
        return (writer, sum, reader)
    }

    @Test("A value is made once, and made again after another program's commit")
    func rememberedValue() throws {
        let (writer, sum, reader) = try open()
        for isFirst in [true, false, false] {
            let found = try reader.transaction(.deferred, sum)
            #expect(found.value == 3 && found.isNew == isFirst)
        }
        try writer.run("INSERT INTO number VALUES (4)")
        #expect(try reader.transaction(.deferred, sum) == Found(value: 7, isNew: true))
        #expect(try reader.transaction(.deferred, sum) == Found(value: 7, isNew: false))
        // Values rolled back were never there.
        try? writer.transaction {
            try writer.run("INSERT INTO number VALUES (9)")
            throw CancellationError()
        }
        #expect(try reader.transaction(.deferred, sum) == Found(value: 7, isNew: false))
    }

    @Test("A transaction that has begun keeps to its snapshot")
    func openTransaction() throws {
        let (writer, sum, reader) = try open()
        try reader.transaction(.deferred) {
            #expect(try sum() == Found(value: 3, isNew: true))
            try writer.run("UPDATE number SET value = 10")
            #expect(try sum() == Found(value: 3, isNew: false))
        }
        #expect(try reader.transaction(.deferred, sum) == Found(value: 10, isNew: true))
    }
}
