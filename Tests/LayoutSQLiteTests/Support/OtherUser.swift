import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// A user other than the superuser, for a process of a test's own.
enum OtherUser {
    /// A test that needs it is left out where this process may not become another user.
    static let condition = ConditionTrait.enabled(if: geteuid() == 0, "only the superuser can become another user")

    private static let id: uid_t = 65534

    /// Makes this process that user's, for good.
    static func become() {
        let isDone = setgid(id) == 0 && setuid(id) == 0 && geteuid() == id
        precondition(isDone, "This process may not become another user's.")
    }
}

extension ScratchDirectory {
    /// Makes `a.db`, with the one value 5.
    func makeFile(journalMode: String) throws {
        let connection = try Connection(path: file("a.db"), mode: .create)
        try connection.execute("PRAGMA journal_mode = \(journalMode); CREATE TABLE t(a); INSERT INTO t VALUES (5)")
    }
}

/// Opens a pool that only reads.
func openReadOnly(_ path: String, isFileImmutable: Bool = false) throws -> ConnectionPool {
    var configuration = ConnectionPool.Configuration()
    configuration.mode = .readOnly
    configuration.isFileImmutable = isFileImmutable
    return try ConnectionPool(path: path, configuration: configuration)
}

/// The one value of the one table that tests of reading use.
func readValue(_ pool: ConnectionPool) throws -> Int? {
    try pool.read { try $0.first("SELECT a FROM t", as: Int.self) }
}

/// The error of a test's process that saw what it should not see.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Expects an error of SQLite whose message holds some words.
func expectFailure(_ words: String, _ code: ResultCode, _ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as SQLiteError where code ~= error.code && error.message.contains(words) {
        return
    } catch {
        throw Unexpected("another error: \(error)")
    }
    throw Unexpected("no error")
}
