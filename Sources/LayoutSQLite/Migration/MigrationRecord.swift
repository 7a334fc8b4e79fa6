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
struct MigrationRecord {
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
            "SELECT number, name, checksum, is_shared FROM \(try SQLIdentifier.quoted(table)) ORDER BY number")
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
    /// - Throws: ``MigratorError``.
    func requireConsistency(with migrator: Migrator) throws(MigratorError) {
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
