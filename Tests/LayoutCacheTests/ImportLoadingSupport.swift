import LayoutMigrations
import LayoutSQLite
@testable import LayoutCache

/// A store's tables in memory, and what an import leaves in them.
struct ImportStore {
    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", mode: .create)
        for step in MigrationCatalogue.steps {
            try connection.execute(step.sql)
        }
    }

    @discardableResult
    func load(
        _ text: String, _ options: ImportOptions, hooks: any ImportHooks = NoImportHooks(), bufferSize: Int = 1 << 16
    ) throws -> ImportReport {
        var job = ImportJob(options, hooks: hooks)
        job.bufferSize = bufferSize
        return try job.run(.bytes(Array(text.utf8), name: "file"), on: connection)
    }

    /// The data set, one line per item: section title/position: key width height x y payload.
    func items(_ dataset: String = "set") throws -> [String] {
        var lines: [String] = []
        try connection.forEachRow(
            """
            SELECT coalesce(section.title, '-') || '/' || item.position || ': ' || coalesce(key, '-')
              || ' ' || coalesce(width, '-') || ' ' || coalesce(height, '-')
              || CASE WHEN x IS NULL AND y IS NULL THEN '' ELSE ' @' || coalesce(x, '-') || ' ' || coalesce(y, '-') END
              || coalesce(' ' || payload, '')
            FROM dataset JOIN section ON section.dataset_id = dataset.id JOIN item ON item.section_id = section.id
            WHERE dataset.name = ?1 ORDER BY section.position, item.position
            """,
            dataset
        ) { row in
            lines.append(row.stringOrEmpty(0))
        }
        return lines
    }

    func sections(_ dataset: String = "set") throws -> [String] {
        var lines: [String] = []
        try connection.forEachRow(
            """
            SELECT section.id || ':' || section.position || ':' || coalesce(title, '-')
              || coalesce(':' || header_height, '')
            FROM dataset JOIN section ON section.dataset_id = dataset.id
            WHERE dataset.name = ?1 ORDER BY section.position
            """,
            dataset
        ) { row in
            lines.append(row.stringOrEmpty(0))
        }
        return lines
    }

    /// Everything that an import could change, schema included.
    func contents() throws -> [String] {
        var lines: [String] = []
        for query in [
            "SELECT id || name FROM dataset",
            "SELECT id || ' ' || dataset_id || ' ' || position || coalesce(title, '-') FROM section",
            """
            SELECT id || ' ' || section_id || ' ' || position || coalesce(key, '-') || coalesce(width, '-')
              || coalesce(payload, '-') FROM item
            """,
            "SELECT type || name || coalesce(sql, '') FROM sqlite_schema",
        ] {
            try connection.forEachRow(query) { lines.append($0.stringOrEmpty(0)) }
        }
        return lines
    }
}
