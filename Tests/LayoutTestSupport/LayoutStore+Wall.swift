public import LayoutCache
internal import LayoutSQLite

extension LayoutStore {
    /// Changes the tables over another connection, as any shell would.
    public func execute(_ statements: [String]) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        try connection.transaction { for statement in statements { try connection.execute(statement) } }
    }

    public func execute(_ statements: String...) throws { try execute(statements) }

    /// A store with items k0, k1 and so on, of ids from 0, and a layout “wall” of them, not prepared.
    ///
    /// - Parameters:
    ///   - section: SQL for the section of item i, from 0.
    ///   - statement: Executed before the layout is defined.
    public static func ofWall(
        in directory: ScratchDirectory, _ definition: String, container: LayoutSize, items: Int, sections: Int,
        section: String, statement: String = "SELECT 1"
    ) throws -> LayoutStore {
        let store = try LayoutStore(path: directory.file("store.db"))
        try store.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(sections - 1))
            INSERT INTO section (id, dataset_id, position) SELECT i, 1, i FROM n
            """,
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(items - 1))
            INSERT INTO item (id, section_id, position, key) SELECT i, \(section), i, 'k' || i FROM n
            """, statement)
        try store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: definition), container: container)
        return store
    }
}
