package import LayoutCache
internal import LayoutSQLite

extension LayoutStore {
    /// The fields of some names.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a name that cannot be one.
    package func itemFields(_ names: [String]) throws -> [ItemField] {
        try pool.read { connection in try names.map { try ItemField($0, in: connection) } }
    }
}
