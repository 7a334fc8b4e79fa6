package import LayoutCache
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// The options that this SQLite was built with, such as `ENABLE_RTREE`.
    ///
    /// - Throws: ``LayoutError`` `outOfMemory`.
    package static var sqliteOptions: [String] {
        get throws {
            var options: [String] = []
            try LayoutError.explaining {
                try Connection(path: ":memory:", mode: .create).forEachRow("PRAGMA compile_options") {
                    options.append($0.string(0) ?? "")
                }
            }
            return options
        }
    }
}
