public import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// The contents of an index.
public struct IndexReport: Sendable, Hashable {
    /// The items in the index.
    public var itemCount: Int
    /// The time that it took.
    public var seconds: Double
}

extension LayoutStore {
    /// Indexes the words of a data set, so that searching it looks at hits alone.
    ///
    /// The data sets that follow a data set share its index, an FTS5 table in the file. Items that change later are
    /// noted by triggers, which every shell runs. A search looks at them one by one until the index is made again. It
    /// is made in short transactions, between which other writers have their turn; until it is complete, searches read
    /// all items as before.
    ///
    /// - Parameters:
    ///   - dataset: The name of the data set.
    ///   - fields: JSON paths into the payloads, members of the payloads, or columns of `item`. Default: what a search
    ///     reads without an index, the title, name, label or text of an item, or its line. Keys are indexed too.
    ///   - progress: Called after some thousand items; an error that it throws ends the call.
    /// - Throws: ``LayoutError`` `notFound` for a data set that does not exist, and `invalidArgument` for a name that
    ///   is not a JSON path.
    /// - Complexity: O(items).
    @discardableResult
    public func indexItems(
        of dataset: String, fields: [String] = [], progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> IndexReport {
        let start = ContinuousClock.now
        let index = try pool.write { connection in
            let id = try Self.originalID(of: dataset, connection)
            let named = try fields.map { try ItemField($0, in: connection) }
            return try SearchIndex.begin(ofDataset: id, fields: named.isEmpty ? [.called] : named, in: connection)
        }
        var (next, count) = (Int64.min, 0)
        while let added = try pool.write({ try index.add(from: next, limit: 4096, in: $0) }) {
            count += added.count
            try progress(LayoutProgress(.indexing, count: count))
            if Task.isCancelled { throw LayoutError(.cancelled, "indexing was cancelled") }
            guard added.last < .max else { break }
            next = added.last + 1
        }
        try pool.write { try index.complete(in: $0) }
        let passed = ContinuousClock.now - start
        return IndexReport(itemCount: count, seconds: passed / .seconds(1))
    }

    /// Indexes the words of a data set, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    @discardableResult
    public func indexItems(
        of dataset: String, fields: [String] = [],
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> IndexReport {
        try await BlockingWork.run(reporting: progress) {
            try self.indexItems(of: dataset, fields: fields, progress: $0)
        }
    }

    /// Removes the index of a data set; returns whether there was one.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a data set that does not exist.
    @discardableResult
    public func removeIndex(of dataset: String) throws -> Bool {
        try pool.write { try SearchIndex.remove(ofDataset: Self.originalID(of: dataset, $0), from: $0) }
    }

    /// Removes the index of a data set, on another thread; returns whether there was one.
    @discardableResult
    public func removeIndex(of dataset: String) async throws -> Bool {
        try await pool.write { try SearchIndex.remove(ofDataset: Self.originalID(of: dataset, $0), from: $0) }
    }

    private static func originalID(of dataset: String, _ connection: Connection) throws -> Int64 {
        try DatasetRecord.original(of: DatasetRecord.id(of: dataset, in: connection), connection)
    }

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
            try connection.names(
                """
                SELECT j.key FROM (SELECT payload FROM item WHERE json_valid(payload) LIMIT 1000) AS i
                CROSS JOIN json_each(i.payload) AS j WHERE typeof(j.key) = 'text'
                GROUP BY j.key ORDER BY count(*) DESC, j.key LIMIT 40
                """)
        }
    }
}
