/// Migrates a database file of any version to the current one.
///
/// ```swift
/// let migrator = Migrator(applicationID: 0x4C43_4348, table: "schema_migration", migrations: [
///     Migration(identifier: "0001-items", sql: "CREATE TABLE item(…)"),
/// ])
/// try migrator.migrate(connection)
/// ```
///
/// A table records the migrations of a file, one row for each, written in the transaction that changes the schema. So a
/// file is never between two versions. A file is recognised by that table. `PRAGMA user_version` repeats the version
/// and `PRAGMA application_id` names the owner, for other programs, if the file is ours alone. A dump into a new file
/// carries neither number, and a database of another program that contains our tables keeps its own.
package struct Migrator: Sendable {
    /// Whose the file is.
    package enum Ownership: Sendable, Hashable {
        /// Ours alone: a file with other tables and none of ours is refused, and ours is marked by
        /// `application_id` and `user_version`.
        case wholeFile
        /// Possibly another program's: our tables are made beside the existing ones, and the two numbers are not
        /// changed.
        case tables
    }

    /// The relation of a file to a migrator.
    package enum State: Sendable, Hashable {
        /// It is empty: no bytes, or no tables; none of ours, if it may be another program's.
        case empty
        /// It has been through every known migration.
        case current
        /// It has been through the first `version` migrations.
        case older(version: Int)
        /// It has been through more migrations than are known.
        case newer(version: Int)
        /// It belongs to another program.
        case foreign(applicationID: Int32)
    }

    /// The number that marks a file as ours; not 0, which marks an unowned file.
    package let applicationID: Int32

    /// The table that records migrations: number, name, checksum and when it was applied.
    package let table: String

    package let migrations: [Migration]

    /// Whose a file is that is not ours yet. One that is ours remembers it.
    package let ownership: Ownership

    package init(
        applicationID: Int32, table: String = "schema_migration", migrations: [Migration],
        ownership: Ownership = .wholeFile
    ) {
        precondition(applicationID != 0, "An application id of 0 marks an unowned file.")
        precondition(
            Set(migrations.map(\.identifier)).count == migrations.count, "Two migrations have the same identifier.")
        self.applicationID = applicationID
        self.table = table
        self.migrations = migrations
        self.ownership = ownership
    }

    /// The state of the connection's file, found by reading only.
    ///
    /// - Throws: ``SQLiteError``.
    package func state(of connection: Connection) throws -> State {
        try inSnapshot(connection) { try state(MigrationRecord(connection, of: self)) }
    }

    private func state(_ record: MigrationRecord) -> State {
        guard record.isOurs else {
            if record.isNamed { return .foreign(applicationID: record.applicationID) }
            let isNew = record.applicationID == 0 && record.userVersion == 0 && !record.hasObjects
            return isNew || ownership == .tables ? .empty : .foreign(applicationID: record.applicationID)
        }
        if record.version > migrations.count { return .newer(version: record.version) }
        return record.version == migrations.count ? .current : .older(version: record.version)
    }

    /// Whether the connection's file is ours, and another program's besides.
    package func isShared(_ connection: Connection) throws -> Bool {
        try inSnapshot(connection) {
            let record = try MigrationRecord(connection, of: self)
            return record.isOurs && record.isShared
        }
    }

    /// Reads the file, and throws if it could not be migrated.
    ///
    /// It writes nothing, so that it serves for a look before anything is written:
    /// see ``ConnectionPool/Configuration/inspect``.
    ///
    /// - Returns: The file's state, and whether ``migrate(_:)`` would find nothing to do.
    /// - Throws: ``Failure``; ``SQLiteError``.
    @discardableResult
    package func check(_ connection: Connection) throws -> (state: State, isDone: Bool) {
        try inSnapshot(connection) {
            let record = try MigrationRecord(connection, of: self)
            let state = try check(connection, record)
            return (state, state == .current && !record.lacksNumbers)
        }
    }

    private func check(_ connection: Connection, _ record: MigrationRecord) throws -> State {
        let state = state(record)
        switch state {
        case .foreign(let id):
            throw record.isNamed
                ? Failure.mismarked(applicationID: id, ours: applicationID) : .foreign(applicationID: id)
        case .newer where record.recordedCount == migrations.count:
            throw Failure.misnumbered(userVersion: record.userVersion, recorded: record.recordedCount)
        case .newer(let version):
            throw Failure.newer(found: version, known: migrations.count)
        case .empty: break
        case .current, .older: try record.requireConsistency(with: self)
        }
        return state
    }

    /// One snapshot: between two reads another process might finish a migration.
    private func inSnapshot<T>(_ connection: Connection, _ body: () throws -> T) throws -> T {
        try connection.isInTransaction ? body() : connection.transaction(.deferred, body)
    }

    /// Runs the migrations that the file has not been through yet.
    ///
    /// Each runs in a separate immediate transaction together with its record. Two processes may migrate the same file
    /// at once: the second waits for the first's transaction, then finds it done. A file that is ours alone and has
    /// lost its two numbers, as a dump does, gets them back.
    ///
    /// - Throws: ``Failure``, before anything has been written; ``SQLiteError``, with the
    ///   failing migration undone and the ones before it kept.
    package func migrate(_ connection: Connection) throws {
        // A file that is refused, or is up to date, is not even locked for writing.
        if try check(connection).isDone { return }
        var isLast = false
        while !isLast {
            isLast = try connection.transaction(.immediate) {
                // Read again under the lock: another process may have been quicker.
                let record = try MigrationRecord(connection, of: self)
                _ = try check(connection, record)
                if record.lacksNumbers { try setNumbers(version: record.version, on: connection) }
                guard record.version < migrations.count else { return true }
                try run(number: record.version + 1, record, on: connection)
                return record.version + 1 == migrations.count
            }
        }
    }

    private func run(number: Int, _ record: MigrationRecord, on connection: Connection) throws(SQLiteError) {
        let isShared = record.isOurs ? record.isShared : ownership == .tables
        try self.record(number, isShared: isShared, on: connection)
        try connection.execute(migrations[number - 1].sql)
        if !isShared { try setNumbers(version: number, on: connection) }
    }

    /// Records a migration; the first one makes the table for it.
    package func record(_ number: Int, isShared: Bool, on connection: Connection) throws(SQLiteError) {
        if number == 1 {
            try connection.execute(
                """
                CREATE TABLE \(try Statement.quoted(table)) ( -- The migrations that have run; not to be edited.
                    number     INTEGER PRIMARY KEY, -- 1, 2, 3 …
                    name       TEXT NOT NULL,       -- the migration's own
                    checksum   TEXT NOT NULL,       -- FNV-1a (64 bits) of the migration's text
                    applied_at TEXT NOT NULL,       -- when it ran, in UTC
                    is_shared  INTEGER NOT NULL     -- 1: in another program's database
                               CHECK (is_shared IN (0, 1))
                ) STRICT
                """)
        }
        let insertion = try connection.prepare(
            """
            INSERT INTO \(try Statement.quoted(table)) (number, name, checksum, applied_at, is_shared)
            VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?4)
            """)
        insertion.bindAll(number, migrations[number - 1].identifier, migrations[number - 1].checksum, isShared)
        try insertion.run()
    }

    private func setNumbers(version: Int, on connection: Connection) throws(SQLiteError) {
        // Pragmas take no parameters; both values are our own integers.
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }

    /// The reason why a file was not migrated. It was not changed.
    package enum Failure: Error, Sendable, Hashable {
        /// The file belongs to another program, or to none in particular.
        case foreign(applicationID: Int32)

        /// The file records our migrations, and is marked as another program's.
        case mismarked(applicationID: Int32, ours: Int32)

        /// The file records all known migrations, and its `user_version` is greater.
        case misnumbered(userVersion: Int, recorded: Int)

        /// The file was written by a later version, which knew more migrations.
        case newer(found: Int, known: Int)

        /// A migration that the file has been through is not the one known under its number.
        case changed(identifier: String, recorded: String, known: String)

        /// The file is our own, but its record of migrations is missing or has gaps.
        case unrecorded(found: Int, recorded: Int)
    }

    /// One step of a schema's history: text that never changes once it has shipped.
    package struct Migration: Sendable, Hashable {
        /// The name of the step in the file's record, such as `0001-items`.
        package let identifier: String

        /// One or several statements. They run inside a transaction.
        package let sql: String

        package init(identifier: String, sql: String) {
            self.identifier = identifier
            self.sql = sql
        }

        /// The text's fingerprint: 16 hexadecimal digits.
        package var checksum: String {
            // Through an array, whose bytes are read three times as fast as a text's.
            let digits = String(fingerprint(of: Array(sql.utf8)), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}

/// A fingerprint of bytes: FNV-1a with 64 bits (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>).
///
/// It finds out a change made by mistake, and is not meant to withstand a forger.
package func fingerprint(of bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    // An iterator is not specialized in debug builds. Every process that writes takes the fingerprint of the schema.
    while index < bytes.count {
        hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
        index += 1
    }
    return hash
}

/// A file's record of its migrations.
private struct MigrationRecord {
    private struct Row {
        var number: Int
        var name: String
        var checksum: String
    }

    let applicationID: Int32
    let userVersion: Int
    /// Whether there is anything in the file at all.
    let hasObjects: Bool
    /// Whether the file records migrations of the migrator's, even if another program has marked it.
    let isNamed: Bool
    /// Whether the file is one of the migrator's.
    let isOurs: Bool
    /// Whether the file is another program's besides.
    let isShared: Bool
    /// How many migrations the file has been through.
    let version: Int
    /// Whether the file is ours alone, but lacks the marks.
    let lacksNumbers: Bool
    private let rows: [Row]

    /// How many migrations the table lists.
    var recordedCount: Int { rows.count }

    /// Reads the record in the transaction that is open.
    init(_ connection: Connection, of migrator: Migrator) throws(SQLiteError) {
        applicationID = Int32(truncatingIfNeeded: try connection.first("PRAGMA application_id", as: Int.self) ?? 0)
        userVersion = try connection.first("PRAGMA user_version", as: Int.self) ?? 0
        hasObjects = try connection.first("SELECT EXISTS (SELECT * FROM sqlite_schema)", as: Bool.self) ?? false
        let (rows, isShared) = try Self.rows(connection, migrator.table)
        self.rows = rows
        self.isShared = isShared
        // The number alone is proof of a file whose table was lost. The table alone is proof too, unless the
        // file is another program's that keeps such a table: it names other migrations then.
        let isMarked = applicationID == migrator.applicationID
        let names = Set(migrator.migrations.map(\.identifier))
        isNamed = rows.contains { names.contains($0.name) }
        isOurs = isMarked || isNamed && (isShared || applicationID == 0)
        let recorded = rows.last?.number ?? 0
        version = isOurs && isMarked ? max(recorded, isShared ? 0 : userVersion) : recorded
        lacksNumbers = isOurs && !isShared && (!isMarked || userVersion != version)
    }

    /// The rows in order, and whether the file is shared; no rows if there is no such table.
    private static func rows(
        _ connection: Connection, _ table: String
    ) throws(SQLiteError) -> (rows: [Row], isShared: Bool) {
        let columns = try connection.first(
            """
            SELECT count(*) FROM sqlite_schema AS object CROSS JOIN pragma_table_info(object.name) AS info
            WHERE object.type = 'table' AND object.name = ?1 COLLATE NOCASE
              AND info.name IN ('number', 'name', 'checksum', 'applied_at', 'is_shared')
            """,
            table, as: Int.self
        )
        guard columns == 5 else { return ([], false) }
        let statement = try connection.prepare(
            "SELECT number, name, checksum, is_shared FROM \(try Statement.quoted(table)) ORDER BY number")
        var rows: [Row] = []
        var isShared = false
        while try statement.step() {
            rows.append(
                Row(number: statement.int(0), name: statement.stringOrEmpty(1), checksum: statement.stringOrEmpty(2)))
            isShared = isShared || statement.bool(3)
        }
        return (rows, isShared)
    }

    /// Compares what the file records with what is known.
    ///
    /// - Throws: ``Migrator/Failure``.
    func requireConsistency(with migrator: Migrator) throws(Migrator.Failure) {
        for (index, row) in rows.enumerated() {
            guard row.number == index + 1, row.number <= migrator.migrations.count else {
                throw .unrecorded(found: version, recorded: index + 1)
            }
            let known = migrator.migrations[index]
            guard row.checksum == known.checksum else {
                throw .changed(identifier: row.name, recorded: row.checksum, known: known.checksum)
            }
        }
        guard rows.count == version else { throw .unrecorded(found: version, recorded: rows.count) }
    }
}

extension Migrator.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreign(0): "the file is a database of another kind"
        case .foreign(let applicationID):
            "the file is a database of another kind: its application_id is \(applicationID)"
        case .mismarked(let applicationID, _):
            "the file is marked as another program's: its application_id is \(applicationID)"
        case .misnumbered(let userVersion, let recorded):
            "the file is marked as a later version's: its user_version is \(userVersion), and it records "
                + "\(recorded) migrations"
        case .newer(let found, let known):
            "the file is at schema version \(found), written by a later version; this one knows up to \(known)"
        case .changed(let identifier, let recorded, let known):
            "migration \(identifier) has been changed since the file went through it (\(recorded) then, \(known) now)"
        case .unrecorded(let found, let recorded):
            "the file is marked as schema version \(found), but records \(recorded) migrations"
        }
    }
}
