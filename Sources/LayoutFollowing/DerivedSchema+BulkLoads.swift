internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutSchema

// Here, and not beside the rest: a bulk load concerns what follows data sets.
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
        try FollowerJournal(connection).noteAll(of: datasetID)
    }

    /// Notes sections in which no trigger has noted single items of a canvas.
    ///
    /// - Parameter sections: A query of their ids.
    static func noteMoved(_ sections: String, of dataset: Int64, on connection: Connection) throws {
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
    static func mustFireTriggers(_ connection: Connection) throws -> Bool {
        if connection.isBorrowed { return true }
        return try connection.rows("SELECT lower(name), lower(tbl_name) FROM sqlite_schema WHERE type = 'trigger'") {
            (name: $0.stringOrEmpty(0), table: $0.stringOrEmpty(1))
        }.contains { name, table in
            !names.contains(name) && !name.hasPrefix(UserSchema.followerPrefix)
                && (names.contains(table) || UserSchema.names.contains(table))
        }
    }
}
