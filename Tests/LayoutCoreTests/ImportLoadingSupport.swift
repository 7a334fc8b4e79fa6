import LayoutTestSupport
import LayoutStoreTestSupport
import LayoutMigrations
import LayoutSQLite
@testable import LayoutCore
@testable import LayoutSources

/// A store's tables in memory, and what an import leaves in them.
struct ImportStore {
    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", mode: .create)
        for step in MigrationCatalogue.steps { try connection.execute(step.text) }
    }

    @discardableResult
    func load(
        _ text: String, _ options: ImportOptions, bufferSize: Int = 1 << 16,
        progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        var job = ImportJob(options)
        job.bufferSize = bufferSize
        return try job.run(.bytes(Array(text.utf8), name: "file"), on: connection, progress: progress)
    }

    /// The data set, one line per item: section title/position: key width height x y payload.
    func items(_ dataset: String = "set") throws -> [String] {
        try connection.names(
            """
            SELECT coalesce(section.title, '-') || '/' || item.position || ': ' || coalesce(key, '-')
              || ' ' || coalesce(width, '-') || ' ' || coalesce(height, '-')
              || CASE WHEN x IS NULL AND y IS NULL THEN '' ELSE ' @' || coalesce(x, '-') || ' ' || coalesce(y, '-') END
              || coalesce(' ' || payload, '')
            FROM dataset JOIN section ON section.dataset_id = dataset.id JOIN item ON item.section_id = section.id
            WHERE dataset.name = '\(dataset)' ORDER BY section.position, item.position
            """)
    }

    func sections(_ dataset: String = "set") throws -> [String] {
        try connection.names(
            """
            SELECT section.id || ':' || section.position || ':' || coalesce(title, '-')
              || coalesce(':' || header_height, '')
            FROM dataset JOIN section ON section.dataset_id = dataset.id
            WHERE dataset.name = '\(dataset)' ORDER BY section.position
            """)
    }

    /// Everything that an import could change, schema included.
    func contents() throws -> [String] {
        try ["* FROM dataset", "* FROM section", "* FROM item", "type, name, sql FROM sqlite_schema"].flatMap {
            try connection.lines("SELECT \($0)")
        }
    }
}
