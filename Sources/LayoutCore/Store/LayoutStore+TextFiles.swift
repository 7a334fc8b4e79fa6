internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// The text files whose lines have no text, because they are no longer what was read.
    package func changedTextFiles() throws -> [String] {
        try pool.read { connection in
            var paths: [String] = []
            try connection.forEachRow("SELECT size, modified, digest, path FROM text_file ORDER BY id") { row in
                let path = row.stringOrEmpty(3)
                if OpenFile(path: path).map(TextFileIdentity(row).matches) != true { paths.append(path) }
            }
            return paths
        }
    }
}
