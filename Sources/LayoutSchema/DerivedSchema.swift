internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutText

/// The part of a store's schema that can be made again: derived tables, views and triggers.
///
/// A file records in `lc_schema` which texts it carries. Opening it for writing brings it up to date. Views and
/// triggers are made again. If the tables' text differs, they are made again too, and then are empty.
package enum DerivedSchema {
    /// Something that the derived schema makes.
    package struct Object: Sendable {
        package enum Kind: String, Sendable { case table, index, view, trigger }

        package var kind: Kind
        package var name: String
        package var sql: String

        /// The object that a CREATE statement makes; nil for another statement.
        init?(creating sql: String) {
            // The name is among the first words of a text that may be long.
            let words = sql.utf8.split(maxSplits: 4) { " \n(".utf8.contains($0) }.prefix(4)
                .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "UNIQUE" && $0 != "VIRTUAL" }
            guard words.count > 2, words[0] == "CREATE", let kind = Kind(rawValue: words[1].lowercased()) else {
                return nil
            }
            (self.kind, self.name, self.sql) = (kind, words[2], sql)
        }
    }

    /// The objects that each part makes, in order.
    package static let objects = Dictionary(
        uniqueKeysWithValues: MigrationCatalogue.derived.map {
            ($0.name, SchemaInspection.Statements.split($0.text).compactMap(Object.init))
        })

    /// The names of all of them.
    package static let names = Set(objects.values.joined().map(\.name))

    /// The relation of a file to this program's derived schema.
    package enum State {
        case current
        /// The parts whose texts differ, or are missing.
        case outdated(parts: [String])
        case newer(version: Int)
    }

    package static func state(of connection: Connection) throws -> State {
        guard try has(.table, "lc_schema", in: connection) else {
            // A file that was never opened since its user tables were made; else every file has it.
            let others = try connection.names("SELECT lower(name) FROM sqlite_schema")
            guard names.isDisjoint(with: others) else { throw LayoutError.corrupt("the table lc_schema is missing") }
            return .outdated(parts: MigrationCatalogue.derived.map(\.name))
        }
        var found: [String: String] = [:]
        var version = 0
        try connection.forEachRow("SELECT part, version, checksum FROM lc_schema") { row in
            found[row.stringOrEmpty(0)] = row.stringOrEmpty(2)
            version = max(version, row.int(1))
        }
        if version > MigrationCatalogue.derivedVersion { return .newer(version: version) }
        guard found.count >= MigrationCatalogue.derived.count else {
            throw LayoutError.corrupt("lc_schema lacks a row")
        }
        let outdated = MigrationCatalogue.derived.filter { found[$0.name] != checksums[$0.name] }.map(\.name)
        return outdated.isEmpty ? .current : .outdated(parts: outdated)
    }

    /// Makes what is outdated again, inside the caller's transaction.
    package static func bringUpToDate(_ connection: Connection) throws {
        guard case .outdated(let parts) = try state(of: connection) else { return }
        try SearchIndex.bringUpToDate(connection)
        if parts.contains("tables") { return try rebuild(connection) }
        try drop("triggers", from: connection)
        try drop("views", from: connection)
        for part in MigrationCatalogue.derived where part.name != "tables" { try create(part, in: connection) }
    }

    /// Drops all of it and makes it again, inside the caller's transaction: prepared layouts are gone.
    package static func rebuild(_ connection: Connection) throws {
        try remove(from: connection)
        try create(in: connection)
    }

    /// Makes all of it, in a file that has none of it.
    package static func create(in connection: Connection) throws {
        for part in MigrationCatalogue.derived { try create(part, in: connection) }
        // Nothing is known of the items yet.
        try connection.execute(
            """
            INSERT INTO lc_run (section_id, first_position, changes) SELECT id, -1e301, 3 FROM section;
            INSERT INTO lc_change (dataset_id, name, source_id, journal, trigger_count) \(DatasetRecord.sourceQuery);
            INSERT INTO lc_pending (source, kind, identity)
            SELECT DISTINCT journal, 2, 0 FROM lc_change WHERE journal IS NOT NULL;
            """)
        try LayoutRecord.placeViewports(in: connection)
    }

    /// Drops all of it, inside the caller's transaction.
    static func remove(from connection: Connection) throws {
        for part in MigrationCatalogue.derived.reversed() { try drop(part.name, from: connection) }
    }

    private static func create(_ part: EmbeddedFile, in connection: Connection) throws {
        try connection.execute(part.text)
        try connection.run(
            "INSERT OR REPLACE INTO lc_schema (part, version, checksum, names) VALUES (?1, ?2, ?3, ?4)", part.name,
            MigrationCatalogue.derivedVersion, checksums[part.name] ?? "",
            (objects[part.name] ?? []).filter { $0.kind != .index }.map(\.name).joined(separator: "\n"))
    }

    /// Drops only the objects that a part makes or made: the user's objects stay, under any name.
    private static func drop(_ part: String, from connection: Connection) throws {
        let current = Dictionary(uniqueKeysWithValues: (objects[part] ?? []).map { ($0.name, $0.kind.rawValue) })
        let former = try formerNames(ofPart: part, in: connection)
        for entry in try SchemaInspection.Entry.all(in: connection).reversed() {
            // A file may call it anything.
            guard let kind = Object.Kind(rawValue: entry.type), kind != .index else { continue }
            let isOurs = current[entry.key].map { $0 == entry.type } ?? former.contains(entry.name)
            // It was a table once.
            let isFormerHelp = entry.sql.hasPrefix("CREATE TABLE layout_help ( -- The meaning of each table")
            guard isOurs || isFormerHelp else { continue }
            try connection.execute("DROP \(kind.rawValue) IF EXISTS \(try Statement.quoted(entry.name))")
        }
    }

    /// The recorded names of a part's objects, or the names of the first version, whose files do not record them.
    private static func formerNames(ofPart part: String, in connection: Connection) throws -> Set<String> {
        guard
            try connection.has("SELECT 1 FROM pragma_table_info('lc_schema') WHERE name = 'names'")
        else { return part == "tables" ? ["lc_attributes", "lc_level"] : [] }
        let names = try connection.first("SELECT names FROM lc_schema WHERE part = ?1", part, as: String.self)
        // A file may record anything: only derived objects are dropped.
        return Set((names ?? "").split(separator: "\n").map(String.init).filter { $0.hasPrefix("lc_") })
    }

    package static func has(_ kind: Object.Kind, _ name: String, in connection: Connection) throws -> Bool {
        try connection.has("SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2", kind.rawValue, name)
    }

    private static let checksums = Dictionary(
        uniqueKeysWithValues: MigrationCatalogue.derived.map {
            ($0.name, Migrator.Migration(identifier: $0.name, sql: $0.text).checksum)
        })
}

