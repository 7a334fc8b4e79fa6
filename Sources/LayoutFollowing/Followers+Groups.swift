internal import LayoutSQLite
internal import LayoutSchema

/// The triggers that all followers of a data set share.
extension Followers {
    /// The triggers of a follower: its own, or those that all followers of a data set share.
    func group(of schema: FollowerSchema) throws -> FollowerTriggers {
        guard let source = schema.source.dataset else { return FollowerTriggers([schema]) }
        return try groups()[source] ?? FollowerTriggers([schema])
    }

    /// The triggers of the followers of data sets, by these.
    func groups() throws -> [Int64: FollowerTriggers] {
        let schemas = try FollowerRecord.all(in: connection).filter { !$0.following.source.isTable }.map {
            try Self.schema($0.following, $0.dataset, connection)
        }
        return Dictionary(grouping: schemas) { $0.source.dataset ?? 0 }.mapValues(FollowerTriggers.init)
    }

    /// Makes the triggers of the followers of data sets that are not as they should be, and removes what is left.
    func settleGroups() throws {
        for (_, triggers) in try groups() { try triggers.settle(in: connection) }
        try drop(try leftGroups())
    }

    /// Triggers, views and tables of data sets that no data set follows any more.
    func leftGroups() throws -> [(kind: String, name: String)] {
        let sources = try FollowerRecord.all(in: connection).compactMap { _, following in
            guard case .dataset(let name) = following.source else { return String?.none }
            return try FollowerNames.group(of: DatasetRecord.id(of: name, in: connection)) + "_"
        }
        return try objects(like: FollowerNames.prefix + "of_*").filter { _, name in
            !sources.contains(where: name.hasPrefix)
        }
    }

    /// Has the triggers of followers of data sets rest for a bulk load.
    static func suspendTriggers(on connection: Connection) throws {
        let followers = Followers(connection: connection)
        try followers.drop(followers.objects(like: FollowerNames.prefix + "of_*").filter { $0.kind == "trigger" })
    }

    /// Makes what follows a data set equal to it again, after a bulk load that no trigger has seen.
    static func resume(on connection: Connection, afterLoading loaded: Int64) throws {
        let followers = Followers(connection: connection)
        let groups = try followers.groups()
        for (_, triggers) in groups { try triggers.settle(in: connection) }
        // Their followers are resumed with them.
        for schema in groups[loaded]?.followers ?? [] {
            try FollowerLoader(schema: schema, connection: connection).update()
        }
    }
}
