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
    var logSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: file("a.db-wal"))[.size] as? Int) ?? 0
    }
}

/// A write on another thread, which has begun and goes on until it is ended.
struct HeldWrite {
    private let mayEnd = Gate()
    private let worker: Worker

    init(_ pool: ConnectionPool) {
        let hasBegun = Gate()
        worker = Worker { [mayEnd] in
            try pool.writeWithoutTransaction { _ in
                hasBegun.open()
                mayEnd.pass()
            }
        }
        hasBegun.pass()
    }

    func end() throws {
        mayEnd.open()
        try worker.join()
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
