package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Makes data sets that follow a source, keeps them whole, and takes them out again, inside a transaction.
package struct Followers {
    let connection: Connection

    package init(connection: Connection) {
        self.connection = connection
    }

    /// Makes a data set follow a source. One that follows it already and equals it keeps its items; any other is filled
    /// again.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a missing source or column, and `exists` for a data set with its own
    ///   items. `invalidArgument` for a source or an expression that cannot be followed.
    package func follow(_ following: Following) throws {
        guard !following.dataset.isEmpty else { throw LayoutError(.invalidArgument, "a data set needs a name") }
        switch following.source {
        case .table(let table):
            guard !Self.isOwn(table) else {
                throw LayoutError(
                    .invalidArgument, "the table “\(table)” belongs to the store itself",
                    advice: "A data set can follow another data set.")
            }
        case .dataset(let source): try checkCircle(from: following.dataset, to: source)
        }
        let id = try DatasetRecord.findOrMake(following.dataset, in: connection).id
        let known = try FollowerRecord.of(id, in: connection)
        let holdsSections =
            try connection.first("SELECT 1 FROM section WHERE dataset_id = ?1 LIMIT 1", id, as: Int.self) != nil
        guard known != nil || !holdsSections else {
            throw LayoutError(
                .exists,
                "the data set “\(following.dataset)” already has sections; use another name, or remove it first"
            )
        }
        let schema = try FollowerSchema(following, dataset: id, in: connection)
        let resolved = schema.resolved(following)
        if known == resolved, try hasTables(schema), try group(of: schema).isWhole(in: connection),
            try FollowerDifferences(schema: schema).count(in: connection) == 0
        {
            return
        }
        try removeObjects(of: id)
        try FollowerRecord.insert(resolved, schema: schema, in: connection)
        for sql in try schema.tables() { try connection.execute(sql) }
        try FollowerLoader(schema: schema, connection: connection).run()
        if schema.source.isTable { try FollowerTriggers([schema]).settle(in: connection) }
        try settleGroups()
    }

    /// - Throws: ``LayoutError`` `invalidArgument` for a data set that would follow itself.
    private func checkCircle(from dataset: String, to source: String) throws {
        var chain = [dataset]
        var next: String? = source
        while let name = next {
            chain.append(name)
            guard name != dataset else {
                throw LayoutError(
                    .invalidArgument,
                    "a data set cannot follow itself: " + chain.map { "“\($0)”" }.joined(separator: " follows "))
            }
            let id = try DatasetRecord.id(of: name, in: connection)
            next =
                if case .dataset(let further)? = try FollowerRecord.source(of: id, in: connection) { further } else {
                    nil
                }
        }
    }

    /// Whether a table is the store's, or SQLite's, and not the user's.
    package static func isOwn(_ table: String) -> Bool {
        let name = table.lowercased()
        return ["lc_", FollowerNames.prefix, "sqlite_"].contains(where: name.hasPrefix)
            || UserSchema.allNames.contains(name)
    }

    // MARK: Keeping

    /// Brings followers up to date with what their sources are now. A table that was made again without its triggers
    /// gets them back, and its data set what it missed.
    ///
    /// - Throws: ``LayoutError`` `sourceChanged` for one that cannot be followed any more, with what to do.
    package static func bringUpToDate(_ connection: Connection) throws {
        // Mostly nothing has changed, and no writer has to wait.
        if try isUpToDate(connection) { return }
        try connection.transaction(.immediate) { _ = try mend(connection) }
    }

    /// Does it inside the caller's transaction.
    ///
    /// - Returns: The followers that were not as they should be.
    package static func mend(_ connection: Connection) throws -> [Following] {
        let followers = Followers(connection: connection)
        let outdated = try outdated(in: connection)
        for dataset in try left(in: connection) {
            try followers.removeObjects(of: dataset)
            try DatasetRecord.noteSource(of: dataset, in: connection)
        }
        for (dataset, following) in outdated { try followers.renew(following, dataset: dataset) }
        try followers.settleGroups()
        return outdated.map(\.following)
    }

    /// The followers that have lost triggers, by the names of their data sets.
    package static func detached(in connection: Connection) throws -> [String] {
        try connection.names(
            "SELECT d.name FROM lc_detached AS t CROSS JOIN dataset AS d ON d.id = t.dataset_id ORDER BY 1")
    }

    /// Whether followers are up to date with what their sources are now.
    ///
    /// - Throws: As ``bringUpToDate(_:)``.
    package static func isUpToDate(_ connection: Connection) throws -> Bool {
        try connection.transaction(.deferred) {
            try outdated(in: connection).isEmpty && left(in: connection).isEmpty
                && Followers(connection: connection).leftGroups().isEmpty
        }
    }

    /// The followers that are not as they should be, with the names that their sources have now.
    private static func outdated(in connection: Connection) throws -> [(dataset: Int64, following: Following)] {
        let followers = Followers(connection: connection)
        let areWhole = try followers.groups().mapValues { try $0.isWhole(in: connection) }
        return try FollowerRecord.all(in: connection).compactMap { dataset, following in
            let present = try FollowerRecord.present(following, dataset: dataset, in: connection)
            let schema = try schema(present, dataset, connection)
            let isWhole =
                try schema.source.dataset.flatMap { areWhole[$0] } ?? FollowerTriggers([schema]).isWhole(in: connection)
            return try present == following && isWhole && followers.hasTables(schema) ? nil : (dataset, present)
        }
    }

    /// The data sets whose objects are left, and that follow nothing or are gone.
    private static func left(in connection: Connection) throws -> [Int64] {
        try connection.names(
            """
            SELECT DISTINCT CAST(substr(name, \(FollowerNames.prefix.count + 1)) AS INTEGER) FROM sqlite_schema
            WHERE type IN ('trigger', 'table', 'view') AND name GLOB '\(FollowerNames.prefix)[0-9]*'
              AND CAST(substr(name, \(FollowerNames.prefix.count + 1)) AS INTEGER) NOT IN
                (SELECT id FROM dataset WHERE follows IS NOT NULL)
            """
        ).compactMap(Int64.init)
    }

    static func schema(_ following: Following, _ dataset: Int64, _ connection: Connection) throws
        -> FollowerSchema
    {
        do {
            return try FollowerSchema(following, dataset: dataset, in: connection)
        } catch let error as LayoutError {
            throw LayoutError(
                .sourceChanged,
                "the data set “\(following.dataset)” cannot follow its source any more: \(error.message)",
                advice: "Follow again with the columns that there are, or remove the data set.")
        }
    }

    /// Whether a follower has its tables, as this version makes them.
    ///
    /// In files of earlier versions, a follower of a data set had a row table for itself.
    private func hasTables(_ schema: FollowerSchema) throws -> Bool {
        guard try schema.source.isTable || !DerivedSchema.has(.table, schema.names.rows + "_row", in: connection) else {
            return false
        }
        return try connection.first(
            "SELECT count(*) = 2 FROM sqlite_schema WHERE name IN (?1, ?2)", schema.names.rows, schema.names.sections,
            as: Bool.self) ?? false
    }

    /// Makes the triggers again, and the data set equal to its source: unchanged rows of a table are not written.
    func renew(_ following: Following, dataset: Int64) throws {
        let schema = try Self.schema(following, dataset, connection)
        guard try hasTables(schema) else { return try follow(following) }
        try FollowerRecord.insert(schema.resolved(following), schema: schema, in: connection)
        try group(of: schema).settle(in: connection)
        try FollowerLoader(schema: schema, connection: connection).update()
    }

    // MARK: Removing

    /// Removes a data set that follows a source, with its tables and triggers.
    package func remove(dataset: Int64) throws {
        try removeObjects(of: dataset)
        try connection.run("DELETE FROM dataset WHERE id = ?1", dataset)
        try settleGroups()
    }

    /// Removes what a follower has for itself, and its part of what it shares.
    private func removeObjects(of dataset: Int64) throws {
        let prefix = "\(FollowerNames.prefix)\(dataset)"
        try drop(objects(like: prefix) + objects(like: prefix + "_*"))
        for (kind, name) in try objects(like: FollowerNames.prefix + "of_*[0-9]_section") where kind == "table" {
            try connection.run("DELETE FROM \(name) WHERE follower = ?1", dataset)
        }
    }

    /// The triggers, views and tables of followers, in the order in which they can be dropped.
    func objects(like pattern: String) throws -> [(kind: String, name: String)] {
        var found: [(kind: String, name: String)] = []
        try connection.forEachRow(
            """
            SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view', 'table') AND name GLOB ?1
            ORDER BY type = 'table', type = 'view'
            """, pattern
        ) { found.append(($0.stringOrEmpty(0), $0.stringOrEmpty(1))) }
        return found
    }

    func drop(_ objects: [(kind: String, name: String)]) throws {
        for (kind, name) in objects {
            try connection.execute("DROP \(kind) IF EXISTS \(try SQLIdentifier.quoted(name))")
        }
    }
}
