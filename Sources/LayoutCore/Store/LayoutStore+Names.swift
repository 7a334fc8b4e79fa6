internal import LayoutFollowing
internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutText

/// The names that files hold, for the completion of command lines.
extension LayoutStore {
    /// The names of a store's layouts or data sets, in order. The file is not opened as a store: even one that is
    /// damaged or of another version has them.
    package static func names(ofDatasets: Bool, at path: String) throws -> [String] {
        try reading(path) { try $0.names("SELECT name FROM \(ofDatasets ? "dataset" : "layout") ORDER BY name") }
    }

    /// The names of the tables and views of a database, without a store's.
    package static func names(ofTablesAt path: String) throws -> [String] {
        try reading(path) {
            try $0.names("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name")
        }.filter { !Followers.isOwn($0) }
    }

    /// The names of the columns of a table, in their order. Nothing is read from the table: a view may never end.
    package static func names(ofColumnsOf table: String, at path: String) throws -> [String] {
        try reading(path) { connection in
            var names: [String] = []
            try connection.forEachRow("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid", table) {
                names.append($0.stringOrEmpty(0))
            }
            return names
        }
    }

    /// The names of the columns of a text: its header, or the members of its first object.
    package static func names(ofColumnsIn source: ImportSource) throws -> [String] {
        var reader = try RecordReader(source)
        guard reader.columns.isEmpty else { return reader.columns }
        guard try reader.next(), let record = reader.batch.records.first else { return [] }
        let bytes = reader.buffer.storage[record.start..<record.end]
        guard case .object(let members) = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
            return []
        }
        return members.map(\.key)
    }

    /// Reads a database without leaving anything beside it.
    private static func reading<T>(_ path: String, _ body: (Connection) throws -> T) throws -> T {
        var configuration = ConnectionPool.Configuration()
        configuration.mode = .readOnly
        let pool = try ConnectionPool(path: path, configuration: configuration)
        defer { pool.close() }
        return try pool.read(body)
    }
}
