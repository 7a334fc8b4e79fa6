internal import LayoutFollowing
package import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// Makes a data set without sections.
    ///
    /// - Throws: ``LayoutError`` `exists` if there is one of that name, and `invalidArgument` for an empty name.
    public func createDataset(_ name: String) throws {
        try pool.write { try Self.create(name, in: $0) }
    }

    /// Makes a data set without sections, on another thread.
    public func createDataset(_ name: String) async throws {
        try await pool.write { try Self.create(name, in: $0) }
    }

    private static func create(_ name: String, in connection: Connection) throws {
        guard !name.isEmpty else { throw LayoutError(.invalidArgument, "a data set needs a name") }
        guard try DatasetRecord.findOrMake(name, in: connection).isNew else {
            throw LayoutError(.exists, "there is a data set “\(name)” already")
        }
    }

    /// Removes a data set with its sections, its items and its layouts, in one transaction.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a data set that is not there, `invalidArgument` for one that others
    ///   follow.
    /// - Complexity: O(items of the data set).
    public func removeDataset(_ name: String) throws {
        try pool.write { try Self.remove(name, from: $0) }
    }

    /// Removes a data set with its sections, its items and its layouts, on another thread.
    public func removeDataset(_ name: String) async throws {
        try await pool.write { try Self.remove(name, from: $0) }
    }

    private static func remove(_ name: String, from connection: Connection) throws {
        let id = try DatasetRecord.id(of: name, in: connection)
        try SearchIndex.remove(ofDataset: id, from: connection)
        let followers = try FollowerRecord.followers(of: name, in: connection)
        guard followers.isEmpty else {
            throw LayoutError(
                .invalidArgument,
                "the data set “\(name)” is followed by " + followers.map { "“\($0)”" }.joined(separator: ", "),
                advice: "Remove what follows it first.")
        }
        if try FollowerRecord.of(id, in: connection) != nil {
            return try Followers(connection: connection).remove(dataset: id)
        }
        // The layouts go first: then no trigger has anything to mark for the rows that follow. Sections
        // and items go with the data set, by triggers as well.
        try connection.run("DELETE FROM layout WHERE dataset_id = ?1", id)
        try connection.run("DELETE FROM dataset WHERE id = ?1", id)
    }

    /// The data sets, in alphabetical order, with what they hold.
    ///
    /// - Complexity: O(items / 256), and the items near which some came or went since the last preparation.
    public func datasets() throws -> [DatasetStatus] {
        try pool.read { try DatasetStatus.all(in: $0) }
    }

    /// The data sets, in alphabetical order, with what they hold, read on another thread.
    public func datasets() async throws -> [DatasetStatus] {
        try await pool.read { try DatasetStatus.all(in: $0) }
    }
}

/// The status of a data set.
public struct DatasetStatus: Sendable, Hashable {
    /// The data set’s name.
    public var name: String
    /// The number of its sections.
    public var sectionCount: Int
    /// The number of items in all its sections.
    public var itemCount: Int

    /// All data sets, in alphabetical order.
    package static func all(in connection: Connection) throws -> [DatasetStatus] {
        var found: [DatasetStatus] = []
        // The outline has counted all runs, except runs with inserted or deleted items.
        try connection.forEachRow(
            """
            SELECT d.name, (SELECT count(*) FROM section AS s WHERE s.dataset_id = d.id),
              (SELECT coalesce(sum(\(Outline.itemCountSQL("s.id"))), 0) FROM section AS s WHERE s.dataset_id = d.id)
            FROM dataset AS d ORDER BY d.name
            """
        ) { row in
            found.append(DatasetStatus(name: row.stringOrEmpty(0), sectionCount: row.int(1), itemCount: row.int(2)))
        }
        return found
    }
}
