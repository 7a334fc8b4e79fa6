import LayoutSQLite
import LayoutCore

extension Connection {
    /// The rows of a query, each as the texts of its values with “|” between them.
    func lines(_ sql: String) throws -> [String] {
        var lines: [String] = []
        try forEachRow(sql) { row in
            lines.append((0..<row.columnCount).map { row.string($0) ?? "NULL" }.joined(separator: "|"))
        }
        return lines
    }

    /// Calls `body` with a connection to a file, which is closed afterwards.
    static func at<Result>(_ path: String, _ mode: Mode = .readWrite, _ body: (Connection) throws -> Result) throws
        -> Result
    {
        let connection = try Connection(path: path, mode: mode)
        defer { connection.close() }
        return try body(connection)
    }
}

extension LayoutStore {
    /// The first value of the first row.
    func first<Value: ColumnReadable>(_ sql: String, as type: Value.Type) throws -> Value? {
        try pool.read { try $0.first(sql, as: type) }
    }

    /// How many rows there are of a table, or of what follows FROM.
    func count(_ rows: String) throws -> Int { try first("SELECT count(*) FROM \(rows)", as: Int.self) ?? 0 }

    /// The rows of a query, each as the texts of its values with “|” between them.
    func lines(_ sql: String) throws -> [String] { try pool.read { try $0.lines(sql) } }

    func define(
        _ name: String, _ json: String, _ width: Double, _ height: Double, dataset: String = "data",
        measure: String? = nil
    ) throws {
        try defineLayout(
            name, dataset: dataset, definition: LayoutDefinition(json: json),
            container: LayoutSize(width: width, height: height), measure: measure)
    }
}

extension TestStore {
    func first<Value: ColumnReadable>(_ sql: String, as type: Value.Type) throws -> Value? {
        try store.first(sql, as: type)
    }

    func count(_ rows: String) throws -> Int { try store.count(rows) }

    func lines(_ sql: String) throws -> [String] { try store.lines(sql) }

    /// The keys of the items in order, by section, as the tables of the data set 1 have them.
    func keys() throws -> [[String]] {
        try lines("SELECT id FROM section WHERE dataset_id = 1 ORDER BY position").map {
            try lines("SELECT key FROM item WHERE section_id = \($0) ORDER BY position")
        }
    }

    /// A cell of “wall” by its indices.
    func cell(_ path: ItemIndexPath) throws -> LayoutAttributes? { try wall.layoutAttributesForItem(at: path) }

    /// The same, with “wall” prepared.
    func prepared() throws -> TestStore {
        try store.prepare("wall")
        return self
    }

    /// Defines “wall”, and prepares it.
    func prepareWall(_ json: String, _ width: Double = 320, _ height: Double = 480) throws {
        try define("wall", json, width, height)
        try store.prepare("wall")
    }

    /// The store of the same file, which is closed and opened again.
    func reopened() throws -> TestStore {
        store.close()
        return TestStore(directory: directory, store: try LayoutStore(path: store.path, limits: Self.tinyLimits))
    }
}
