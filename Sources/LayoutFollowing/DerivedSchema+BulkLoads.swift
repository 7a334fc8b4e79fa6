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
        guard try connection.isBorrowed || hasOtherTriggers(connection) else {
            return try connection.setFiresTriggers(false)
        }
        try drop("triggers", from: connection)
    }

    /// Lets the triggers fire again after a bulk load, and notes that all of the data set may have changed.
    package static func resumeTriggers(on connection: Connection, afterLoading datasetID: Int64) throws {
        if connection.firesTriggers {
            for part in MigrationCatalogue.derived where part.name == "triggers" { try connection.execute(part.sql) }
        } else {
            try connection.setFiresTriggers(true)
        }
        // No trigger has noted single items of a canvas.
        try connection.run(
            """
            INSERT OR IGNORE INTO lc_moved (preparation_id, section_id, item_id, is_reordered)
            SELECT -1, s.id, 0, 1 FROM section AS s
            WHERE s.dataset_id = ?1 AND EXISTS (SELECT 1 FROM lc_preparation WHERE dataset_id = ?1 AND is_free)
            """,
            datasetID)
        try FollowerJournal(connection).noteAll(of: datasetID)
    }

    /// Whether statements on our tables run triggers that are not ours.
    private static func hasOtherTriggers(_ connection: Connection) throws -> Bool {
        var isFound = false
        try connection.forEachRow("SELECT lower(name), lower(tbl_name) FROM sqlite_schema WHERE type = 'trigger'") {
            row in
            let (name, table) = (row.stringOrEmpty(0), row.stringOrEmpty(1))
            let isOurs = names.contains(name) || name.hasPrefix(UserSchema.followerPrefix)
            if !isOurs, names.contains(table) || UserSchema.names.contains(table) { isFound = true }
        }
        return isFound
    }
}
