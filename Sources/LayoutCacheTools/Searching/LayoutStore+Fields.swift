package import LayoutCache
internal import LayoutSQLite

extension LayoutStore {
    /// The fields of some names.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a name that cannot be one.
    package func itemFields(_ names: [String]) throws -> [ItemField] {
        try pool.read { connection in try names.map { try ItemField($0, in: connection) } }
    }

    /// Whether no item has a value of a field. False if that takes too long to find out.
    package func isWithoutValues(_ field: ItemField, within duration: Duration = .milliseconds(700)) throws -> Bool {
        let end = ContinuousClock.now + duration
        return try pool.read { connection in
            var next = Int64.min
            let window = try connection.cached(
                """
                SELECT max(id), max(hasValue) FROM (SELECT i.id, (\(field.sql)) IS NOT NULL AS hasValue
                  FROM item AS i WHERE i.id >= ?1 ORDER BY i.id LIMIT 10000)
                """)
            while ContinuousClock.now < end {
                window.bind(next, at: 1)
                defer { window.rewind() }
                guard try window.step(), !window.isNull(0) else { return true }
                if window.bool(1) { return false }
                next = window.int64(0)
                guard next < .max else { return true }
                next += 1
            }
            return false
        }
    }

    /// The names that a field may have: the members of the first thousand payloads, by how many have them.
    package func fieldNames() throws -> [String] {
        try pool.read { connection in
            var names: [String] = []
            try connection.forEachRow(
                """
                SELECT j.key FROM (SELECT payload FROM item WHERE json_valid(payload) LIMIT 1000) AS i
                CROSS JOIN json_each(i.payload) AS j WHERE typeof(j.key) = 'text'
                GROUP BY j.key ORDER BY count(*) DESC, j.key LIMIT 40
                """
            ) { row in row.string(0).map { names.append($0) } }
            return names
        }
    }
}
