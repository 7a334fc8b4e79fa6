import Foundation
import LayoutSQLite
import LayoutTestSupport

extension Connection {
    /// How many rows the table `t` has, which most tests use.
    func rowCount() throws -> Int? { try first("SELECT count(*) FROM t", as: Int.self) }

    func insertRow() throws { try run("INSERT INTO t DEFAULT VALUES") }

    /// The one value of the first row, as a text.
    func text(_ sql: String) throws -> String? { try first(sql, as: String?.self) ?? nil }
}

extension ConnectionPool {
    func rowCount() throws -> Int? { try read { try $0.rowCount() } }

    func rowCount() async throws -> Int? { try await read { try $0.rowCount() } }

    func insertRow() throws { try write { try $0.insertRow() } }

    func insertRow() async throws { try await write { try $0.insertRow() } }
}

extension ScratchDirectory {
    /// Opens a pool on `a.db`, in which there is the table `t` then.
    func openPool(_ change: (inout ConnectionPool.Configuration) -> Void = { _ in }) throws -> ConnectionPool {
        var configuration = ConnectionPool.Configuration()
        change(&configuration)
        let pool = try ConnectionPool(path: file("a.db"), configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t(a INTEGER PRIMARY KEY, b)") }
        return pool
    }

    /// How long the write-ahead log of `a.db` is.
    var logSize: Int { (try? FileManager.default.attributesOfItem(atPath: file("a.db-wal"))[.size] as? Int) ?? 0 }
}

extension Connection {
    /// Opens a database in memory, and executes statements in it.
    static func inMemory(_ script: String = "") throws -> Connection {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute(script)
        return connection
    }
}

/// A call on another thread, which has begun and goes on until it is ended.
struct Held: Sendable {
    private let mayEnd = Gate()
    private let worker: Worker

    /// - Parameter body: Calls its argument where it has begun, and is held there.
    init(_ body: @escaping @Sendable (() -> Void) throws -> Void) {
        let hasBegun = Gate()
        worker = Worker { [mayEnd] in
            try body {
                hasBegun.open()
                mayEnd.pass()
            }
        }
        hasBegun.pass()
    }

    /// Holds the turn of a pool's writer, without a transaction.
    static func write(_ pool: ConnectionPool) -> Held {
        Held { pause in try pool.writeWithoutTransaction { _ in pause() } }
    }

    func release() { mayEnd.open() }

    func end() throws {
        release()
        try worker.join()
    }
}

/// The SQLite error that a closure throws, as a text: its number, its message, and the statement; nil for none.
func failure<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        guard let error = error as? SQLiteError else { return "\(error)" }
        return "\(error.code.rawValue) \(error.message)" + (error.sql.map { " in \($0)" } ?? "")
    }
}

/// The code of the SQLite error that a closure throws.
func errorCode<Value>(_ body: () throws -> Value) -> ResultCode? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? SQLiteError)?.code
    }
}

/// The code of the SQLite error that a closure throws.
func errorCode<Value>(awaiting body: () async throws -> Value) async -> ResultCode? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? SQLiteError)?.code
    }
}
