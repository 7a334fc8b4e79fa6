package import LayoutSQLite
internal import LayoutText

/// The full-text index of a data set: an FTS5 table without its own copy of the texts.
///
/// It holds the texts as they were when it was made. From then on triggers note which items changed, as cheaply as
/// all triggers of a store. A search looks at those one by one. Every candidate of the index is compared with the
/// present item, so that the index misses nothing and finds nothing that is gone.
package struct SearchIndex {
    let datasetID: Int64
    /// The indexed fields beside keys.
    package let fields: [ItemField]
    /// The FTS5 table.
    package var table: String { Self.table(ofDataset: datasetID) }

    /// Its number has no sign, which would end the name.
    static func table(ofDataset id: Int64) -> String { "lc_words_text_\(UInt64(bitPattern: id))" }

    /// How texts are cut into words: without regard to case and accents.
    package static let tokenizer = "tokenize = 'unicode61 remove_diacritics 2'"

    /// The triggers that note changes.
    static let triggers: Set<String> = [
        "lc_words_insert", "lc_words_update", "lc_words_insert_section", "lc_words_update_section",
    ]

    private static let schema = """
        CREATE TABLE IF NOT EXISTS lc_words ( -- The full-text indexes: a row for each data set that has one.
          dataset_id INTEGER PRIMARY KEY,
          fields TEXT NOT NULL,            -- JSON paths and columns, as a JSON array
          is_complete INTEGER NOT NULL     -- 0 while the index is being made
        ) STRICT;
        CREATE TABLE IF NOT EXISTS lc_words_changed ( -- Items that changed since the indexes were made.
          item_id INTEGER PRIMARY KEY
        ) STRICT;
        -- Conditions: an item came.
        -- Actions: notes it.
        CREATE TRIGGER IF NOT EXISTS lc_words_insert AFTER INSERT ON item BEGIN
          INSERT INTO lc_words_changed VALUES (new.id) ON CONFLICT DO NOTHING;
        END;
        -- Conditions: an item's id, key, payload or data set changed, or a column of another program's.
        -- Actions: notes it.
        CREATE TRIGGER IF NOT EXISTS lc_words_update AFTER UPDATE ON item
        WHEN old.id IS NOT new.id OR old.key IS NOT new.key OR old.payload IS NOT new.payload
          OR (old.section_id IS NOT new.section_id
            AND (SELECT s.dataset_id FROM section AS s WHERE s.id = old.section_id)
            IS NOT (SELECT s.dataset_id FROM section AS s WHERE s.id = new.section_id))
          OR (old.position IS new.position AND old.section_id IS new.section_id
            AND old.width IS new.width AND old.height IS new.height AND old.x IS new.x AND old.y IS new.y) BEGIN
          INSERT INTO lc_words_changed VALUES (new.id) ON CONFLICT DO NOTHING;
        END;
        -- Conditions: a section came; it has items if it replaced another one.
        -- Actions: notes them.
        CREATE TRIGGER IF NOT EXISTS lc_words_insert_section AFTER INSERT ON section BEGIN
          INSERT INTO lc_words_changed SELECT id FROM item WHERE section_id = new.id ON CONFLICT DO NOTHING;
        END;
        -- Conditions: a section's id or data set changed.
        -- Actions: notes its items.
        CREATE TRIGGER IF NOT EXISTS lc_words_update_section AFTER UPDATE ON section
        WHEN old.id IS NOT new.id OR old.dataset_id IS NOT new.dataset_id BEGIN
          INSERT INTO lc_words_changed SELECT id FROM item WHERE section_id = new.id ON CONFLICT DO NOTHING;
        END;
        """

    /// Makes the tables and the triggers of this version, inside the caller's transaction.
    private static func create(in connection: Connection) throws {
        for name in triggers.sorted() { try connection.execute("DROP TRIGGER IF EXISTS \(name)") }
        try connection.execute(schema)
    }

    /// Gives a file that has an index the triggers of this version, inside the caller's transaction.
    static func bringUpToDate(_ connection: Connection) throws {
        if try DerivedSchema.has(.table, "lc_words", in: connection) { try create(in: connection) }
    }

    /// The index of a data set; nil if there is none, or it is not complete.
    package static func find(ofDataset id: Int64, in connection: Connection) throws -> SearchIndex? {
        guard try DerivedSchema.has(.table, "lc_words", in: connection) else { return nil }
        let fields = try connection.first(
            "SELECT fields FROM lc_words WHERE dataset_id = ?1 AND is_complete", id, as: String.self)
        guard let fields, try DerivedSchema.has(.table, table(ofDataset: id), in: connection) else { return nil }
        let names = try connection.names("SELECT value FROM json_each(?1) ORDER BY key", fields)
        return SearchIndex(datasetID: id, fields: try names.map { try ItemField($0, in: connection) })
    }

    /// Begins an index, inside the caller's transaction: nothing is in it yet.
    package static func begin(ofDataset id: Int64, fields: [ItemField], in connection: Connection) throws -> SearchIndex
    {
        try create(in: connection)
        let index = SearchIndex(datasetID: id, fields: fields)
        try connection.execute("DROP TABLE IF EXISTS \(index.table)")
        try connection.execute(
            """
            CREATE VIRTUAL TABLE \(index.table) USING fts5(
              text, content = '', prefix = '2 3', detail = none, \(Self.tokenizer))
            """)
        // Sixteen parts are merged at a time, not four: half as often, and a search hardly notices.
        try connection.run("INSERT INTO \(index.table) (\(index.table), rank) VALUES ('automerge', 16)")
        try connection.run(
            """
            INSERT INTO lc_words (dataset_id, fields, is_complete) VALUES (?1, ?2, 0)
            ON CONFLICT (dataset_id) DO UPDATE SET fields = excluded.fields, is_complete = 0
            """, id, JSONValue.array(fields.map { .string($0.name) }).text)
        return index
    }

    /// Indexes the items from an id on, inside the caller's transaction; returns the last of them, or nil at the end.
    package func add(from id: Int64, limit: Int, in connection: Connection) throws -> (last: Int64, count: Int)? {
        guard
            let last = try connection.first(
                "SELECT id FROM (SELECT id FROM item WHERE id >= ?1 ORDER BY id LIMIT ?2) ORDER BY id DESC LIMIT 1", id,
                limit, as: Int64.self)
        else { return nil }
        let own = "(SELECT s.dataset_id FROM section AS s WHERE s.id = i.section_id) = \(datasetID)"
        // A line for each, as ``text(of:from:count:)`` has them.
        let text = (["i.key"] + fields.map(\.sql)).map { "coalesce(\($0) || char(10), '')" }.joined(separator: " || ")
        try connection.run(
            """
            INSERT INTO \(table) (rowid, text) SELECT i.id, \(text) FROM item AS i
            WHERE i.id BETWEEN ?1 AND ?2 AND \(own) ORDER BY i.id
            """, id, last)
        let count = connection.changes
        try connection.run(
            """
            DELETE FROM lc_words_changed WHERE item_id BETWEEN ?1 AND ?2
              AND EXISTS (SELECT 1 FROM item AS i WHERE i.id = item_id AND \(own))
            """, id, last)
        return (last, count)
    }

    /// Whether a query of words can be asked of it. It holds no places of words in texts: a word that SQLite cuts into
    /// two would be a query for neighbours.
    package func answers(_ query: String, in connection: Connection) throws -> Bool {
        do {
            _ = try connection.first("SELECT 1 FROM \(table) WHERE \(table) MATCH ?1 LIMIT 1", query, as: Int.self)
            return true
        } catch {
            guard .error ~= error.code else { throw error }
            return false
        }
    }

    /// The fields as columns of a statement.
    package static func columns(of fields: [ItemField]) -> String {
        fields.isEmpty ? "NULL" : fields.map(\.sql).joined(separator: ", ")
    }

    /// The text that is searched of an item: some columns of a row, a line each.
    package static func text(of row: Statement, from first: Int, count: Int) -> [UInt8] {
        var text: [UInt8] = []
        for column in first..<(first + count) where !row.isNull(column) {
            if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
            row.withUTF8(column) { bytes in for index in bytes.indices { text.append(bytes[index]) } }
        }
        return text
    }

    package func complete(in connection: Connection) throws {
        try connection.run("UPDATE lc_words SET is_complete = 1 WHERE dataset_id = ?1", datasetID)
    }

    /// Removes the index of a data set, inside the caller's transaction; with the last one go all triggers that note
    /// changes.
    ///
    /// - Parameter id: The data set; nil: all of them.
    /// - Returns: Whether there was one.
    @discardableResult
    package static func remove(ofDataset id: Int64?, from connection: Connection) throws -> Bool {
        guard try DerivedSchema.has(.table, "lc_words", in: connection) else { return false }
        let ids = try connection.rows("SELECT dataset_id FROM lc_words WHERE dataset_id = ifnull(?1, dataset_id)", id) {
            $0.int64(0)
        }
        for id in ids {
            try connection.run("DELETE FROM lc_words WHERE dataset_id = ?1", id)
            try connection.execute("DROP TABLE IF EXISTS \(table(ofDataset: id))")
        }
        if try !connection.has("SELECT 1 FROM lc_words") {
            for name in triggers.sorted() { try connection.execute("DROP TRIGGER IF EXISTS \(name)") }
            try connection.execute("DROP TABLE lc_words; DROP TABLE IF EXISTS lc_words_changed")
        }
        return !ids.isEmpty
    }
}
