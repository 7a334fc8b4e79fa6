package import LayoutSQLite
import LayoutTestSupport
package import LayoutCore

extension LayoutStore {
    /// The first value of the first row.
    package func first<Value: Statement.Readable>(_ sql: String, as type: Value.Type) throws -> Value? {
        try pool.read { try $0.first(sql, as: type) }
    }

    /// How many rows there are of a table, or of what follows FROM.
    package func count(_ rows: String) throws -> Int { try first("SELECT count(*) FROM \(rows)", as: Int.self) ?? 0 }

    /// The rows of a query, each as the texts of its values with “|” between them.
    package func lines(_ sql: String) throws -> [String] { try pool.read { try $0.lines(sql) } }

    package func define(
        _ name: String, _ json: String, _ width: Double, _ height: Double, dataset: String = "data",
        measure: String? = nil
    ) throws {
        try defineLayout(
            name, dataset: dataset, definition: LayoutDefinition(json: json),
            container: LayoutSize(width: width, height: height), measure: measure)
    }
}

extension TestStore {
    package func first<Value: Statement.Readable>(_ sql: String, as type: Value.Type) throws -> Value? {
        try store.first(sql, as: type)
    }

    package func count(_ rows: String) throws -> Int { try store.count(rows) }

    package func lines(_ sql: String) throws -> [String] { try store.lines(sql) }

    /// The keys of the items in order, by section, as the tables of the data set 1 have them.
    package func keys() throws -> [[String]] {
        try lines("SELECT id FROM section WHERE dataset_id = 1 ORDER BY position").map {
            try lines("SELECT key FROM item WHERE section_id = \($0) ORDER BY position")
        }
    }

    /// A cell of “wall” by its indices.
    package func cell(_ path: ItemIndexPath) throws -> LayoutAttributes? { try wall.layoutAttributesForItem(at: path) }

    /// Prepares “wall”, and returns this store.
    package func prepared() throws -> TestStore {
        try store.prepare("wall")
        return self
    }

    /// Defines “wall”, and prepares it.
    package func prepareWall(_ json: String, _ width: Double = 320, _ height: Double = 480) throws {
        try define("wall", json, width, height)
        try store.prepare("wall")
    }

    /// The store of the same file, which is closed and opened again.
    package func reopened() throws -> TestStore {
        store.close()
        return TestStore(directory: directory, store: try LayoutStore(path: store.path, limits: Self.tinyLimits))
    }
}
