/// Takes a database file from whatever version it has to the current one.
///
/// ```swift
/// let migrator = Migrator(applicationID: 0x4C43_4348, table: "schema_migration", migrations: [
///     Migration(identifier: "0001-items", sql: "CREATE TABLE item(…)"),
/// ])
/// try migrator.migrate(connection)
/// ```
///
/// A file's version is `PRAGMA user_version`: how many migrations it has been through. Whose file it
/// is, is `PRAGMA application_id`. Both change in the transaction that changes the schema, and so
/// does the table that records each migration: a file is never between two versions.
public struct Migrator: Sendable {
    /// What a file is to a migrator.
    public enum State: Sendable, Hashable {
        /// There is nothing in it: no bytes, or no tables.
        case empty
        /// It has been through every known migration.
        case current
        /// It has been through the first `version` migrations.
        case older(version: Int)
        /// It has been through more migrations than are known.
        case newer(version: Int)
        /// It belongs to somebody else.
        case foreign(applicationID: Int32)
    }

    /// The number that marks a file as ours; not 0, which marks a file as nobody's.
    public let applicationID: Int32

    /// The table that records migrations: number, name, checksum and when it was applied.
    public let table: String

    public let migrations: [Migration]

    public init(applicationID: Int32, table: String = "schema_migration", migrations: [Migration]) {
        precondition(applicationID != 0, "An application id of 0 says that a file is nobody's.")
        precondition(
            Set(migrations.map(\.identifier)).count == migrations.count,
            "Two migrations have the same identifier."
        )
        self.applicationID = applicationID
        self.table = table
        self.migrations = migrations
    }
}

extension Migrator {
    /// What the connection's file is, found out by reading only.
    public func state(of connection: Connection) throws -> State {
        // One snapshot: between two reads another process might finish a migration.
        try connection.isInTransaction
            ? stateInTransaction(of: connection)
            : connection.transaction(.deferred) { try stateInTransaction(of: connection) }
    }

    private func stateInTransaction(of connection: Connection) throws(SQLiteError) -> State {
        let found = try applicationID(of: connection)
        let version = try version(of: connection)
        if found == 0, version == 0, try isWithoutTables(connection) {
            return .empty
        }
        guard found == applicationID else {
            return .foreign(applicationID: found)
        }
        if version > migrations.count {
            return .newer(version: version)
        }
        return version == migrations.count ? .current : .older(version: version)
    }

    /// Reads the file, and throws if it could not be migrated; returns its state otherwise.
    ///
    /// It writes nothing, so that it serves for a look before anything is written:
    /// see ``ConnectionPool/Configuration/inspect``.
    ///
    /// - Throws: ``MigratorError``; ``SQLiteError``.
    @discardableResult
    public func check(_ connection: Connection) throws -> State {
        try connection.isInTransaction
            ? checkInTransaction(connection)
            : connection.transaction(.deferred) { try checkInTransaction(connection) }
    }

    private func checkInTransaction(_ connection: Connection) throws -> State {
        let state = try stateInTransaction(of: connection)
        switch state {
        case .foreign(let applicationID):
            throw MigratorError.foreign(applicationID: applicationID)
        case .newer(let version):
            throw MigratorError.newer(found: version, known: migrations.count)
        case .empty:
            break
        case .current:
            try checkRecord(connection, version: migrations.count)
        case .older(let version):
            try checkRecord(connection, version: version)
        }
        return state
    }

    /// Runs the migrations that the file has not been through yet.
    ///
    /// Each runs in an immediate transaction of its own together with its record. Two processes may
    /// migrate the same file at once: the second waits for the first's transaction, then finds it done.
    ///
    /// - Parameter identifier: The last migration to run, for tests of the next one; nil for all.
    /// - Throws: ``MigratorError``, before anything has been written; ``SQLiteError``, with the
    ///   failing migration undone and the ones before it kept.
    public func migrate(_ connection: Connection, upTo identifier: String? = nil) throws {
        var last = migrations.count
        if let identifier {
            guard let index = migrations.firstIndex(where: { $0.identifier == identifier }) else {
                preconditionFailure("There is no migration \(identifier).")
            }
            last = index + 1
        }
        // A file that is to be refused is not even locked for writing.
        if case .current = try check(connection) {
            return
        }
        var isDone = false
        while !isDone {
            isDone = try connection.transaction(.immediate) {
                // Read again under the lock: somebody else may have been quicker.
                try check(connection)
                let version = try version(of: connection)
                guard version < last else {
                    return true
                }
                try run(number: version + 1, on: connection)
                return version + 1 == last
            }
        }
    }

    private func run(number: Int, on connection: Connection) throws(SQLiteError) {
        let migration = migrations[number - 1]
        if number == 1 {
            try connection.execute(
                """
                CREATE TABLE \(quotedTable) (
                    number     INTEGER PRIMARY KEY, -- 1, 2, 3 …; PRAGMA user_version is the highest
                    name       TEXT NOT NULL,
                    checksum   TEXT NOT NULL,       -- FNV-1a (64 bits) of the migration's text
                    applied_at TEXT NOT NULL        -- UTC
                ) STRICT
                """
            )
            // Pragmas take no parameters; both values are our own integers.
            try connection.execute("PRAGMA application_id = \(applicationID)")
        }
        try connection.execute(migration.sql)
        let insertion = try connection.prepare(
            "INSERT INTO \(quotedTable) VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"
        )
        insertion.bindAll(number, migration.identifier, migration.checksum)
        try insertion.run()
        try connection.execute("PRAGMA user_version = \(number)")
    }
}

extension Migrator {
    /// Compares what the file records with what is known.
    private func checkRecord(_ connection: Connection, version: Int) throws {
        let hasTable = try connection.first(
            "SELECT EXISTS (SELECT * FROM sqlite_schema WHERE type = 'table' AND name = ?1)", table,
            as: Bool.self
        )
        guard hasTable == true else {
            throw MigratorError.unrecorded(found: version, recorded: 0)
        }
        let records = try connection.prepare("SELECT number, name, checksum FROM \(quotedTable) ORDER BY number")
        var recorded = 0
        while try records.step() {
            recorded += 1
            guard records.int(0) == recorded, recorded <= version else {
                throw MigratorError.unrecorded(found: version, recorded: recorded)
            }
            let known = migrations[recorded - 1]
            let checksum = records.stringOrEmpty(2)
            guard checksum == known.checksum else {
                throw MigratorError.changed(
                    identifier: records.stringOrEmpty(1), recorded: checksum, known: known.checksum
                )
            }
        }
        guard recorded == version else {
            throw MigratorError.unrecorded(found: version, recorded: recorded)
        }
    }

    private func applicationID(of connection: Connection) throws(SQLiteError) -> Int32 {
        Int32(truncatingIfNeeded: try connection.first("PRAGMA application_id", as: Int.self) ?? 0)
    }

    private func version(of connection: Connection) throws(SQLiteError) -> Int {
        try connection.first("PRAGMA user_version", as: Int.self) ?? 0
    }

    private func isWithoutTables(_ connection: Connection) throws(SQLiteError) -> Bool {
        try connection.first("SELECT NOT EXISTS (SELECT * FROM sqlite_schema)", as: Bool.self) ?? true
    }

    /// An identifier in SQL: quotes inside it are doubled.
    private var quotedTable: String {
        "\"" + table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
