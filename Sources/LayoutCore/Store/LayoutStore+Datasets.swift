internal import LayoutFollowing
internal import LayoutSQLite
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

    /// Applies changes to a data set in order, all of them or none.
    ///
    /// The layouts of the data set become stale where the changes touched them. Items that are put at the ends of
    /// sections one after another cost what an import costs.
    ///
    /// - Throws: ``LayoutError`` `notFound`, naming the change that asked for what is not there;
    ///   `invalidArgument` for an invalid length and a payload that is not a JSON object; `exists`
    ///   for a key that another item has. Nothing is changed then.
    /// - Complexity: O(log items) for each change, and for finding what it names: O(log items) by key or id. By index,
    ///   O(log items) if a layout holds the section and that is not stale, and otherwise O(items before it in its
    ///   section). A section takes O(log sections) while a layout holds the sections as they are, and otherwise
    ///   O(sections).
    public func apply(_ changes: [DatasetChange], to dataset: String) throws {
        try pool.write(applying(changes, to: dataset))
    }

    /// Applies changes to a data set in order, all of them or none, on another thread.
    public func apply(_ changes: [DatasetChange], to dataset: String) async throws {
        try await pool.write(applying(changes, to: dataset))
    }

    private func applying(_ changes: [DatasetChange], to dataset: String) -> @Sendable (Connection) throws -> Void {
        { [limits, sumCache] connection in
            var editor = try DatasetEditor(connection, dataset: dataset, limits: limits, cache: sumCache)
            try editor.apply(changes)
        }
    }

    /// Gives an item another size: see ``DatasetChange/resizeItem(_:width:height:)``.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - dataset: The data set that holds it.
    ///   - width: In points; nil leaves it unchanged.
    ///   - height: In points; nil leaves it unchanged.
    /// - Throws: ``LayoutError`` `notFound` for a data set or an item that is not there; `invalidArgument` for a length
    ///   that is not one.
    /// - Complexity: As one change of `apply(_:to:)`.
    public func resize(
        _ item: ItemReference, in dataset: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws {
        try apply([.resizeItem(item, width: width, height: height)], to: dataset)
    }

    /// Gives an item another size, on another thread.
    public func resize(
        _ item: ItemReference, in dataset: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) async throws {
        try await apply([.resizeItem(item, width: width, height: height)], to: dataset)
    }

    /// Gives an item another size in the layouts that share a layout's measure.
    ///
    /// Sizes that were measured for a width, such as the sizes of text, belong to that width: each measure keeps its
    /// own. If the layout names no measure, this is the item's own size.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - layout: The layout in whose measure it has the size.
    ///   - width: In points; nil leaves it unchanged.
    ///   - height: In points; nil leaves it unchanged.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that is not there; `invalidArgument`
    ///   for a length that is not one.
    /// - Complexity: As one change of `apply(_:to:)`.
    public func resize(
        _ item: ItemReference, inLayout layout: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws { try pool.write(resizing(item, inLayout: layout, width, height)) }

    /// Gives an item another size in the layouts that share a layout's measure, on another thread.
    public func resize(
        _ item: ItemReference, inLayout layout: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) async throws { try await pool.write(resizing(item, inLayout: layout, width, height)) }

    private func resizing(
        _ item: ItemReference, inLayout layout: String, _ width: ItemLength?, _ height: ItemLength?
    ) -> @Sendable (Connection) throws -> Void {
        { [limits, sumCache] connection in
            var editor = try DatasetEditor(connection, layout: layout, limits: limits, cache: sumCache)
            try editor.apply([.resizeItem(item, width: width, height: height)])
        }
    }

    /// Makes a data set that is kept equal to a table of the file, or to another data set.
    ///
    /// The source is taken over some thousand rows at a time, and other writers have their turn between them. If that
    /// ends early, as in a task that is cancelled, the data set is stale, and the next preparation goes on with it.
    ///
    /// From then on triggers on the source note which rows change, in any program. Preparing a layout of the data set
    /// makes it equal to its source first; until then readers see its former state as stale. The source itself is never
    /// written to. A data set that follows it already, and equals it, is not changed. Otherwise it is filled again.
    /// Rows and sections that were there keep their ids, and its layouts stay.
    ///
    /// The items of a data set that follows a data set stand for the originals. They have their keys, payloads, sizes
    /// and ids, and a measured size counts for all items with the same original.
    ///
    /// A change in the data set itself lasts until its row changes: the source is the truth.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a missing source or column, `exists` for a data set that already has
    ///   sections. `invalidArgument` for a wrong expression, with its place in it, and for a data set that would
    ///   follow itself. The same for a table that no triggers can follow. It is a view or virtual. Or it has a
    ///   unique index over an expression, or has neither a primary key of one column nor a unique one without NULLs.
    /// - Complexity: O(rows · log rows), once.
    public func follow(_ following: Following) throws { try follow(following) { _ in } }

    /// Makes a data set that is kept equal to a source, on another thread.
    public func follow(_ following: Following) async throws {
        try await BlockingWork.run(reporting: { _ in }) { try self.follow(following, progress: $0) }
    }

    private func follow(_ following: Following, progress: (LayoutProgress) throws -> Void) throws {
        let dataset = try pool.write { try Followers(connection: $0).follow(following) }
        try bringUpToDate(dataset, progress)
    }

    /// The sources that data sets follow, by the names of the data sets.
    ///
    /// - Complexity: O(data sets).
    public func followings() throws -> [Following] {
        try pool.read { connection in try FollowerRecord.all(in: connection).map { try $0.present(in: connection) } }
    }

    /// The data sets that have lost their source, with the reason; nil where the next preparation makes it follow
    /// again.
    package func detachedFollowers() throws -> [(dataset: String, reason: LayoutError?)] {
        try pool.read { try Followers.detached(in: $0).map { ($0.following.dataset, $0.reason) } }
    }

    /// The rows of sources that data sets cannot take over, as keys in SQL, with SQLite's message for each.
    package func failedRows() throws -> [(following: Following, row: String, message: String)] {
        try pool.read { connection in
            let records = try FollowerRecord.all(in: connection).filter { (try? $0.schema(in: connection)) != nil }
            return try records.flatMap { record in
                try record.failedRows(in: connection).map { (record.following, $0.row, $0.message) }
            }
        }
    }

    /// Makes all data sets equal to what they follow, a slice to a transaction.
    package func bringFollowersUpToDate(progress: (LayoutProgress) throws -> Void = { _ in }) throws {
        guard try pool.read({ try Followers.needMending($0) || FollowerJournal($0).hasNotes }) else { return }
        _ = try pool.write { try Followers.mend($0) }
        try bringUpToDate(nil, progress)
    }

    private func bringUpToDate(_ dataset: Int64?, _ progress: (LayoutProgress) throws -> Void) throws {
        var share: Double?
        try pool.writeInSlices { connection in
            let budget = SliceBudget(limits, shouldYield: pool.shouldYield)
            let journal = FollowerJournal(connection, limit: limits.slice)
            let isDone = try journal.bringUpToDate(dataset, isSpent: { budget.isSpent(elements: $0) })
            share = try journal.share
            return isDone
        } afterEach: {
            if share == 0 { try pool.writeWithoutTransaction { try FollowerJournal($0).sortAhead() } }
            if let share { try progress(LayoutProgress(.following, fraction: share)) }
        }
    }

    /// Makes a data set that is kept equal to a source in the database at a path. If the database has no store, one is
    /// made beside its tables.
    ///
    /// As `follow(_:)`.
    ///
    /// - Throws: The errors of `follow(_:)`; ``LayoutError`` `exists` with the list of the names that are
    ///   taken where the database has tables that are called like a store's: nothing was changed.
    /// - Complexity: O(rows · log rows).
    public static func follow(_ following: Following, at path: String) throws {
        let path = try resolvedPath(path)
        if case .table = following.source {
            // A table that cannot be followed is refused before a store is made for it.
            try LayoutError.explaining {
                let reader = try Connection(path: path, mode: .readOnly)
                defer { reader.close() }
                try reader.transaction(.deferred) { _ = try FollowerSchema(following, dataset: 0, in: reader) }
            }
        }
        let store = try LayoutStore(path: path, mode: .adopt)
        defer { store.close() }
        try store.follow(following)
    }

    /// Makes a data set that is kept equal to a source in the database at a path, on another thread.
    public static func follow(_ following: Following, at path: String) async throws {
        try await BlockingWork.run { try follow(following, at: path) }
    }

    /// Removes data sets that follow a source, with their layouts and triggers. The store goes with them if nothing
    /// else is left in it and the database is another program's.
    ///
    /// The sources stay as they are. Data sets of the store's own keep it there.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - dataset: The data set; nil for all.
    ///   - source: The source that it follows; nil for any.
    /// - Returns: The names of the data sets that were removed, and whether the store was.
    /// - Throws: ``LayoutError`` `notFound` if there is no such data set; nothing was changed.
    /// - Complexity: O(items of the data sets).
    @discardableResult
    public static func removeFollowers(
        at path: String, named dataset: String? = nil, of source: Following.Source? = nil
    ) throws -> (datasets: [String], isStoreRemoved: Bool) {
        let store = try LayoutStore(path: path, mode: .readWrite)
        defer { store.close() }
        return try store.pool.write { connection in
            let known = try FollowerRecord.all(in: connection).map { (dataset: $0.dataset, following: $0.following) }
            var chosen = known.filter { _, following in
                (dataset == nil || following.dataset == dataset) && (source == nil || following.source.is(source))
            }
            guard !chosen.isEmpty || dataset == nil && source == nil else {
                let list = known.map { "“\($0.following.dataset)” follows \($0.following.sourceText)" }.joined(
                    separator: ", ")
                throw LayoutError(
                    .notFound, "there is no such follower; " + (list.isEmpty ? "no data set follows a source" : list))
            }
            // Their own followers go with them.
            while let next = known.first(where: { follower in
                !chosen.contains { $0.dataset == follower.dataset }
                    && chosen.contains { follower.following.source == .dataset($0.following.dataset) }
            }) { chosen.append(next) }
            for (dataset, _) in chosen { try Followers(connection: connection).remove(dataset: dataset) }
            let isEmpty = try !connection.has("SELECT 1 FROM dataset LIMIT 1")
            guard isEmpty, try UserSchema.migrator.isShared(connection) else {
                return (chosen.map(\.following.dataset), false)
            }
            try UserSchema.remove(from: connection)
            return (chosen.map(\.following.dataset), true)
        }
    }

    /// Removes data sets that follow a source, with their layouts and triggers, on another thread.
    @discardableResult
    public static func removeFollowers(
        at path: String, named dataset: String? = nil, of source: Following.Source? = nil
    ) async throws -> (datasets: [String], isStoreRemoved: Bool) {
        try await BlockingWork.run { try removeFollowers(at: path, named: dataset, of: source) }
    }
}

extension Following.Source {
    /// Whether it is the same; names of tables do not distinguish case.
    fileprivate func `is`(_ other: Self?) -> Bool {
        guard case .table(let own) = self, case .table(let name)? = other else { return self == other }
        return own.lowercased() == name.lowercased()
    }
}
