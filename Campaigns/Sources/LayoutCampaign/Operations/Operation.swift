internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Something that a store is asked to do: opened for it, and closed after it.
struct Operation: Sendable {
    var name: String
    var state: StoreState
    /// Does it to the store at a path; returns what there is to compare of its answer.
    var act: @Sendable (_ path: String, _ recipe: StoreRecipe) throws -> String

    private init<Answer>(
        _ name: String, _ state: StoreState, _ act: @escaping @Sendable (String, StoreRecipe) throws -> Answer
    ) {
        (self.name, self.state) = (name, state)
        self.act = { "\(try act($0, $1))" }
    }

    /// An operation on an open store.
    init<Answer>(
        _ name: String, on state: StoreState, mode: LayoutStore.Mode = .create,
        _ act: @escaping @Sendable (LayoutStore, StoreRecipe) throws -> Answer
    ) {
        self.init(name, state) { path, recipe in try CampaignStore.at(path, mode: mode) { try act($0, recipe) } }
    }

    /// An operation that makes the store by loading it, or loads an empty one.
    init<Answer>(
        creating name: String, on state: StoreState = .nothing,
        _ load: @escaping @Sendable (LayoutStore) throws -> Answer
    ) {
        // A cache that holds a few pages: the rest go into the file before the end.
        self.init(name, state) { path, _ in
            try LayoutStore.create(at: path, configuration: .init(cacheBytes: 1 << 14), loading: load)
        }
    }

    init<Answer>(
        shell name: String, on state: StoreState, _ act: @escaping @Sendable (Connection) throws -> Answer
    ) {
        self.init(name, state) { path, _ in try Connection.at(path) { try act($0) } }
    }
}
