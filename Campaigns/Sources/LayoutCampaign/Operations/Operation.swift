internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Something that a store is asked to do: opened for it, and closed after it.
struct Operation: Sendable {
    var name: String
    var state: StoreState
    /// Does it to the store at a path; returns what there is to compare of its answer.
    var act: @Sendable (_ path: String, _ recipe: StoreRecipe) throws -> String

    /// An operation on an open store.
    init(
        _ name: String, on state: StoreState, mode: LayoutStore.Mode = .create,
        _ act: @escaping @Sendable (LayoutStore, StoreRecipe) throws -> String
    ) {
        self.name = name
        self.state = state
        self.act = { path, recipe in
            let store = try CampaignStore.open(path, mode: mode)
            defer { store.close() }
            return try act(store, recipe)
        }
    }

    /// An operation that makes the store by loading it, or loads an empty one.
    init(
        creating name: String, on state: StoreState = .nothing,
        _ load: @escaping @Sendable (LayoutStore) throws -> String
    ) {
        self.name = name
        self.state = state
        act = { path, _ in
            // A cache that holds a few pages: the rest go into the file before the end.
            try LayoutStore.create(at: path, configuration: .init(cacheBytes: 1 << 14), loading: load)
        }
    }

    init(shell name: String, on state: StoreState, _ act: @escaping @Sendable (Connection) throws -> String) {
        self.name = name
        self.state = state
        self.act = { path, _ in try Connection.at(path) { try act($0) } }
    }
}
