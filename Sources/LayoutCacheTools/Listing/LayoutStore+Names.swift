package import LayoutCache
internal import LayoutSQLite

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
        try reading(path) {
            try $0.names("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid", table)
        }
    }

    /// Reads a database without leaving anything beside it.
    private static func reading<T>(_ path: String, _ body: (Connection) throws -> T) throws -> T {
        var configuration = ConnectionPool.Configuration()
        configuration.mode = .readOnly
        let pool = try ConnectionPool(path: path, configuration: configuration)
        defer { pool.close() }
        return try pool.read(body)
    }

    /// The options that this SQLite was built with, such as `ENABLE_RTREE`.
    ///
    /// - Throws: ``LayoutError`` `outOfMemory`.
    package static var sqliteOptions: [String] {
        get throws {
            try LayoutError.explaining {
                try Connection(path: ":memory:", mode: .create).names("PRAGMA compile_options")
            }
        }
    }

    /// The data sets that are not yet equal to what they follow, in alphabetical order.
    package func awaitedFollowers() throws -> [String] {
        try pool.read {
            try $0.names("SELECT d.name FROM lc_awaited AS a CROSS JOIN dataset AS d ON d.id = a.dataset_id ORDER BY 1")
        }
    }
}

extension StoredLayout {
    /// The data set whose items the layout shows: its own, or the one that followers lead to.
    package func nameOfItems() throws -> String {
        try read { layout in
            let followings = try FollowerRecord.all(in: layout.connection).map(\.following)
            var name =
                try layout.connection.first(
                    "SELECT name FROM dataset WHERE id = ?1", layout.record.datasetID, as: String.self) ?? ""
            while case .dataset(let source)? = followings.first(where: { $0.dataset == name })?.source { name = source }
            return name
        }
    }
}