// MARK: Bulk loads

extension DerivedSchema {
    /// Stops the triggers for a bulk load, inside its transaction.
    ///
    /// They are switched off, so that no other connection has to read the schema again afterwards. The user's own
    /// triggers stay on: if there are some, or if the connection is borrowed, ours are dropped instead.
    package static func suspendTriggers(on connection: Connection) throws {
        guard try mustFireTriggers(connection) else { return try connection.setFiresTriggers(false) }
        try drop("triggers", from: connection)
    }

    /// Lets the triggers fire again after a bulk load, and notes that all of the data set may have changed.
    package static func resumeTriggers(on connection: Connection, afterLoading datasetID: Int64) throws {
        if connection.firesTriggers {
            for part in MigrationCatalogue.derived where part.name == "triggers" { try connection.execute(part.text) }
        } else {
            try connection.setFiresTriggers(true)
        }
        try noteMoved("SELECT id FROM section WHERE dataset_id = \(datasetID)", of: datasetID, on: connection)
        try connection.run(
            """
            INSERT INTO lc_pending (source, kind, identity) SELECT ?1, 2, 0
            WHERE EXISTS (SELECT 1 FROM lc_change WHERE source_id = ?1) ON CONFLICT DO NOTHING
            """, datasetID)
    }

    /// Notes sections in which no trigger has noted single items of a canvas.
    ///
    /// - Parameter sections: A query of their ids.
    package static func noteMoved(_ sections: String, of dataset: Int64, on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_moved (preparation_id, section_id, item_id, is_reordered)
            SELECT -1, id, 0, 1 FROM section
            WHERE id IN (\(sections)) AND EXISTS (SELECT 1 FROM lc_preparation WHERE dataset_id = ?1 AND is_free)
            ON CONFLICT DO NOTHING
            """, dataset)
    }

    /// Whether triggers cannot be switched off: statements on our tables run some that are not ours, or the connection
    /// is borrowed.
    private static func mustFireTriggers(_ connection: Connection) throws -> Bool {
        if connection.isBorrowed { return true }
        return try connection.rows("SELECT lower(name), lower(tbl_name) FROM sqlite_schema WHERE type = 'trigger'") {
            (name: $0.stringOrEmpty(0), table: $0.stringOrEmpty(1))
        }.contains { name, table in
            !names.contains(name) && !name.hasPrefix(UserSchema.followerPrefix)
                && (names.contains(table) || UserSchema.names.contains(table))
        }
    }
}
